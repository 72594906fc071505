#!/usr/bin/env python3
"""The fault laboratory: every command that writes, with a call of the system that fails, killed at a call, or with
the power cut between two calls.

After each trial: the database opens; SQLite's integrity_check and `ludex info --verify` find nothing; a run that
says 0 has done all of its work, one that failed says why; the same command again, without the fault, leads to what
an undisturbed run leaves. No run crashes or hangs.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import random
import signal
import sys
import tempfile
import time
import traceback

import power_cut
import scenarios
from scenarios import Bench, Damaged, SCENARIOS

FAULTS = {  # call: (what it does, how many calls in a row; 0: all from there on)
    "open": (("EMFILE", 1), ("EIO", 1), ("ENOMEM", 1), ("EMFILE", 0)),
    "read": (("EIO", 1), ("EINTR", 1), ("short", 1), ("EIO", 0)),
    "pread": (("EIO", 1), ("EINTR", 1), ("short", 1), ("EIO", 0)),
    "write": (("ENOSPC", 1), ("EIO", 1), ("EINTR", 1), ("short", 1), ("ENOSPC", 0)),
    "pwrite": (("ENOSPC", 1), ("EIO", 1), ("EINTR", 1), ("short", 1), ("ENOSPC", 0), ("EIO", 0)),
    "fsync": (("EIO", 1), ("ENOSPC", 1), ("EIO", 0)),
    "fdatasync": (("EIO", 1), ("ENOSPC", 1), ("EIO", 0)),
    "ftruncate": (("EIO", 1), ("EINTR", 1), ("EIO", 0)),
    "unlink": (("EIO", 1), ("EIO", 0)),
    "rename": (("EIO", 1), ("ENOSPC", 1)),
    "mmap": (("ENOMEM", 1), ("ENOMEM", 0)),
    "malloc": (("ENOMEM", 1), ("ENOMEM", 0)),
    "pthread_create": (("EAGAIN", 1), ("EAGAIN", 0)),
}
FILE_CALLS = [call for call in FAULTS if call not in ("malloc", "pthread_create")]
LOSSES = ("dropped", "torn", "reordered")
SEED = 20_261_124


class Trials:
    """The trials of one scenario, in a folder of their own."""

    def __init__(self, options, scenario):
        self.options, self.scenario = options, scenario
        self.scratch = tempfile.TemporaryDirectory(prefix="ludex-faults-", dir=options.folder)
        self.bench = Bench(options.program, options.generator, self.scratch.name)
        self.report = self.bench.folder / "report"
        self.log = self.bench.folder / "log"
        self.findings = []
        self.done = collections.Counter()
        scenario.prepare(self.bench)
        self.bench.keep()
        self.bench.put_back()
        self.run()
        self.reference = scenario.result(self.bench)

    def run(self, **settings):
        environment = self.bench.environment()
        if settings:
            environment |= {f"LUDEX_FAULT_{name.upper()}": str(value) for name, value in settings.items()}
            environment |= {"LD_PRELOAD": self.options.preload, "LUDEX_FAULT_FOLDER": str(self.bench.work)}
            if settings.get("calls") and "read" in settings["calls"].split(","):
                environment["LUDEX_FAULT_FOLDER"] = str(self.bench.folder)
        stdin = self.scenario.stdin(self.bench) if self.scenario.stdin else None
        return self.bench.start(*self.scenario.command(self.bench), environment=environment, stdin=stdin)

    def counts(self, calls):
        """How many such calls an undisturbed run makes."""
        self.bench.put_back()
        self.report.unlink(missing_ok=True)
        status, said = self.run(calls=calls, report=self.report)
        if status != 0:
            raise RuntimeError(f"{self.scenario.name}: exit {status} while counting {calls}: {said}")
        return int(self.report.read_text().split()[1])

    def finding(self, trial, what):
        self.findings.append(f"{self.scenario.name}: {trial}: {what}")
        print(f"FINDING {self.findings[-1]}", flush=True)

    def fired(self):
        words = self.report.read_text().split() if self.report.exists() else []
        return " ".join(words[4:]).replace(str(self.bench.folder), "") if len(words) > 4 and words[3] != "0" else ""

    def check(self, trial, status=None, said="", fired=""):
        """\\param status  of the disturbed run; None where there was none to ask"""
        try:
            if status == 0 and (result := self.scenario.result(self.bench)) != self.reference:
                self.finding(trial, f"exit 0 at {fired}, but it left {result[:200]}; said: {said[:200]}")
            elif status not in (0, None) and not said:
                self.finding(trial, f"exit {status} at {fired} without a message")
            else:
                self.bench.verify()
        except Damaged as damage:
            self.finding(trial, f"{damage} (after {fired or 'it'}, exit {status})")
        try:
            self.goes_on(trial)
        except Damaged as damage:
            self.finding(trial, f"the same command again: {damage} (after {fired or 'it'}, exit {status})")

    def goes_on(self, trial):
        again, said = self.run()
        if again not in self.scenario.again:
            self.finding(trial, f"the same command again: exit {again}: {said[:300]}")
        elif (result := self.scenario.result(self.bench)) != self.reference:
            self.finding(trial, f"the same command again left {result[:300]} instead of {self.reference[:300]}")

    def fault(self, call, number, fault, length):
        trial = f"{call} number {number} {fault}{' and all after it' if length == 0 else ''}"
        self.bench.put_back()
        self.report.unlink(missing_ok=True)
        status, said = self.run(calls=call, at=number, do=fault, **{"for": length}, report=self.report)
        if status is None or status < 0:
            how = "hangs" if status is None else f"dies of {signal.Signals(-status).name}"
            self.finding(trial, f"{how} at {self.fired()}: {said[:300]}")
            return
        if not self.fired():
            return
        self.done[f"{call} {fault}"] += 1
        self.done["faults"] += 1
        self.check(trial, status, said, self.fired())

    def kill(self, number):
        self.bench.put_back()
        self.report.unlink(missing_ok=True)
        status, said = self.run(calls=",".join(FILE_CALLS), at=number, do="kill", report=self.report)
        if status == -signal.SIGKILL:
            self.done["kills"] += 1
            self.check(f"killed at call {number}", fired=self.fired())
        elif status != 0:
            self.finding(f"killed at call {number}", f"exit {status}: {said[:300]}")

    def record(self):
        self.bench.put_back()
        status, said = self.run(log=self.log)
        if status != 0:
            raise RuntimeError(f"{self.scenario.name}: exit {status} while recorded: {said}")
        return power_cut.read_log(self.log)

    def cut(self, operations, count, how, ordered, seed):
        trial = (f"power cut after {count} of {len(operations)} changes, {how}, "
                 f"{'ordered' if ordered else 'unordered'} names, seed {seed}")
        for operation in operations:
            operation.number = 0
        files = power_cut.after_cut(operations, count, self.bench.kept, self.bench.work, how, ordered,
                                    random.Random(seed))
        self.bench.put_back()
        for path in self.bench.work.iterdir():
            if path.is_file():
                path.unlink()
        for path, content in files.items():
            path = pathlib.Path(path)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        self.done["cuts"] += 1
        # A command that has ended has told its user that its work is done. Files of `export` are not promised.
        is_done = count == len(operations) and self.scenario.result is not scenarios.exported
        self.check(trial, 0 if is_done else None, fired="the power cut")


def fault_plan(trials, wanted, chance):
    """Calls spread over those of the run; the first and the last one always."""
    plan = []
    for call, faults in FAULTS.items():
        count = trials.counts(call)
        for fault, length in faults:
            numbers = sorted({1, count, *(chance.randint(1, count) for _ in range(wanted))}) if count else []
            if len(numbers) > wanted:
                numbers = sorted(chance.sample(numbers, wanted))
            plan += [(call, number, fault, length) for number in numbers]
    return plan


def run_scenario(options, name):
    scenario = next(one for one in SCENARIOS if one.name == name)
    chance = random.Random(f"{options.seed} {name}")
    trials = Trials(options, scenario)
    began = time.monotonic()
    try:
        if options.faults:
            for arguments in fault_plan(trials, options.faults, chance):
                trials.fault(*arguments)
        if options.kills:
            count = trials.counts(",".join(FILE_CALLS))
            for number in sorted({chance.randint(1, count) for _ in range(options.kills)}):
                trials.kill(number)
        if options.cuts:
            operations = trials.record()
            for number in range(options.cuts):
                count = len(operations) if number % 20 == 0 else chance.randint(0, len(operations))
                trials.cut(operations, count, LOSSES[number % 3], number % 2 == 0, chance.randrange(1 << 32))
    except Exception:  # the laboratory itself, not the program
        trials.findings.append(f"{name}: {traceback.format_exc()}")
        print(f"FINDING {trials.findings[-1]}", flush=True)
    trials.scratch.cleanup()
    return name, trials.findings, dict(trials.done), time.monotonic() - began


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, help="the program `ludex`")
    parser.add_argument("--generator", required=True, help="the program `ludex-generate`")
    parser.add_argument("--preload", required=True, help="the library made from fault_preload.cpp")
    parser.add_argument("--faults", type=int, default=0, help="of each kind and scenario, at most")
    parser.add_argument("--kills", type=int, default=0, help="of each scenario, at most")
    parser.add_argument("--cuts", type=int, default=0, help="of each scenario")
    parser.add_argument("--only", default="", help="scenarios whose name contains this")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--folder", default=None, help="where to work (default: the folder for temporary files)")
    options = parser.parse_args()
    # The library compares these with the paths that the program gives to the system.
    for name in ("program", "generator", "preload", "folder"):
        if getattr(options, name):
            setattr(options, name, str(pathlib.Path(getattr(options, name)).resolve()))
    names = [scenario.name for scenario in SCENARIOS if options.only in scenario.name]
    began, findings, total = time.monotonic(), [], collections.Counter()
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for ran in [pool.submit(run_scenario, options, name) for name in names]:
            name, found, done, seconds = ran.result()
            findings += found
            total += collections.Counter(done)
            print(f"{name:<18} {done.get('faults', 0):5} faults {done.get('kills', 0):5} kills "
                  f"{done.get('cuts', 0):5} power cuts {len(found):4} findings {seconds:6.0f} s", flush=True)
    kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(total.items())
                      if kind not in ("faults", "kills", "cuts"))
    if kinds:
        print(f"fault points: {kinds}")
    for finding in findings:
        print(f"FINDING {finding}")
    print(f"{total['faults']} fault points, {total['kills']} kills, {total['cuts']} power cuts: "
          f"{len(findings)} findings ({time.monotonic() - began:.0f} s)")
    asked = (("faults", options.faults), ("kills", options.kills), ("cuts", options.cuts))
    if any(wanted and not total[what] for what, wanted in asked):
        print("nothing was tried")
        return 1
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
