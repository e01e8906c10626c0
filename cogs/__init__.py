"""The Discord edge, thin: parse, submit, show."""
