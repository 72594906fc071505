#!/usr/bin/env python3
"""Commands with many threads, run in orders that seeds decide (schedule_preload.cpp): whatever the order, they end, say
the same, and leave the same.

A finding names its scenario and its seed; `--only SCENARIO --first SEED --seeds 1` runs that order again.
"""

import argparse
import concurrent.futures
import lzma
import pathlib
import random
import subprocess
import sys
import tarfile
import tempfile

from scenarios import SAMPLE, Bench, Damaged, stored

THREADS = ("--threads", "4", "--memory", "64MiB")
LARGE_BYTES = 4_300_000  # a source that a thread reads by itself
EXIT_STUCK = 86


def write_large(path, seed):
    """Few moves and long comments: much to read, little to do."""
    chance = random.Random(seed)
    words = [f"word{number}" for number in range(500)]
    games, size = [], 0
    while size < LARGE_BYTES:
        moves = "".join(f";{'BW'[ply % 2]}[{chance.choice('abcdefghi')}{chance.choice('abcdefghi')}]" for ply in range(6))
        games.append(f"(;GM[1]FF[4]SZ[9]PB[Player {chance.randrange(300)}]PW[Player {chance.randrange(300)}]RE[B+R]"
                     f"C[{' '.join(chance.choices(words, k=900))}]{moves})\n")
        size += len(games[-1])
    path.write_text("".join(games))


def mixed_sources(bench):
    for number in range(3):
        write_large(bench.inputs / f"large{number}.sgf", number)
    generated = bench.generate("generated.sgf", 500, 1)
    (bench.inputs / "packed.sgf.xz").write_bytes(lzma.compress(bench.generate("packed.sgf", 200, 2).read_bytes()))
    (bench.inputs / "packed.sgf").unlink()
    with tarfile.open(bench.inputs / "sample.tar", "w") as archive:
        archive.add(SAMPLE, arcname="sample")
    return generated


def indexed_sources(bench):
    generated = mixed_sources(bench)
    bench.must("index", bench.database, bench.inputs, *THREADS)
    return generated


def changed_sources(bench):
    generated = indexed_sources(bench)
    write_large(bench.inputs / "large1.sgf", 17)
    with generated.open("ab") as file:
        file.write(bench.generate("more.sgf", 150, 3).read_bytes())


def faulty_sources(bench):
    """The run ends in the middle, with batches on all ways."""
    mixed_sources(bench)
    (bench.inputs / "large1.cgp").write_text("15/15/15 / 0/0 0\n" + "no position / 0/0 0\n" * 3)


def two_databases(bench):
    bench.others = [bench.inputs / "one.db", bench.inputs / "two.db"]
    for number, other in enumerate(bench.others):
        bench.must("index", other, bench.generate(f"part{number}.sgf", 900, number), SAMPLE, *THREADS)


def with_removed(bench):
    indexed_sources(bench)
    bench.must("remove", bench.database, "--source", "large0.sgf", "--yes")


def index(bench, *more):
    return ["index", bench.database, bench.inputs, *(more or THREADS)]


class Scenario:
    """\\param commands  run one after the other, each in the order of the seed
    \\param says_the_same  in every order"""

    def __init__(self, name, prepare, *commands, says_the_same=True):
        self.name, self.prepare, self.commands, self.says_the_same = name, prepare, commands, says_the_same


def ask(*words):
    return lambda bench: [words[0], bench.database, *words[1:]]


SCENARIOS = [
    Scenario("index", mixed_sources, index),
    Scenario("index with one reader", mixed_sources, lambda b: index(b, "--threads", "1", "--memory", "64MiB")),
    Scenario("index again", indexed_sources, index),
    Scenario("index changed", changed_sources, index),
    Scenario("index stopped", faulty_sources, lambda b: index(b, *THREADS, "--max-rejects", "1"), index,
             says_the_same=False),
    Scenario("merge", two_databases, lambda b: ["merge", b.database, *b.others, *THREADS[2:]]),
    Scenario("compact", with_removed, ask("compact")),
    Scenario("verify", indexed_sources, ask("info", "--verify", "--format", "json")),
    Scenario("questions", indexed_sources, ask("find", "--game", "go", "--pattern", "B./.W", "--format", "csv"),
             ask("explore", "--game", "go", "--pattern", "B", "--at", "ne", "--format", "csv"),
             ask("stats", "--by", "player"),
             ask("duplicates", "--format", "csv"), ask("find", "--text", "word17", "--count")),
]


