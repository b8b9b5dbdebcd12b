"""The published rule sets of Svoi Kozyri, one a file; a file is never changed once published."""
