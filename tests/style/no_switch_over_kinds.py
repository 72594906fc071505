#!/usr/bin/env python3
"""Checks that only the registries distinguish formats, or games, case by case.

usage: no_switch_over_kinds.py SOURCE_TREE

A format and a game is a folder and a line of a registry: what differs stands in the folder. So there is
no `switch` over Format or GameType, and outside formats/ nobody names a format. Prints one line per
finding; the exit status is 1 if there is any.
"""

import pathlib
import re
import sys

REGISTRIES = {"formats/format.hpp", "formats/registry.cpp", "games/registry.cpp", "core/game_type.cpp"}
# Until games have rooms of their own.
REGISTRIES |= {"games/api/game_rules.cpp"}
CASE = re.compile(r"\bcase\s+(?:\w+::)*(GameType|Format)::")
FORMAT = re.compile(r"(?<!\w)Format::\w+")


def findings(tree):
    root = tree / "src"
    for path in sorted([*root.rglob("*.hpp"), *root.rglob("*.cpp")]):
        name = path.relative_to(root).as_posix()
        if name in REGISTRIES:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            code = line.split("//")[0]
            if match := CASE.search(code):
                yield f"{path}:{number}: a switch over {match[1]}: ask the registry"
            elif not name.startswith("formats/") and (match := FORMAT.search(code)):
                yield f"{path}:{number}: {match[0]} outside formats/: ask the registry"


def main():
    found = list(findings(pathlib.Path(sys.argv[1])))
    print("\n".join(found) or "nobody distinguishes formats or games case by case")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
