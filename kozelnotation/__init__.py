"""Records of Kozel and Svoi Kozyri: read them, replay them, judge them."""

__version__ = "0.1.0"
