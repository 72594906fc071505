#!/usr/bin/env python3
"""Runs the examples of a document and compares what they print with what the document shows.

usage: readme_examples.py [--update] [--without-extension] --program PATH DOCUMENT...

Every ```console block of a document is run, in order, in one scratch folder that holds the sample
archive where the source tree has it, the program where the quick start puts it and the extension
where a build does; `ludex` is on the PATH. A line `$ COMMAND` is given to sh, the lines below it are what it prints on standard output
and standard error; a line `...` stands for any lines. A command that ends in a backslash goes on in the next line, after
`> `. Commands in a comment `<!-- before:` are run too, and nothing of them is compared. Durations, rates and sizes of files are not
compared. --update writes what was printed into the documents; the diff is reviewed like code.
--without-extension leaves out the examples that load it: it is not built, or not for such programs.
Exit status: 0 all agree, 1 some differ, 77 a program that an example needs is not installed.
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
sys.path.insert(0, str(HERE.parent / "golden"))
from run_golden import masked  # noqa: E402

BLOCK = re.compile(r"(?<=^```console\n)(?P<block>.*?)(?=^```$)|^<!-- before:\n(?P<before>.*?)^-->$",
                   re.MULTILINE | re.DOTALL)
SIZE = re.compile(r" *\b\d+\.\d+ [KMG]iB\b")
ELISION = "..."
EXTENSION = "libludex_sqlite"


def examples_of(block):
    """[(command, lines shown)] of a block."""
    examples = []
    for line in block.splitlines():
        if line.startswith("$ "):
            examples.append((line[2:], []))
        elif line.startswith("> ") and examples[-1][0].endswith("\\") and not examples[-1][1]:
            examples[-1] = (f"{examples[-1][0]}\n{line}", [])
        else:
            examples[-1][1].append(line)
    return examples


def columns_of(document):
    """The width of tables: a page of the manual indents them on a terminal of 80 columns."""
    return 71 if re.search(r"\.[17]\.md$", document.name) else 100


def typed(command):
    """A command as the shell gets it: without the `> ` before lines that go on."""
    return command.replace("\\\n> ", "\\\n")


class Scratch:
    """A folder in which the commands of one document run one after the other."""

    def __init__(self, name, program, columns):
        self.path = pathlib.Path(name).resolve()
        shutil.copytree(HERE.parent / "data" / "sample", self.path / "tests" / "data" / "sample")
        for folder in (".bin", "build/quickstart"):
            (self.path / folder).mkdir(parents=True)
            (self.path / folder / "ludex").symlink_to(program)
        extension = program.parent / f"{EXTENSION}.so"
        (self.path / "build" / "release").mkdir()
        (self.path / "build" / "release" / extension.name).symlink_to(extension)
        self.environment = dict(os.environ, LC_ALL="C.UTF-8", TZ="UTC", HOME=name, COLUMNS=str(columns),
                                PATH=f"{self.path / '.bin'}:{os.environ['PATH']}")
        for theirs in ("CLICOLOR_FORCE", "LUDEX_DB"):
            self.environment.pop(theirs, None)

    def run(self, command):
        result = subprocess.run(["sh", "-c", command], cwd=self.path, env=self.environment, timeout=300,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return [line.rstrip() for line in result.stdout.decode("utf-8", "backslashreplace").splitlines()]


def comparable(lines, scratch):
    return [SIZE.sub(" SIZE", masked(line, scratch.path)).rstrip() for line in lines]


def agree(shown, printed):
    """Whether the lines are the same, `...` being any lines."""
    if ELISION not in shown:
        return shown == printed
    head = shown.index(ELISION)
    if shown[:head] != printed[:head]:
        return False
    rest = shown[head + 1:]
    return any(agree(rest, printed[start:]) for start in range(head, len(printed) + 1))


def shortened(shown, printed):
    """What was printed, with as many lines around the first `...` as were shown before."""
    if ELISION not in shown:
        return printed
    head = shown.index(ELISION)
    tail = len(shown) - head - 1
    if head + tail >= len(printed):
        return printed
    return printed[:head] + [ELISION] + printed[len(printed) - tail:]


def check(document, program, update, without_extension):
    """Prints what differs. Returns how many examples do."""
    text = document.read_text(encoding="utf-8")
    differing = 0
    with tempfile.TemporaryDirectory(prefix="ludex-examples-") as name:
        scratch = Scratch(name, program, columns_of(document))

        def run_block(match):
            nonlocal differing
            if match["before"]:
                scratch.run(match["before"])
                return match[0]
            block = ""
            for command, shown in examples_of(match["block"]):
                left_out = without_extension and EXTENSION in command
                printed = shown if left_out else scratch.run(typed(command))
                same = agree(comparable(shown, scratch), comparable(printed, scratch))
                if not same:
                    differing += 1
                    print(f"{document}: $ {command}")
                    print("\n".join(difflib.unified_diff(shown, printed, "shown", "printed", lineterm="")))
                lines = shown if same else shortened(shown, printed)
                block += "".join(line + "\n" for line in [f"$ {command}", *lines])
            return block

        updated = BLOCK.sub(run_block, text)
    if update:
        document.write_text(updated, encoding="utf-8")
    return differing


def main():
    parser = argparse.ArgumentParser(description="Runs the examples of a document.")
    parser.add_argument("--update", action="store_true", help="write what was printed into the document")
    parser.add_argument("--without-extension", action="store_true", help="leave out what loads it")
    parser.add_argument("--program", type=pathlib.Path, required=True, help="the program `ludex`")
    parser.add_argument("documents", nargs="+", type=pathlib.Path)
    options = parser.parse_args()

    if shutil.which("sqlite3") is None:
        print("skipped: sqlite3 is not installed")
        return 77
    differing = sum(check(document, options.program.resolve(), options.update, options.without_extension)
                    for document in options.documents)
    return 1 if differing and not options.update else 0


if __name__ == "__main__":
    sys.exit(main())