class Schedules:
    """One scenario in one folder, prepared once."""

    def __init__(self, options, scenario):
        self.options, self.scenario = options, scenario
        self.scratch = tempfile.TemporaryDirectory(prefix="ludex-schedules-", dir=options.folder)
        self.bench = Bench(options.program, options.generator, self.scratch.name)
        self.report = self.bench.folder / "report"
        scenario.prepare(self.bench)
        self.bench.keep()
        self.reference = self.run()
        if self.reference[-1].startswith("exit"):
            raise RuntimeError(f"{scenario.name}: {self.reference[-1]}")

    def environment(self, seed):
        environment = self.bench.environment()
        if seed is not None:
            environment |= {"LD_PRELOAD": self.options.preload, "LUDEX_SCHEDULE_SEED": str(seed),
                            "LUDEX_SCHEDULE_REPORT": str(self.report)}
        return environment

    def run(self, seed=None):
        """\\returns what the commands said and what they left"""
        self.bench.put_back()
        outcome = []
        for command in self.scenario.commands:
            status, said = self.bench.start(*command(self.bench), environment=self.environment(seed))
            if status in (None, EXIT_STUCK) or status < 0:
                return [*outcome, f"exit {status}: {said[-1500:]}"]
            outcome.append(f"exit {status}: {without_times(said) if self.scenario.says_the_same else ''}")
        try:
            return [*outcome, stored(self.bench)]
        except Damaged as damage:
            return [*outcome, f"exit 0, but {damage}"]

    def findings(self, seeds):
        for seed in seeds:
            outcome = self.run(seed)
            if outcome != self.reference:
                yield f"{self.scenario.name}, seed {seed}: {first_difference(outcome, self.reference)}"

    def trace(self, seed):
        self.run(seed)
        return self.report.read_text()


def without_times(said):
    """The line that ends a run says how long it took."""
    return "\n".join(line for line in said.splitlines() if " s (" not in line and " s;" not in line)


def first_difference(outcome, reference):
    for here, there in zip(outcome, reference):
        if here != there:
            place = next((at for at, pair in enumerate(zip(here, there)) if pair[0] != pair[1]), 0)
            return f"{here[max(place - 60, 0):place + 1500]!r} instead of {there[max(place - 60, 0):place + 200]!r}"
    return f"{len(outcome)} outcomes instead of {len(reference)}"


def run_scenario(options, name, seeds):
    scenario = next(one for one in SCENARIOS if one.name == name)
    return name, list(Schedules(options, scenario).findings(seeds))


def finds_what_hangs(options):
    """The known mistake hangs in some orders, and in no other way."""
    statuses = []
    for seed in range(60):
        ran = subprocess.run([options.faulty], env={"LD_PRELOAD": options.preload, "LUDEX_SCHEDULE_SEED": str(seed)},
                             capture_output=True, timeout=60)
        statuses.append(ran.returncode)
    stuck = statuses.count(EXIT_STUCK)
    print(f"a queue with a known mistake: hangs in {stuck} of {len(statuses)} orders")
    return 0 < stuck < len(statuses) and set(statuses) == {0, EXIT_STUCK}


def repeats_itself(options):
    can_fix = subprocess.run(["setarch", "-R", "true"], capture_output=True).returncode == 0
    schedules = Schedules(options, SCENARIOS[0])
    traces = [schedules.trace(seed) for seed in (1, 1, 2)]
    print(f"one seed, one order: {traces[0].strip()}")
    return (traces[0] == traces[1] or not can_fix) and traces[1] != traces[2]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--generator", required=True)
    parser.add_argument("--preload", required=True, help="libludex_schedule_preload.so")
    parser.add_argument("--faulty", help="program that must be found to hang")
    parser.add_argument("--seeds", type=int, default=5, help="orders of each scenario (default: 5)")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--only", help="this scenario")
    parser.add_argument("--folder", help="for what is written")
    options = parser.parse_args()
    seeds = range(options.first, options.first + options.seeds)
    names = [one.name for one in SCENARIOS if options.only in (None, one.name)]
    if not names:
        parser.error(f"--only: one of {', '.join(one.name for one in SCENARIOS)}")
    failures = 0
    if options.faulty:
        failures += not finds_what_hangs(options)
    if not options.only:
        failures += not repeats_itself(options)
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        for name, findings in pool.map(run_scenario, [options] * len(names), names, [seeds] * len(names)):
            print(f"{name}: {len(seeds)} orders, {len(findings)} findings", flush=True)
            for finding in findings:
                print(f"FINDING {finding}", flush=True)
            failures += len(findings)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
