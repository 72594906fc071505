#!/usr/bin/env python3
"""Runs recorded command lines and compares what they print with what they printed.

usage: run_golden.py [--update] --program PATH [FOLDER...]

A folder holds `cmd` (one or more lines for sh, with `ludex` on the PATH), `stdout`, `exit`, and
`stderr` where something is expected there. It runs in a scratch folder that holds a copy of the
sample archive as `sample/` and of the games of other boards as `boards/`. Without folders, all beside this script are run. --update writes what
was printed instead of comparing; the diff is reviewed like code.
"""

import argparse
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SAMPLE = HERE.parent / "data" / "sample"
BOARDS = HERE.parent / "data" / "boards"
# What differs from run to run: durations, rates, dates of today and identifiers of a database.
MASKS = [
    (re.compile(r"\b(?:\d+ min )?\d+(?:\.\d+)? m?s\b"), "TIME"),
    (re.compile(r"\b\d+(?:\.\d+)? (games|positions|MB)/s"), r"RATE \1/s"),
    (re.compile(r"\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b"), "UUID"),
    (re.compile(r"\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?Z?"), "NOW"),
]


def masked(text, scratch):
    text = text.replace(str(scratch), "SCRATCH")
    for pattern, replacement in MASKS:
        text = pattern.sub(replacement, text)
    return text


def run(folder, program):
    """What the folder's command printed: {file name: text}."""
    with tempfile.TemporaryDirectory(prefix="ludex-golden-") as name:
        scratch = pathlib.Path(name).resolve()
        if SAMPLE.is_dir():
            shutil.copytree(SAMPLE, scratch / "sample")
        if BOARDS.is_dir():
            shutil.copytree(BOARDS, scratch / "boards")
        (scratch / ".bin").mkdir()
        (scratch / ".bin" / "ludex").symlink_to(program)
        environment = dict(os.environ, LC_ALL="C.UTF-8", TZ="UTC", HOME=name,
                           PATH=f"{scratch / '.bin'}:{os.environ['PATH']}")
        result = subprocess.run(["sh", "-c", (folder / "cmd").read_text(encoding="utf-8")], cwd=scratch,
                                env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
        return {
            "stdout": masked(result.stdout.decode("utf-8", "backslashreplace"), scratch),
            "stderr": masked(result.stderr.decode("utf-8", "backslashreplace"), scratch),
            "exit": f"{result.returncode}\n",
        }


def update(folder, printed):
    for name, text in printed.items():
        path = folder / name
        if name == "stderr" and not text:
            path.unlink(missing_ok=True)
        else:
            path.write_text(text, encoding="utf-8")


def differences(folder, printed):
    for name, text in printed.items():
        path = folder / name
        if not path.exists() and name != "stderr":
            yield f"{path} is missing; --update writes it\n"
        expected = path.read_bytes().decode("utf-8") if path.exists() else ""  # csv lines end in CRLF
        yield from difflib.unified_diff(expected.splitlines(keepends=True), text.splitlines(keepends=True),
                                        f"{path}", f"{name} of this run")


def main():
    parser = argparse.ArgumentParser(description="Runs recorded command lines.")
    parser.add_argument("--update", action="store_true", help="record instead of comparing")
    parser.add_argument("--program", type=pathlib.Path, required=True, help="the program `ludex`")
    parser.add_argument("folders", nargs="*", type=pathlib.Path)
    options = parser.parse_args()

    failed = 0
    for folder in options.folders or sorted(path.parent for path in HERE.glob("*/cmd")):
        printed = run(folder, options.program.resolve())
        if options.update:
            update(folder, printed)
            continue
        diff = list(differences(folder, printed))
        failed += bool(diff)
        sys.stdout.writelines(line if line.endswith("\n") else line + "\n" for line in diff)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
