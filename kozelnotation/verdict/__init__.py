"""Replay a record, compare its claims, and judge it."""
