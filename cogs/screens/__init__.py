"""What a message looks like: a value in, a LayoutView out."""
