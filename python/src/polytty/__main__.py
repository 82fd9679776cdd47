"""`python -m polytty …` is the command `polytty`."""

from __future__ import annotations

import os
import sys

from . import _node


def main() -> None:
    words = [*_node.command(), *sys.argv[1:]]
    os.execv(words[0], words)


if __name__ == "__main__":
    main()
