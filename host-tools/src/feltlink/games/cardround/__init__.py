"""A round with cards: what Ultimate Texas Hold'em, its player-dealer kind and Duel Draw share."""
