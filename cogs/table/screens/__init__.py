"""The screens of tables: lobby, public table, private panels, results."""
