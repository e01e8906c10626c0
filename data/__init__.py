"""Storage in a database: schema, migrations and stores."""
