"""Positions and findings; knows no game and no notation."""
