#!/usr/bin/env python3
"""Checks that every folder includes only itself and the folders before it in the way of the data.

usage: include_direction.py SOURCE_TREE

Prints one line per include that points the other way; the exit status is 1 if there is any.
"""

import pathlib
import re
import sys

STAGES = ["core", "source", "split", "parse", "replay", "index", "store", "query", "sql_functions",
          "extension", "pipeline", "cli"]
RANK = {stage: rank for rank, stage in enumerate(STAGES)}
INCLUDE = re.compile(r'^\s*#\s*include\s*"(?:ludex/)?([a-z_]+)/[^"]*"')


def stage_of(path, root):
    """The folder a file belongs to; headers directly in include/ludex/ join all stages."""
    parts = path.relative_to(root).parts
    return parts[0] if len(parts) > 1 else "pipeline"


def wrong_includes(path, stage):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        match = INCLUDE.match(line)
        if match and match[1] in RANK and RANK[match[1]] > RANK[stage]:
            yield f"{path}:{number}: {stage}/ includes {match[1]}/, which comes after it"


def check(tree):
    findings = []
    for root in (tree / "include" / "ludex", tree / "src"):
        for path in sorted([*root.rglob("*.hpp"), *root.rglob("*.cpp")]):
            stage = stage_of(path, root)
            if stage in RANK:
                findings += wrong_includes(path, stage)
            else:
                findings.append(f"{path}:1: the folder {stage}/ has no place in the order of stages")
    return findings


def main():
    findings = check(pathlib.Path(sys.argv[1]))
    print("\n".join(findings) or "every include points the right way")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
