"""Pictures of Basic and German Rummy."""
