"""A table in the terminal, at which a person plays against a bot."""
