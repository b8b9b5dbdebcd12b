"""Svoi Kozyri: everybody has a trump suit; cover and lead, or pick up from the pile."""
