"""The published rule sets of Kozel, one a file; a file is never changed once published."""
