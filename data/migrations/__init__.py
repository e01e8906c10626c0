"""The schema's history: each file in ``versions`` is one step, run at start, all in one transaction."""
