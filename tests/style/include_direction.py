#!/usr/bin/env python3
"""Checks that every folder includes only itself and the folders before it in the way of the data.
The command line, the manual and the server include only their own headers and public ones; a public header includes only other public headers
and the standard library.

usage: include_direction.py SOURCE_TREE

Prints one line per include that points the other way; the exit status is 1 if there is any.
"""

import pathlib
import re
import sys

STAGES = ["core", "source", "games/api", "formats", "games", "index", "store", "query", "sql", "extension", "pipeline", "engine", "options", "manual", "web", "cli"]
RANK = {stage: rank for rank, stage in enumerate(STAGES)}
# Only these speak to SQLite; everybody else, through store/sql/.
SQLITE = {"SQLiteCpp": ["store/sql/"], "sqlite3.h": ["store/sql/"], "sqlite3ext.h": ["store/sql/", "sql/", "extension/"]}
SQLITE_INCLUDE = re.compile(r"^\s*#\s*include\s*<(SQLiteCpp|sqlite3ext\.h|sqlite3\.h)")
ANY_INCLUDE = re.compile(r'^\s*#\s*include\s*(\S+)')
STANDARD = re.compile(r"<[a-z0-9_]+>")
INCLUDE = re.compile(r'^\s*#\s*include\s*"([a-z_]+/[^"]*)"')


def stage_of(path):
    """The stage of a file by its path below src/: its folder, or the folder in it that is a stage of its own."""
    return next((stage for stage in sorted(STAGES, key=len, reverse=True) if path.startswith(f"{stage}/")), None)


def wrong_includes(path, stage):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        match = INCLUDE.match(line)
        included = match and stage_of(match[1])
        if included and RANK[included] > RANK[stage]:
            yield f"{path}:{number}: {stage}/ includes {included}/, which comes after it"


def sqlite_includes(path, below_root):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        match = SQLITE_INCLUDE.match(line)
        if match and not any(below_root.startswith(folder) for folder in SQLITE[match[1]]):
            yield f"{path}:{number}: includes {match[1]}, use store/sql/"


def closed_includes(path, allowed, what):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        match = ANY_INCLUDE.match(line)
        if match and not allowed(match[1]):
            yield f"{path}:{number}: {what} include {match[1]}"


def in_program(name):
    return name.startswith(("<", '"cli/', '"manual/', '"options/', '"web/', '"ludex/'))


def in_public_header(name):
    return name.startswith('"ludex/') or STANDARD.fullmatch(name)


def check(tree):
    findings = []
    root = tree / "src"
    for folder in ["options", "manual", "web", "cli"]:
        for path in sorted((root / folder).rglob("*.?pp")):
            findings += closed_includes(path, in_program, f"{folder}/ may not")
    for path in sorted(tree.glob("include/ludex/*.hpp")):
        findings += closed_includes(path, in_public_header, "a public header may not")
    for path in sorted([*root.rglob("*.hpp"), *root.rglob("*.cpp")]):
        stage = stage_of(path.relative_to(root).as_posix())
        findings += sqlite_includes(path, path.relative_to(root).as_posix())
        if stage:
            findings += wrong_includes(path, stage)
        else:
            findings.append(f"{path}:1: the folder has no place in the order of stages")
    return findings


def main():
    findings = check(pathlib.Path(sys.argv[1]))
    print("\n".join(findings) or "every include points the right way")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
