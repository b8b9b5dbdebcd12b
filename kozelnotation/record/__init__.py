"""What a file means: statements to header, deals and events, and back to text and JSON."""
