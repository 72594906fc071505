#!/usr/bin/env python3
"""Runs the fuzz targets one after the other, round robin, and keeps an honest account of their time.

    run_fuzz.py --build build/fuzz --work FOLDER                  15 minutes of CPU time a target, without end
    run_fuzz.py ... --minutes 1 --rounds 1 --targets sgf_fuzz     one target, one minute
    run_fuzz.py ... --sum                                         the table of what was measured, for README.md
    run_fuzz.py ... --coverage                                    which folders of src/ the inputs reach
    run_fuzz.py ... --keep                                        the smallest inputs that cover the same, into corpus/

FOLDER holds corpus/TARGET (grows), findings/TARGET (inputs that crash, hang or take too much memory) and
log.csv, a line for each run: what the system says of the CPU time of the process, never what was planned.
An input that takes more than 10 s of CPU time or 1 GiB of memory is a finding. Ctrl-C and SIGTERM end the run after the
line for what was done so far.
"""

import argparse
import collections
import csv
import datetime
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
SAVED = HERE / "corpus"
SECONDS_AN_INPUT = 10
MEMORY_MIB = 1024
# libFuzzer looks at the wall clock, and others may use this machine: what it takes for a hang is run again.
WALL_SECONDS_AN_INPUT = 120
ENVIRONMENT = {**os.environ, "TZ": "UTC", "LC_ALL": "C.UTF-8",
               "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=0:max_allocation_size_mb=1024",
               "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1"}
# Longest inputs: short ones find more in the same time; archives and databases need room.
LONGEST = collections.defaultdict(lambda: 4096, {"source_fuzz": 65_536, "archive_fuzz": 8192, "whole_source_fuzz": 8192,
                                                 "posting_block_fuzz": 16_384, "block_fuzz": 16_384, "sql_fuzz": 1024,
                                                 "pattern_fuzz": 512, "command_line_fuzz": 2048})
FIELDS = ("begun", "target", "cpu_seconds", "runs", "edges", "all_edges", "inputs", "findings")


class Stop:
    wanted = False


def stop(*_):
    Stop.wanted = True


def targets_of(options):
    names = sorted(path.stem for path in HERE.glob("*_fuzz.cpp"))
    return [name for name in options.targets if name in names] if options.targets else names


def program_of(options, target):
    return pathlib.Path(options.build).resolve() / "tests" / "fuzz" / target


def arguments_for(target, work):
    arguments = [f"-max_len={LONGEST[target]}", f"-rss_limit_mb={MEMORY_MIB}", f"-timeout={WALL_SECONDS_AN_INPUT}",
                 f"-artifact_prefix={work / 'findings' / target}/", "-print_final_stats=1", "-use_value_profile=1"]
    words = HERE / "dictionaries" / f"{target}.dict"
    return arguments + [f"-dict={words if words.exists() else words.with_name('records.dict')}"]


def cpu_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run_until(command, seconds, log):
    """Runs it until it has used this CPU time, or ends by itself. \\returns what the system says it used."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(log, "wb") as out:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=ENVIRONMENT)
        while process.poll() is None:
            time.sleep(1)
            try:
                if Stop.wanted or cpu_seconds(process.pid) >= seconds:
                    process.send_signal(signal.SIGUSR1)  # libFuzzer says what it did and ends
                    process.wait(WALL_SECONDS_AN_INPUT)
            except FileNotFoundError:
                break
            except subprocess.TimeoutExpired:
                process.kill()
        process.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def numbers_in(log):
    text = log.read_text("utf-8", "replace")
    edges = [int(found) for found in re.findall(r"\bcov: (\d+)", text)]
    counters = re.search(r"Loaded \d+ modules?\s+\((\d+) inline", text)
    runs = [int(found) for found in re.findall(r"^#(\d+)", text, re.M)]
    return {"runs": max(runs, default=0), "edges": max(edges, default=0), "all_edges": int(counters[1]) if counters else 0}


def is_finding(options, target, path):
    """Runs an input alone, within the limits of CPU time and memory."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS_AN_INPUT, SECONDS_AN_INPUT))
    command = [program_of(options, target), f"-rss_limit_mb={MEMORY_MIB}", "-timeout=0", path]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          env=ENVIRONMENT, preexec_fn=limit, check=False)
    return done.returncode != 0


def fuzz(options, work, target, minutes):
    corpus, findings = work / "corpus" / target, work / "findings" / target
    for folder in (corpus, findings):
        folder.mkdir(parents=True, exist_ok=True)
    begun = datetime.datetime.now().isoformat(timespec="seconds")
    seeds = [str(folder) for folder in (corpus, SAVED / target) if folder.is_dir()]
    known = set(findings.iterdir())
    log = work / f"{target}.log"
    used, runs, numbers = 0.0, 0, {}
    while used < minutes * 60:
        found = run_until([program_of(options, target), *arguments_for(target, work), *seeds], minutes * 60 - used, log)
        used += found
        numbers = numbers_in(log)
        runs += numbers["runs"]
        if found < 1 or Stop.wanted:  # below a second: it does not start
            break
    new = [path for path in sorted(set(findings.iterdir()) - known) if not path.name.startswith("slow-unit")]
    for path in [path for path in new if not is_finding(options, target, path)]:
        path.rename(findings / f"slow-unit-{path.name}")
        new.remove(path)
    row = {"begun": begun, "target": target, "cpu_seconds": round(used, 1), **numbers, "runs": runs,
           "inputs": len(list(corpus.iterdir())), "findings": len(new)}
    note(work / "log.csv", row)
    print(", ".join(f"{name} {value}" for name, value in row.items()), flush=True)
    for path in new:
        print(f"FINDING {path}", flush=True)


