#!/usr/bin/env python3
"""Runs recorded command lines and compares what they print with what they printed.

usage: run_golden.py [--update] --program PATH [FOLDER...]

A folder holds `cmd` (one or more lines for sh, with `ludex` on the PATH), `stdout`, `exit`, and
`stderr` where something is expected there. It runs in a scratch folder that holds a copy of the
sample archive as `sample/` and of the games of other boards as `boards/`. Without folders, all beside this script are run. --update writes what
was printed instead of comparing; the diff is reviewed like code.

A folder with `widths` (numbers on one line) is run once more on a terminal of each of these widths; `terminal-60` holds what
one of 60 columns shows, standard error in its place. No line but a message may be wider, and no number or date be cut.
"""

import argparse
import difflib
import fcntl
import os
import pathlib
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import unicodedata

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


def on_terminal(columns, command):
    """What a terminal so wide shows: standard output and standard error together."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(**command, stdout=theirs, stderr=theirs)
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 65536):
            shown += piece
    except OSError:  # EIO: the last one has closed it
        pass
    os.close(ours)
    process.wait(timeout=300)
    return shown.decode("utf-8", "backslashreplace").replace("\r\n", "\n").replace("\r\033[K", "")


def cells(text):
    """How many columns of a terminal a text takes."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def misfits(name, text, columns):
    """Lines that a terminal would wrap, or that show a part of a number or date."""
    for number, line in enumerate(text.splitlines(), start=1):
        if cells(line) > columns and not line.startswith("ludex: "):  # messages are prose
            yield f"{name}:{number}: {cells(line)} columns wide: {line}\n"
        if re.search(r"(?:^|\s\s)[\d.,:+-]*\d[\d.,:+-]*…", line):
            yield f"{name}:{number}: a number or date is cut: {line}\n"


def run(folder, program):
    """What the folder's command printed: {file name: text}; and what a terminal cannot show."""
    printed, wrong = run_once(folder, program, None), []
    widths = folder / "widths"
    for columns in map(int, widths.read_text().split() if widths.exists() else []):
        shown = run_once(folder, program, columns)
        printed.update(shown)
        wrong += [line for name, text in shown.items() for line in misfits(folder / name, text, columns)]
    return printed, wrong


def run_once(folder, program, columns):
    with tempfile.TemporaryDirectory(prefix="ludex-golden-") as name:
        scratch = pathlib.Path(name).resolve()
        if SAMPLE.is_dir():
            shutil.copytree(SAMPLE, scratch / "sample")
        if BOARDS.is_dir():
            shutil.copytree(BOARDS, scratch / "boards")
        (scratch / ".bin").mkdir()
        (scratch / ".bin" / "ludex").symlink_to(program)
        environment = dict(os.environ, LC_ALL="C.UTF-8", TZ="UTC", HOME=name, TERM="xterm", NO_COLOR="1",
                           PATH=f"{scratch / '.bin'}:{os.environ['PATH']}")
        for theirs in ("COLUMNS", "CLICOLOR_FORCE", "LUDEX_DB"):
            environment.pop(theirs, None)
        command = {"args": ["sh", "-c", (folder / "cmd").read_text(encoding="utf-8")], "cwd": scratch,
                   "env": environment, "stdin": subprocess.DEVNULL}
        if columns:
            shown = on_terminal(columns, command)
            return {f"terminal-{columns}": masked(shown, scratch)}
        result = subprocess.run(**command, capture_output=True, timeout=300)
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
        printed, wrong = run(folder, options.program.resolve())
        failed += bool(wrong)
        sys.stdout.writelines(wrong)
        if options.update:
            update(folder, printed)
            continue
        diff = list(differences(folder, printed))
        failed += bool(diff)
        sys.stdout.writelines(line if line.endswith("\n") else line + "\n" for line in diff)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
