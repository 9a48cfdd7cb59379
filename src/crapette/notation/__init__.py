"""What is written down: positions."""
