"""The versions of the library and of the rules it plays by."""

__version__ = "0.1.0"

RULES_VERSION = 1
"""Raised when what is legal changes for equal settings."""
