"""How work and answers grow with the archive: `bench/run BUILD --scale`.

Generated games are piped into `index`, so that only the database lies on disk, in a folder that is removed at the end.
Figures are CPU seconds (user and system) of whole commands, so that a busy machine changes them little.
"""

import math
import os
import pathlib
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile

APPENDED = 10_000
PARTS = 4  # that `merge` joins

# What is listed in full grows with the archive, and so may what reads it all; a look-up may hardly grow.
LIMITS = {"lookup": 0.2, "whole": 1.05, "listing": math.inf}

QUESTIONS = [
    ("find one game", "lookup", ["find", "DB", "--id", "17"]),
    ("find `--player` of one name, first 40", "lookup", ["find", "DB", "--player", "=a", "--limit", "40"]),
    ("show a game", "lookup", ["show", "DB", "17"]),
    ("explore, empty board", "lookup", ["explore", "DB", "--position", "moves:", "--game", "go"]),
    ("explore, a position of one game", "lookup", ["explore", "DB", "--position", "@2:60"]),
    ("explore, empty board, `--result B`", "whole", ["explore", "DB", "--position", "moves:", "--result", "B"]),
    ("find `--count`, no filter", "whole", ["find", "DB", "--count"]),
    ("find `--count`, three filters", "whole",
     ["find", "DB", "--from", "1990", "--to", "1999", "--result", "B", "--count"]),
    ("find `--unique --count`", "whole", ["find", "DB", "--unique", "--count"]),
    ("duplicates", "whole", ["duplicates", "DB", "--format", "csv"]),
    ("find `--pattern`, a corner, `--count`", "whole",
     ["find", "DB", "--pattern", ".../.B./.W./...", "--at", "ne", "--game", "go", "--count"]),
    ("stats `--by year`", "whole", ["stats", "DB", "--by", "year", "--format", "csv"]),
    ("stats `--by player`", "whole", ["stats", "DB", "--by", "player", "--format", "csv"]),
    ("find, all rows as csv", "listing", ["find", "DB", "--format", "csv"]),
]


def run_counted(command, feed=None, good=(0, 1)):
    """Runs a command; returns its CPU seconds and peak resident MiB. `feed` is a process to read from."""
    process = subprocess.Popen([str(word) for word in command], stdin=feed.stdout if feed else subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = process.stderr.read().decode("utf-8", "replace")
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if feed and feed.wait() != 0:
        sys.exit("ludex-generate failed")
    if process.returncode not in good:
        sys.exit(f"{shlex.join(str(w) for w in command)}: exit status {process.returncode}\n{errors}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


class Measurement:
    """All figures of one number of games, by what they are of: (kind, CPU seconds, MiB)."""

    def __init__(self, options, games, folder):
        self.options = options
        self.games = games
        self.folder = folder
        self.ludex = options.build / "ludex"
        self.figures = {}

    def index(self, database, games, seed, name):
        feed = subprocess.Popen([self.options.build / "ludex-generate", "--games", str(games), "--seed", str(seed)],
                                stdout=subprocess.PIPE)
        return run_counted([self.ludex, "index", database, "-", "--name", name, "--no-progress", "--threads",
                            self.options.threads, "--memory", self.options.memory], feed, good=(0,))

    def ask(self, name, kind, command):
        run_counted(command)  # into the page cache
        runs = [run_counted(command) for _ in range(self.options.repeat)]
        self.figures[name] = (kind, statistics.median(run[0] for run in runs), max(run[1] for run in runs))

    def merge(self):
        parts = []
        for part in range(PARTS):
            parts.append(self.folder / f"part{part}.db")
            self.index(parts[-1], self.games // PARTS, part + 100, f"part{part}.sgf")
        merged = self.folder / "merged.db"
        self.figures[f"merge of {PARTS} parts"] = (
            "whole", *run_counted([self.ludex, "merge", merged, *parts, "--no-progress"], good=(0,)))
        for path in [merged, *parts]:
            path.unlink()

    def run(self):
        database = self.folder / "games.db"
        self.figures["index"] = ("whole", *self.index(database, self.games, self.options.seed, "games.sgf"))
        self.bytes = database.stat().st_size
        for name, kind, command in QUESTIONS:
            self.ask(name, kind, [self.ludex, *[database if word == "DB" else word for word in command]])
        self.figures[f"append of {APPENDED:,} games"] = (
            "whole", *self.index(database, APPENDED, self.options.seed + 1, "more.sgf"))
        database.unlink()
        self.merge()
        return self


def exponent(smaller, larger, value):
    return math.log(max(value(larger), 1e-9) / max(value(smaller), 1e-9)) / math.log(larger.games / smaller.games)


def print_table(measurements):
    """Returns what grows faster than it may."""
    sizes = [f"{one.games:,}" for one in measurements]
    print(f"| CPU seconds; MiB | {' | '.join(sizes)} | exponent |\n|---|{'---:|' * (len(sizes) + 1)}")
    too_fast = []
    smaller, larger = measurements[-2:]
    for name, (kind, _, _) in measurements[0].figures.items():
        cells = [f"{one.figures[name][1]:.3f}; {one.figures[name][2]:.0f}" for one in measurements]
        growth = exponent(smaller, larger, lambda one: one.figures[name][1])
        print(f"| {name} | {' | '.join(cells)} | {growth:.2f} |")
        if growth > LIMITS[kind]:
            too_fast.append(f"{name}: n^{growth:.2f}, at most n^{LIMITS[kind]}")
    cells = [f"{one.bytes / 1e6:,.0f}" for one in measurements]
    growth = exponent(smaller, larger, lambda one: one.bytes)
    print(f"| MB of the file | {' | '.join(cells)} | {growth:.2f} |", flush=True)
    return too_fast


def measure_scale(options):
    sizes = [100_000, 1_000_000] + ([10_000_000] if options.ten_million else [])
    if options.scale_games:
        sizes = options.scale_games
    options.work.mkdir(parents=True, exist_ok=True)
    measurements = []
    for games in sizes:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="scale-", dir=options.work))
        try:
            measurements.append(Measurement(options, games, folder).run())
        finally:
            shutil.rmtree(folder)
    too_fast = print_table(measurements)
    for line in too_fast:
        print(line, file=sys.stderr)
    return 1 if too_fast else 0
