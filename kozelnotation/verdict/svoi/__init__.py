"""Judging the deals of a record of Svoi Kozyri."""
