"""Fuzzing of all that reads text from strangers."""
