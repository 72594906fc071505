#!/usr/bin/env python3
""".ci/setup asks for packages by name alone, so that updates of their security arrive: no version is pinned or held."""

import pathlib
import re
import sys


def main():
    root = pathlib.Path(sys.argv[1])
    setup = (root / ".ci" / "setup").read_text()
    packages = re.search(r"^packages=\((.*?)^\)", setup, re.M | re.S)[1].split()
    pinned = [name for name in packages if not re.fullmatch(r"[a-z0-9][a-z0-9.+-]+", name)]
    holds = re.findall(r"apt-mark hold|snapshot\.debian\.org|preferences\.d|apt-get install[^\n]* [a-z0-9][a-z0-9.+-]*=\d", setup)
    if not packages or pinned or holds:
        print(f".ci/setup pins versions: {', '.join(pinned + holds) or 'no packages found'}")
        sys.exit(1)
    print(f"{len(packages)} packages, no version pinned")


if __name__ == "__main__":
    main()
