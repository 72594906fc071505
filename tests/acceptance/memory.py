#!/usr/bin/env python3
"""Peak resident memory of `index` over records made to take much: `--memory` and 64 MiB more, whatever they hold."""

import multiprocessing
import os
import random
import subprocess
import sys

import acceptance

MIB = 1 << 20
ALLOWED_MIB = 64  # beside --memory
LONGEST = 4 * MIB - 64  # of a record that is parsed with 64 MiB
MOST = 262_000  # nodes or values of such a record


def ident(number):
    letters = ""
    for _ in range(5):
        letters += chr(ord("A") + number % 26)
        number //= 26
    return letters


def words(count, bits):
    dice = random.Random(1)
    return " ".join(f"{dice.getrandbits(bits):x}" for _ in range(count))


def han(count):
    dice = random.Random(2)
    return "".join(chr(dice.randint(0x4e00, 0x9fff)) for _ in range(count))


def names(count):
    return "(;" + "".join(f"{ident(i)}X[{i:06}]" for i in range(count)) + ")"


# What a record holds, and how it is made. These are just within the limits of 64 MiB ...
PARSED = {
    "properties of their own names": lambda: names(MOST),
    "nodes": lambda: "(;SZ[19]" + ";B[aa];W[bb]" * (MOST // 2) + ")",
    "variations": lambda: "(;SZ[19]" + "(;B[aa];W[bb])" * (MOST // 2) + ")",
    "nested variations": lambda: "(;SZ[19]" + "(;B[aa]" * MOST + ")" * (MOST + 1),
    "values": lambda: "(;XX" + "[]" * MOST + ")",
    "setup of whole boards": lambda: "(;SZ[52]" + "(;AB[aa:ZZ]AW[aa:ZZ])" * (MOST // 4) + ")",
    "games in one tree": lambda: "(;GM[1]" + "(;PB[a]C[b])" * (MOST // 2) + ")",
    "one name": lambda: "(;PB[" + "x" * (LONGEST - 20) + "])",
    "a property that JSON writes six times as long": lambda: "(;XX[" + "\x01" * (LONGEST - 20) + "])",
    "a comment of different words": lambda: "(;C[" + words(LONGEST // 12, 40) + "])",
    "a comment in Chinese": lambda: "(;C[" + han(LONGEST // 3 - 20) + "])",
    "20 long comments": lambda: ("(;C[" + "word " * (LONGEST // 5 - 10) + "])\n") * 20,
}
# ... and these over them, up to the longest that any memory parses.
REJECTED = {
    "800,000 properties": lambda: names(800_000),
    "a million nodes": lambda: "(;" + ";B[aa]" * 999_000 + ")",
    "four million values": lambda: "(;AB" + "[aa]" * 3_990_000 + ")",
    "a million nested variations": lambda: "(;" + "(;B[aa]" * 990_000 + ")" * 990_001,
    "6 comments of 16 MiB": lambda: ("(;C[" + "word " * (16 * MIB // 5 - 10) + "])\n") * 6,
}
PARSED_WITH_256_MIB = {
    "a name of 16 MiB": lambda: "(;PB[" + "x" * (16 * MIB - 20) + "])",
    "800,000 properties": lambda: names(800_000),
}


def write_apart(path, make):
    """In a process of its own: the peak of a child begins with that of its parent."""
    def write():
        path.write_text(make(), encoding="utf-8")
    writer = multiprocessing.get_context("fork").Process(target=write)
    writer.start()
    writer.join()
    if writer.exitcode != 0:
        raise acceptance.Failed(f"{path} is not written")


def index_measured(ludex, database, source, *arguments):
    """(the summary, peak resident MiB)"""
    process = subprocess.Popen(ludex.command("index", database, source, *arguments), stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT)
    summary = process.stdout.read().decode("utf-8", "replace").strip()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise acceptance.Failed(f"exit {process.returncode}: {summary}")
    return summary, usage.ru_maxrss / 1024


def expect_bounded(report, ludex, scratch, records, memory_mib, rejected):
    source, database = scratch / "record.sgf", scratch / "games.db"
    limit = memory_mib + ALLOWED_MIB
    for what, make in records.items():
        write_apart(source, make)
        summary, peak = index_measured(ludex, database, source, "--memory", f"{memory_mib}MiB")
        report.expect(peak <= limit, f"{what}: {peak:.0f} MiB, at most {limit}")
        verdict = "rejected" if rejected else "parsed"
        report.expect(("; 0 rejected" not in summary) == rejected, f"{what}: {verdict}", summary)
        for path in scratch.glob("games.db*"):
            path.unlink()


def expect_compact(report, ludex, scratch):
    """A file twice as large as what `compact` may hold."""
    source, database = scratch / "games.sgf", scratch / "games.db"
    ludex.generate(source, 60_000)
    ludex.index(database, source)
    ludex.run("remove", database, "--id", "100..4000", "--yes")
    size = database.stat().st_size >> 20
    process = subprocess.Popen(ludex.command("compact", database, "--memory", "64MiB"), stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    report.equal(process.returncode, 0, f"compacts {size} MiB")
    report.expect(usage.ru_maxrss / 1024 <= 64 + ALLOWED_MIB, f"in {usage.ru_maxrss / 1024:.0f} MiB")
    report.expect(size > 128, "the file is larger")
    report.equal(ludex.run("info", database, "--verify").decode().splitlines()[-1], "sound", "info --verify finds nothing")


def test(report, ludex, scratch, corpus):
    if acceptance.is_sanitized(ludex.program):
        print("skipped: a sanitizer keeps freed memory")
        sys.exit(acceptance.SKIPPED)
    report.section("Records within the limits of --memory 64MiB")
    expect_bounded(report, ludex, scratch, PARSED, 64, rejected=False)
    report.section("Records over them")
    expect_bounded(report, ludex, scratch, REJECTED, 64, rejected=True)
    report.section("compact with --memory 64MiB")
    expect_compact(report, ludex, scratch)
    report.section("With --memory 256MiB, which parses up to 16 MiB")
    expect_bounded(report, ludex, scratch, PARSED_WITH_256_MIB, 256, rejected=False)


if __name__ == "__main__":
    acceptance.main(test, __doc__)
