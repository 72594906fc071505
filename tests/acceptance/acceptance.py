"""What the acceptance tests share: running the program, a scratch folder, sentences that hold or not."""

import argparse
import contextlib
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
SAMPLE = HERE.parent / "data" / "sample"
SKIPPED = 77


class Failed(Exception):
    """The program did something that makes the rest of the test meaningless."""


class Report:
    """Prints a line for each sentence and remembers whether all of them held."""

    def __init__(self):
        self.failures = 0
        self.started = time.monotonic()

    def section(self, title):
        print(f"\n{title} [{time.monotonic() - self.started:.1f} s]", flush=True)

    def note(self, text):
        print(f"        {text}", flush=True)

    def expect(self, holds, sentence, detail=""):
        self.failures += not holds
        print(f"  {'ok  ' if holds else 'FAIL'}  {sentence}", flush=True)
        if not holds and detail != "":
            print(f"        {detail}", flush=True)
        return holds

    def equal(self, found, wanted, sentence):
        return self.expect(found == wanted, sentence, f"found {found!r}, expected {wanted!r}")

    def exit_status(self):
        seconds = time.monotonic() - self.started
        verdict = f"{self.failures} FAILED" if self.failures else "all of it holds"
        print(f"\n{verdict} ({seconds:.1f} s)")
        return 1 if self.failures else 0


class Ludex:
    def __init__(self, program, generator):
        self.program = str(pathlib.Path(program).resolve())
        self.generator = str(pathlib.Path(generator).resolve())

    def command(self, *arguments):
        return [self.program, *(str(argument) for argument in arguments)]

    def run(self, *arguments, status=0, **keywords):
        """stdout, as bytes. `status`: the expected exit status; None: any."""
        result = subprocess.run(self.command(*arguments), capture_output=True, **keywords)
        if status is not None and result.returncode != status:
            raise Failed(f"ludex {' '.join(map(str, arguments))}: exit {result.returncode}, expected {status}; "
                         f"{result.stderr.decode('utf-8', 'replace').strip()}")
        return result.stdout

    def index(self, database, *arguments, **keywords):
        return self.run("index", database, *arguments, **keywords).decode().strip()

    def info(self, database):
        return json.loads(self.run("info", database, "--format", "json"))

    def signature(self, database):
        return self.run("info", database, "--signature").decode().strip()

    def generate(self, path, games, seed=1):
        subprocess.run([self.generator, "--games", str(games), "--seed", str(seed), "-o", str(path)], check=True)
        return path


def opening(sgf, plies=20):
    """What stands on the board of a file's first game after some moves, as `--position` takes it."""
    moves = re.findall(rb";[BW]\[([a-s]{2})\]", sgf[:4000])[:plies]
    return f"moves:{b' '.join(moves).decode()}"


def rows(database, sql, *values):
    with contextlib.closing(sqlite3.connect(database)) as connection:
        return connection.execute(sql, values).fetchall()


def one(database, sql, *values):
    return rows(database, sql, *values)[0][0]


def reconcile(report, ludex, database):
    """Every record gave games or was rejected, and every byte is in a record or between two."""
    totals = ludex.info(database)["totals"]
    report.equal(totals["game_records"] + totals["rejects"] + totals["removed"], totals["records"],
                 "records with games and rejected ones are all records")
    report.equal(totals["record_bytes"] + totals["junk_bytes"], totals["stream_bytes"],
                 "bytes of records and bytes between them are all bytes")
    report.expect(totals["reconciled"], "info says so, too")


def is_sanitized(program):
    with open(program, "rb") as file:
        code = file.read()
    return b"__asan_init" in code or b"__tsan_init" in code


def main(test, description, needs_corpus=False):
    """Calls test(report, ludex, scratch folder, corpus folder or None)."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--program", required=True, help="the program `ludex`")
    parser.add_argument("--generator", required=True, help="the program `ludex-generate`")
    parser.add_argument("--corpus", default="", help="folder of real records (or environment: LUDEX_CORPUS)")
    options = parser.parse_args()
    wanted = pathlib.Path(os.environ.get("LUDEX_CORPUS") or options.corpus or os.devnull)
    corpus = wanted.resolve() if (wanted / "truth.json").is_file() else None
    if corpus is None:
        print(f"skipped: no corpus at {wanted}" if needs_corpus else "without a corpus")
        if needs_corpus:
            sys.exit(SKIPPED)
    report = Report()
    with tempfile.TemporaryDirectory(prefix="ludex-acceptance-") as scratch:
        try:
            test(report, Ludex(options.program, options.generator), pathlib.Path(scratch), corpus)
        except Failed as failure:
            report.expect(False, str(failure))
    sys.exit(report.exit_status())
