"""Pictures and their alt text, drawn from views."""
