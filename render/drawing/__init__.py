"""The drawing tools of all pictures: canvas, cards, letters, colors."""
