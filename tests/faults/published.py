#!/usr/bin/env python3
"""`ludex publish` with a call of the client that fails, or killed at a call, against real servers.

After each trial: what the views show is whole batches, games with all their positions and records; a run that says 0 has
published everything, one that failed says why; the same command again, without the fault, publishes the rest, and
`publish --verify` finds everything once. No run crashes or hangs. Skipped (77) where Debian's package clickhouse-server
is not installed.
"""

import argparse
import collections
import pathlib
import random
import shutil
import signal
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "clickhouse"))

import servers  # noqa: E402 (beside the cluster's tests)
from scenarios import Bench  # noqa: E402

SKIPPED = 77
FAULTS = {
    "connect": (("ECONNREFUSED", 1), ("EMFILE", 1), ("ECONNREFUSED", 0)),
    "send": (("EPIPE", 1), ("ECONNRESET", 1), ("ECONNRESET", 0)),
    "recv": (("ECONNRESET", 1), ("ECONNRESET", 0)),
    "open": (("EMFILE", 1), ("EIO", 0)),
    "read": (("EIO", 1), ("short", 1)),
    "pread": (("EIO", 1), ("EINTR", 1), ("short", 1), ("EIO", 0)),
    "pwrite": (("ENOSPC", 1), ("EIO", 0)),
    "malloc": (("ENOMEM", 1), ("ENOMEM", 0)),
    "pthread_create": (("EAGAIN", 1), ("EAGAIN", 0)),
}
KILLED_AT = "connect,send,recv,open,pread"
BATCH = 64
SEED = 20_261_125


