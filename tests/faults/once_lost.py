#!/usr/bin/env python3
"""What the laboratory found, each as one case: a database torn while it was created is made again; the folder is synced
after a journal is deleted; a file that may not grow ends in a message, which names it; so does memory that runs out at any allocation.
"""

import argparse
import pathlib
import resource
import signal
import struct
import subprocess
import sys
import tempfile

import power_cut

SAMPLE = pathlib.Path(__file__).resolve().parent.parent / "data" / "sample"
PAGE, SECTOR = 16384, 512
FILE_LIMIT = 100_000


class Cases:
    def __init__(self, options, scratch):
        self.options, self.scratch, self.failures = options, scratch, 0
        self.database = scratch / "games.db"

    def run(self, *arguments, **keywords):
        ran = subprocess.run([self.options.program, *map(str, arguments)], capture_output=True, text=True, timeout=120,
                             **keywords)
        return ran.returncode, ran.stderr.strip()

    def expect(self, holds, sentence, detail=""):
        self.failures += not holds
        print(f"  {'ok  ' if holds else 'FAIL'}  {sentence}{'' if holds else f': {detail}'}")

    def clear(self):
        for path in self.scratch.glob("games.db*"):
            path.unlink()

    def torn_at_birth(self):
        """No first page, and SQLite's journal that says that there was none before."""
        self.database.write_bytes(bytes(3 * PAGE))
        head = b"\xD9\xD5\x05\xF9\x20\xA1\x63\xD7" + struct.pack(">5I", 0, 7, 0, SECTOR, PAGE)
        pathlib.Path(f"{self.database}-journal").write_bytes(head.ljust(SECTOR, b"\0"))
        status, said = self.run("info", self.database)
        self.expect(status == 3 and "empty, not a database yet" in said, "torn at birth: readers say it is empty", said)
        status, said = self.run("index", self.database, SAMPLE)
        self.expect(status == 0, "torn at birth: index makes it", said)
        self.expect(self.run("info", self.database, "--verify")[0] == 0, "torn at birth: it is sound")
        self.clear()
        self.database.write_bytes(bytes(3 * PAGE))
        status, said = self.run("index", self.database, SAMPLE)
        self.expect(status == 3 and "not a Ludex database" in said, "without a journal it is a stranger's file", said)
        self.clear()

    def deleted_journals(self):
        log = self.scratch / "log"
        status, said = self.run("index", self.database, SAMPLE, env={
            "LD_PRELOAD": self.options.preload, "LUDEX_FAULT_LOG": str(log), "LUDEX_FAULT_FOLDER": str(self.scratch)})
        operations = power_cut.read_log(log)
        ends = [place for place, one in enumerate(operations) if one.what == "u" and one.path.endswith("-journal")]
        self.expect(status == 0 and len(ends) > 1, f"{len(ends)} journals are deleted", said)
        unsynced = [place for place in ends if place + 1 == len(operations) or operations[place + 1].what != "s" or
                    operations[place + 1].path != str(self.scratch)]
        self.expect(not unsynced, "the folder is synced after each", f"not after changes {unsynced}")
        self.clear()

    def largest_file(self):
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_LIMIT, FILE_LIMIT))
        status, said = self.run("index", self.database, SAMPLE, preexec_fn=limit)
        self.expect(status == 3 and said != "", "a file that may not grow: a message", f"exit {status}: {said}")
        status, said = self.run("index", self.database, SAMPLE)
        self.expect(status == 0, "the same command again goes on", said)
        self.clear()

    def merged_into_a_full_disk(self):
        """The message names the output, not the input that was read meanwhile."""
        inputs = [self.scratch / "games.db-one", self.scratch / "games.db-two"]
        for number, path in enumerate(inputs):
            source = self.scratch / f"{number}.sgf"
            subprocess.run([self.options.generator, "--games", "900", "--seed", str(number), "-o", str(source)], check=True)
            status, said = self.run("index", path, source)
            self.expect(status == 0, "an input of a merge", said)
        limit = min(path.stat().st_size for path in inputs) // 2
        status, said = self.run("merge", self.database, *inputs, preexec_fn=lambda: resource.setrlimit(
            resource.RLIMIT_FSIZE, (limit, limit)))
        self.expect(status == 3 and said.startswith(f"ludex: {self.database}: "), "merge: the output is full, and named", said)
        self.clear()

    def memory(self):
        report = self.scratch / "report"
        settings = {"LD_PRELOAD": self.options.preload, "LUDEX_FAULT_CALLS": "malloc", "LUDEX_FAULT_REPORT": str(report)}
        self.run("index", self.database, SAMPLE, env=settings)
        count = int(report.read_text().split()[1])
        for number in {1, count // 3, count // 2, count - 200, count - 50, count}:
            self.clear()
            status, said = self.run("index", self.database, SAMPLE, env={
                **settings, "LUDEX_FAULT_AT": str(number), "LUDEX_FAULT_FOR": "0", "LUDEX_FAULT_DO": "ENOMEM"})
            self.expect(status == 0 or status == 3 and said != "", f"no memory from allocation {number} on: exit {status}",
                        said)
        self.clear()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--generator", required=True)
    parser.add_argument("--preload", required=True, help="the library made from fault_preload.cpp")
    with tempfile.TemporaryDirectory(prefix="ludex-lost-") as scratch:
        cases = Cases(parser.parse_args(), pathlib.Path(scratch).resolve())
        for case in (cases.torn_at_birth, cases.deleted_journals, cases.largest_file, cases.merged_into_a_full_disk, cases.memory):
            case()
    print(f"{cases.failures} failures")
    return 1 if cases.failures else 0


if __name__ == "__main__":
    sys.exit(main())
