"""What pictures are drawn with: canvas, cards, letters, colors."""
