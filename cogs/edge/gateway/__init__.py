"""The gateway: which faults of its connection are waited out, and how long."""
