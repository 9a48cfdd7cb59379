"""The command: `python -m handbook` writes all pages, `python -m handbook picture` the picture of the README."""

from __future__ import annotations

import sys

from handbook.boards import PICTURE, picture
from handbook.pages import build


def main(arguments: list[str]) -> None:
    """Does what the command line asks for."""
    match arguments:
        case []:
            build()
        case ["picture"]:
            PICTURE.write_text(picture(), "utf-8")
        case _:
            sys.exit("usage: python -m handbook [picture]")


if __name__ == "__main__":
    main(sys.argv[1:])
