"""Catalogues of sentences, one module per language."""