def note(path, row):
    is_new = not path.exists()
    with open(path, "a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, FIELDS)
        if is_new:
            writer.writeheader()
        writer.writerow(row)


def print_sum(work):
    rows = list(csv.DictReader(open(work / "log.csv", encoding="utf-8", newline="")))
    names = sorted({row["target"] for row in rows})
    print("| target | CPU hours | inputs run | edges reached |\n|---|---|---|---|")
    for name in names:
        mine = [row for row in rows if row["target"] == name]
        hours = sum(float(row["cpu_seconds"]) for row in mine) / 3600
        runs = sum(int(row["runs"]) for row in mine)
        print(f"| `{name}` | {hours:.2f} | {runs:,} | {max(int(row['edges']) for row in mine):,} |")
    print(f"\n{sum(float(row['cpu_seconds']) for row in rows) / 3600:.2f} CPU hours in all")


def covered_functions(options, work, target):
    """{(file, function): (edges reached, all edges)} of the inputs of a target."""
    folders = [folder for folder in (work / "corpus" / target, SAVED / target) if folder.is_dir()]
    command = [program_of(options, target), "-runs=0", "-print_coverage=1", f"-max_len={LONGEST[target]}", *folders]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", env=ENVIRONMENT, check=False)
    line = re.compile(r"^(UN)?COVERED_FUNC: hits: \d+ edges: (\d+)/(\d+) (.*) (\S+?):\d+$", re.M)
    return {(os.path.normpath(file), name): (0 if un else int(some), int(every))
            for un, some, every, name, file in line.findall(done.stderr)}


def print_coverage(options, work):
    best = {}
    root = HERE.parent.parent / "src"
    for target in targets_of(options):
        if not program_of(options, target).exists():
            continue
        for key, (some, every) in covered_functions(options, work, target).items():
            if pathlib.Path(key[0]).is_relative_to(root):
                best[key] = (max(some, best.get(key, (0, 0))[0]), every)
    folders = collections.defaultdict(lambda: [0, 0, 0, 0])
    for (file, _), (some, every) in best.items():
        sums = folders["/".join(pathlib.Path(file).relative_to(root).parts[:2 if "formats" in file or "web" in file else 1])]
        for place, value in enumerate((some > 0, 1, some, every)):
            sums[place] += value
    print("| folder | functions reached | edges reached in the best target |\n|---|---|---|")
    for name, (some, every, edges, all_edges) in sorted(folders.items()):
        print(f"| `{name}` | {some} of {every} | {edges} of {all_edges} |")


def keep(options, work):
    """The smallest set of inputs that reaches as much goes to corpus/, each at most 1 KiB, 16 KiB a target."""
    for target in targets_of(options):
        grown = work / "corpus" / target
        if not grown.is_dir() or not program_of(options, target).exists():
            continue
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([program_of(options, target), "-merge=1", f"-max_len={LONGEST[target]}", folder, SAVED / target, grown],
                           stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT, check=False)
            shutil.rmtree(grown)
            shutil.copytree(folder, grown)
        saved = {path.read_bytes() for path in (SAVED / target).iterdir()} if (SAVED / target).is_dir() else set()
        budget = 16_384 - sum(map(len, saved))
        for path in sorted(grown.iterdir(), key=lambda one: one.stat().st_size):
            data = path.read_bytes()
            if data in saved or len(data) > 1024 or len(data) > budget or path.name in os.listdir(SAVED / target):
                continue
            budget -= len(data)
            shutil.copy(path, SAVED / target / f"found_{path.name[:10]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build/fuzz", help="where the preset `fuzz` was built")
    parser.add_argument("--work", required=True, help="a folder for inputs, findings and the log")
    parser.add_argument("--minutes", type=float, default=15, help="of CPU time for a target in a round")
    parser.add_argument("--rounds", type=int, default=0, help="0: without end")
    parser.add_argument("--targets", nargs="*", help="only these")
    parser.add_argument("--sum", action="store_true")
    parser.add_argument("--coverage", action="store_true")
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    work = pathlib.Path(options.work).resolve()
    if options.sum:
        return print_sum(work)
    if options.coverage:
        return print_coverage(options, work)
    if options.keep:
        return keep(options, work)
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    rounds = 0
    while options.rounds == 0 or rounds < options.rounds:
        rounds += 1
        for target in targets_of(options):
            if not Stop.wanted and program_of(options, target).exists():
                fuzz(options, work, target, options.minutes)
        if Stop.wanted:
            break


if __name__ == "__main__":
    sys.exit(main())
