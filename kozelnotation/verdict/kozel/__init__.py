"""Judging the deals and the match of a Kozel record."""
