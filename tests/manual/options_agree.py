#!/usr/bin/env python3
"""Checks that --help, the manual and the scripts of completion know the same options.

usage: options_agree.py --program PATH --manual FOLDER

Reads what each command's --help lists. The command's page must describe each of its own options, and ludex-filters(7)
each filter; nothing is described twice. The scripts for bash, zsh and fish must offer each option for that command.
"""

import argparse
import pathlib
import re
import subprocess
import sys

HELP_OPTION = re.compile(r"^  (?:(-\w), |    )--(\[no-\])?([a-z][a-z-]*)", re.MULTILINE)
TERM = re.compile(r"^\.TP\n(.*)$", re.MULTILINE)
NAME = re.compile(r"--(\[no-\])?([a-z][a-z-]*)")


def spread(optional, name):
    return [f"--{name}", f"--no-{name}"] if optional else [f"--{name}"]


def help_of(program, command):
    return subprocess.run([program, command, "--help"], check=True, capture_output=True, text=True).stdout


def options_in_help(text):
    """The options of a command: its own, and its filters."""
    own, _, filters = text.partition("\nFilters")
    return [{name for letter, optional, word in HELP_OPTION.findall(part) for name in spread(optional, word)}
            for part in (own, filters)]


def described(page):
    """[option] of each term of a page's section OPTIONS."""
    text = page.read_text().replace("\\-", "-").partition("\n.SH OPTIONS\n")[2].partition("\n.SH ")[0]
    return [name for term in TERM.findall(text) for optional, word in NAME.findall(re.sub(r"\\f.", "", term))
            for name in spread(optional, word)]


def section(text, begin, end):
    start = text.index(begin)
    return text[start:text.index(end, start)]


def completed(folder, command):
    """{shell: options that its script offers for a command}."""
    bash = re.search(rf"^    {command}\) echo(.*) ;;$", (folder / "ludex").read_text(), re.MULTILINE)[1].split()
    zsh = section((folder / "_ludex").read_text(), f"    {command})\n", "\n      ;;\n")
    fish = re.findall(rf"__ludex_command {command}' -l (\S+)", (folder / "ludex.fish").read_text())
    return {"bash": {word for word in bash if word.startswith("--")} | {"--help"},
            "zsh": set(re.findall(r"(--[a-z][a-z-]*)(?==?(?:\[|\}))", zsh)),
            "fish": {f"--{name}" for name in fish} | {"--help"}}


def differences(where, wanted, found):
    for name in sorted(wanted - found):
        yield f"{where}: {name} is missing"
    for name in sorted(found - wanted):
        yield f"{where}: {name} is not in --help"


def check(program, manual):
    commands = re.findall(r"^  ([a-z]+) {2,}\S", subprocess.run([program, "--help"], check=True, capture_output=True,
                                                               text=True).stdout, re.MULTILINE)
    filters_page = described(manual / "man" / "ludex-filters.7")
    all_filters = set()
    for command in commands:
        own, filters = options_in_help(help_of(program, command))
        page = described(manual / "man" / f"ludex-{command}.1")
        yield from differences(f"ludex-{command}(1)", own, set(page))
        yield from (f"ludex-{command}(1): {name} is described twice" for name in set(page) if page.count(name) > 1)
        for shell, found in completed(manual / "completion", command).items():
            yield from differences(f"{shell}, {command}", own | filters, found)
        all_filters |= filters
    yield from differences("ludex-filters(7)", all_filters, set(filters_page))
    yield from (f"ludex-filters(7): {name} is described twice" for name in set(filters_page)
                if filters_page.count(name) > 1)
    if len(commands) < 10 or len(all_filters) < 20:
        yield f"--help lists {len(commands)} commands and {len(all_filters)} filters"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--manual", type=pathlib.Path, required=True)
    options = parser.parse_args()
    found = list(check(options.program, options.manual))
    print("\n".join(found) or "help, manual and completion know the same options")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
