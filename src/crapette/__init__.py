"""The rules of Russian Bank / Crapette: every variant as data, what is legal and why, immutable states."""

__version__ = "0.1.0"
