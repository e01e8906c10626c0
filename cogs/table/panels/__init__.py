"""Private panels: what they show, how they are kept up to date, and how they outlive a restart."""
