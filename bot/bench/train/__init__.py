"""Training: play many deals, fit small models to them, and write the tables that computer players contain."""
