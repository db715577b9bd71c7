"""How a game moves, one file for each section of the Comprehensive Rules."""
