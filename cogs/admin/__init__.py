"""The `/rummy-admin` commands: settings, tables, results, seasons and tournaments of a server."""
