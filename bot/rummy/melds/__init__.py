"""Basic and German Rummy: melds go on the table during the deal."""
