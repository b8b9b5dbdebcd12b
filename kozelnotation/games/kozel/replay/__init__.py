"""The replay of a deal: state, rooms for what can happen, and the loop."""
