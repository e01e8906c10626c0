"""The roof: everything that builds the program, runs it and tells its operator about it."""
