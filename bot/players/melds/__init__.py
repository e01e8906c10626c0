"""Computer players of Basic and German Rummy."""
