"""What members see of their own preferences and data."""
