"""Storage: schema, migrations and the stores."""
