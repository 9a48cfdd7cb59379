"""The engine: a module for each section of the rules."""
