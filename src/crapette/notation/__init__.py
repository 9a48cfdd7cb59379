"""What is written down: positions, records, messages."""
