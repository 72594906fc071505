#!/usr/bin/env python3
"""Checks that README is short: what it does not hold is in the manual. usage: readme_length.py README.md"""

import pathlib
import sys

MOST_LINES = 200

lines = len(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").splitlines())
print(f"{sys.argv[1]}: {lines} lines, {MOST_LINES} at most")
sys.exit(lines > MOST_LINES)
