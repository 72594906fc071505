#!/usr/bin/env python3
"""Renders every manual page at 80 columns and checks that nothing is wrong with it.

usage: rendered.py MAN_FOLDER

Neither man(1) nor mandoc(1) may warn, no line of text may be wider than the terminal, and each page has the sections
that readers look for. Exit status: 0 fine, 1 something is wrong, 77 man(1) is not installed.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

COLUMNS = 80
SECTIONS = {"1": ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS", "SEE ALSO"],
            "7": ["NAME", "DESCRIPTION", "EXAMPLES", "SEE ALSO"]}
REFERENCE = re.compile(r"\b(ludex(?:-[a-z]+)?)\(([17])\)")


def render(page):
    environment = dict(os.environ, MANWIDTH=str(COLUMNS), LC_ALL="C.UTF-8", MANPAGER="cat", MAN_KEEP_FORMATTING="")
    return subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", str(page)], env=environment, capture_output=True,
                          text=True, stdin=subprocess.DEVNULL)


def lint(page):
    """What mandoc(1) finds. Questions of style in the source of a generated page do not matter."""
    if shutil.which("mandoc") is None:
        return ""
    return subprocess.run(["mandoc", "-T", "lint", "-W", "warning", str(page)], capture_output=True, text=True).stdout


def check(page, names):
    run = render(page)
    yield from (f"{page.name}: man: {line}" for line in run.stderr.splitlines())
    yield from (f"{page.name}: mandoc: {line}" for line in lint(page).splitlines())
    text = re.sub(r".\x08", "", run.stdout)
    code = set(re.findall(r"^\.EX\n(.*?)^\.EE$", page.read_text(), re.MULTILINE | re.DOTALL))
    shown = {line.replace("\\-", "-").replace("\\(aq", "'").replace("\\e", "\\").replace("\\(ga", "`")
             .replace("\\(ha", "^").replace("\\(ti", "~").removeprefix("\\&").strip()
             for block in code for line in block.splitlines()}
    for line in text.splitlines():
        if len(line) > COLUMNS and line.strip() not in shown:
            yield f"{page.name}: wider than {COLUMNS} columns: {line}"
    sections = re.findall(r"^[A-Z][A-Z ]+$", text, re.MULTILINE)
    for wanted in SECTIONS[page.suffix[1:]]:
        if wanted not in sections:
            yield f"{page.name}: there is no section {wanted}"
    for name, section in REFERENCE.findall(text):
        if f"{name}.{section}" not in names:
            yield f"{page.name}: there is no page {name}({section})"


def main():
    if shutil.which("man") is None:
        print("skipped: man is not installed")
        return 77
    pages = sorted(path for path in pathlib.Path(sys.argv[1]).iterdir() if path.suffix in (".1", ".7"))
    names = {page.name for page in pages}
    found = [finding for page in pages for finding in check(page, names)]
    if len(pages) < 15:
        found.append(f"only {len(pages)} pages")
    print("\n".join(found) or f"{len(pages)} pages are fine")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
