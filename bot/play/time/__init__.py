"""Time at a table, as pure functions: clocks, deadlines, pings, and what is due when."""
