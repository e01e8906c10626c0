"""Computer players: a view and a budget in, a move out. They see what a person in their seat would see."""
