"""The gin family: Gin, Remik, Hollywood and Oklahoma. Melds stay in the hand until a knock."""
