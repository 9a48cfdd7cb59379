"""How fast the library is, and how large what it keeps: `make bench`."""
