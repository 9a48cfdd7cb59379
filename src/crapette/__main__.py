"""`python -m crapette` is the command `crapette`."""

from crapette.cli import main

main()
