"""The replay of a deal of Svoi Kozyri, a room for each kind of thing that can happen."""
