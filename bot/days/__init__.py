"""Daily deals: when a day opens and closes, what a result is, ranking, par and streaks. Pure arithmetic."""
