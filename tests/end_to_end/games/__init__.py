"""Games of their own: six seats, three-handed gin, 500 Rum."""
