"""What a game is (CR 1–4): facts only, nothing here moves anything."""
