"""What each wager returns, counted exactly through the games' own settlement."""
