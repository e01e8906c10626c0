"""People in several languages at one table, languages on every screen, and the made-up one."""
