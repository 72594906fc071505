#!/usr/bin/env python3
"""Checks that the pictures of the manual are those that the program makes from the sample archive.

usage: pictures.py [--update] --program PATH

--update writes them anew; look at them before you commit. Exit status: 0 all agree, 1 some differ.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PICTURES = ROOT / "src" / "manual" / "pictures"
SOURCES = ["tests/data/sample", "tests/data/boards"]
COMMANDS = {
    "explore.svg": ["explore", "DATABASE", "--position", "moves:", "--game", "go", "--from", "1990", "--width", "420"],
    "game.svg": ["show", "DATABASE", "30", "--no-caption", "--width", "420"],
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    program = str(pathlib.Path(options.program).resolve())
    differing = []
    with tempfile.TemporaryDirectory() as scratch:
        database = f"{scratch}/games.db"
        subprocess.run([program, "index", database, *SOURCES], cwd=ROOT, check=True, capture_output=True)
        for name, command in COMMANDS.items():
            words = [database if word == "DATABASE" else word for word in command]
            made = subprocess.run([program, *words, "--format", "svg"], check=True, capture_output=True).stdout
            path = PICTURES / name
            if options.update:
                path.write_bytes(made)
            elif not path.is_file() or path.read_bytes() != made:
                differing.append(name)
    print("\n".join(f"src/manual/pictures/{name} is not what the program makes" for name in differing)
          or "the pictures are what the program makes")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
