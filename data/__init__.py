"""What is kept: schema, migrations and the stores."""
