"""Migrations of the schema, one file per step in ``versions``. Missing steps run at start, in one transaction."""
