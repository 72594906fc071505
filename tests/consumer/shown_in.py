#!/usr/bin/env python3
"""Checks that a document shows a C++ file as it is. usage: shown_in.py FILE DOCUMENT"""

import pathlib
import sys

shown = f"```cpp\n{pathlib.Path(sys.argv[1]).read_text(encoding='utf-8')}```\n"
if shown not in pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"):
    sys.exit(f"{sys.argv[2]} does not show {sys.argv[1]} as it is")
print("shown as it is")
