"""The rules: pure, exact, synchronous; no clock, no input or output, no chance but the stream that is given."""