class Trials:
    """\\param changed  publish over what an earlier run published, not into an empty cluster"""

    def __init__(self, options, cluster, folder, changed):
        self.options, self.cluster, self.changed = options, cluster, changed
        self.name = "publish changes" if changed else "publish"
        self.bench = Bench(options.program, options.generator, folder / self.name.replace(" ", "-"))
        self.report = self.bench.folder / "report"
        self.earlier, self.later = self.bench.folder / "earlier.db", self.bench.folder / "later.db"
        self.serial = 0
        self.findings = []
        self.done = collections.Counter()
        self.make_databases()

    def make_databases(self):
        bench = self.bench
        bench.must("index", bench.database, bench.generate("games.sgf", 150, 1), "-q")
        shutil.copy(bench.database, self.earlier)
        bench.must("index", bench.database, bench.generate("more.sgf", 60, 2), "-q")
        bench.must("remove", bench.database, "--id", "3,70,71", "--yes")
        shutil.copy(bench.database, self.later)

    def begin(self):
        """A database of the cluster that holds what the trial starts from."""
        self.serial += 1
        self.cluster_database = f"{self.name.replace(' ', '_')}_{self.serial}"
        self.url = self.cluster.url(self.cluster_database)
        self.report.unlink(missing_ok=True)
        if self.changed:
            shutil.copy(self.earlier, self.bench.database)
            self.bench.must(*self.command())
        shutil.copy(self.later, self.bench.database)

    def end(self):
        for server in self.cluster.servers:
            server.query(f"DROP DATABASE IF EXISTS {self.cluster_database}")

    def command(self, *more):
        return ["publish", self.bench.database, "--to", self.url, *(more or ("--batch", BATCH, "--cluster", "ludex"))]

    def run(self, **settings):
        faults = {f"LUDEX_FAULT_{name.upper()}": str(value) for name, value in settings.items()}
        return self.bench.start(*self.command(), environment={
            **self.bench.environment(), **faults, "LD_PRELOAD": self.options.preload,
            "LUDEX_FAULT_FOLDER": str(self.bench.work), "LUDEX_FAULT_REPORT": str(self.report)})

    def counts(self, calls):
        self.begin()
        status, said = self.run(calls=calls)
        if status != 0:
            raise RuntimeError(f"{self.name}: exit {status} while counting {calls}: {said}")
        self.end()
        return int(self.report.read_text().split()[1])

    def fired(self):
        words = self.report.read_text().split() if self.report.exists() else []
        return words[4] if len(words) > 4 and words[3] != "0" else ""

    def finding(self, trial, what):
        self.findings.append(f"{self.name}: {trial}: {what}")
        print(f"FINDING {self.findings[-1]}", flush=True)

    def visible(self):
        """[games, their positions as they say, positions, records], None before there are tables."""
        ask = self.cluster.servers[0].query
        tables = {row[0] for row in ask(f"SELECT name FROM system.tables WHERE database = '{self.cluster_database}'")}
        if not {"games", "positions", "records"} <= tables:
            return None
        name = self.cluster_database
        games, promised = ask(f"SELECT count(), ifNull(sum(positions), 0) FROM {name}.games")[0]
        positions = ask(f"SELECT count() FROM {name}.positions")[0][0]
        records = ask(f"SELECT count() FROM {name}.records")[0][0]
        return [int(number) for number in (games, promised, positions, records)]

    def trial(self, trial, status, said, killed):
        if status is None or (status < 0 and not killed):
            self.finding(trial, "hangs" if status is None else f"dies of {signal.Signals(-status).name}: {said[:300]}")
        elif status > 0 and not said:
            self.finding(trial, f"exit {status} without a message")
        elif status == 0:
            self.verify(f"{trial}, which said 0")
        seen = self.visible()
        if seen is not None and (seen[0] != seen[3] or seen[1] != seen[2]):
            self.finding(trial, f"visible are {seen[0]} games of {seen[1]} positions, {seen[2]} positions, {seen[3]} records")
        again, said = self.bench.start(*self.command())
        if again != 0:
            self.finding(trial, f"the same command again: exit {again}: {said[:300]}")
        self.verify(f"{trial}, and the same command again")

    def verify(self, trial):
        status, said = self.bench.start(*self.command("--verify"))
        if status != 0 or "everything is published once" not in said:
            self.finding(trial, f"--verify: exit {status}: {said[:300]}")

    def fault(self, call, number, fault, length):
        self.begin()
        status, said = self.run(calls=call, at=number, do=fault, **{"for": length})
        if self.fired():
            self.done["faults"] += 1
            self.done[f"{call} {fault}"] += 1
            self.trial(f"{call} number {number} {fault}{'' if length else ' and all after it'}", status, said, False)
        self.end()

    def kill(self, number):
        self.begin()
        status, said = self.run(calls=KILLED_AT, at=number, do="kill")
        if status == -signal.SIGKILL:
            self.done["kills"] += 1
            self.trial(f"killed at call {number} ({self.fired()})", status, said, True)
        self.end()

    def all(self):
        chance = random.Random(f"{self.options.seed} {self.name}")
        for call, faults in FAULTS.items():
            count = self.counts(call) if self.options.faults else 0
            for fault, length in faults if count else ():
                numbers = sorted({1, count, *(chance.randint(1, count) for _ in range(self.options.faults))})
                for number in sorted(chance.sample(numbers, min(len(numbers), self.options.faults))):
                    self.fault(call, number, fault, length)
        count = self.counts(KILLED_AT) if self.options.kills else 0
        for number in sorted({chance.randint(1, count) for _ in range(self.options.kills)}):
            self.kill(number)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, help="the program `ludex`")
    parser.add_argument("--generator", required=True, help="the program `ludex-generate`")
    parser.add_argument("--preload", required=True, help="the library made from fault_preload.cpp")
    parser.add_argument("--faults", type=int, default=1, help="of each kind and scenario, at most")
    parser.add_argument("--kills", type=int, default=3, help="of each scenario, at most")
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    for name in ("program", "generator", "preload"):
        setattr(options, name, str(pathlib.Path(getattr(options, name)).resolve()))
    if not servers.is_installed():
        print("skipped: clickhouse-server is not installed")
        return SKIPPED
    began, findings, total = time.monotonic(), [], collections.Counter()
    with tempfile.TemporaryDirectory(prefix="ludex-published-") as folder, servers.Cluster() as cluster:
        for changed in (False, True):
            trials = Trials(options, cluster, pathlib.Path(folder).resolve(), changed)
            trials.all()
            findings += trials.findings
            total += trials.done
            print(f"{trials.name:<18} {trials.done['faults']:5} faults {trials.done['kills']:5} kills "
                  f"{len(trials.findings):4} findings", flush=True)
    print("fault points: " + ", ".join(f"{kind} {count}" for kind, count in sorted(total.items()) if " " in kind))
    print(f"{total['faults']} fault points, {total['kills']} kills: {len(findings)} findings ({time.monotonic() - began:.0f} s)")
    if not total["faults"] + total["kills"]:
        print("nothing was tried")
        return 1
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
