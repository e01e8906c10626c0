"""The Discord edge: parses requests, submits them to the game services, and shows the results."""
