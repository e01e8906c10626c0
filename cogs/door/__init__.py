"""The front door: what a newcomer uses first."""
