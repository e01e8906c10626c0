"""Several processes on one database, and what happens when one of them is killed."""
