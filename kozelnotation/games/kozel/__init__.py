"""Kozel: rule sets, order of cards, events, engine, scoring."""
