"""The vocabulary of the pack: cards, sets of cards, suits; no order of strength."""
