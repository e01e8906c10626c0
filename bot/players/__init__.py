"""Computer players: a view and a budget in, moves out. They see only what a person in their seat would see."""
