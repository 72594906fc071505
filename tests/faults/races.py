#!/usr/bin/env python3
"""The thread sanitizer over whole commands on a real collection: index, merge, compact, explore, find, info --verify, and
serve under load while another process writes. Every command must end as it should, and none may have a report.

    tests/instrumented_tbb.sh && cmake --preset tsan && ninja -C build/tsan ludex
    tests/faults/races.py --program build/tsan/ludex --sources FOLDER OR FILE...
"""

import argparse
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

SUPPRESSIONS = pathlib.Path(__file__).resolve().parent.parent / "tsan.supp"
EMPTY = "sgf:SZ[19]"
PAGES = ("/", "/api/v1/games?limit=50", "/api/v1/info", "/players", "/api/v1/stats?by=player", "/games/{id}",
         "/api/v1/games/{id}", "/api/v1/explore?position=" + "sgf%3ASZ%5B19%5D", "/api/v1/explore?position=moves:{move}&game=go&size=19",
         "/api/v1/games?position=moves:{move}&game=go&size=19&limit=20", "/api/v1/export?format=sgf&date=2001-03")
CLIENTS = 6


class Races:
    def __init__(self, options, scratch):
        self.options, self.scratch = options, scratch
        self.reports, self.failures = 0, 0

    def environment(self, log):
        settings = f"suppressions={SUPPRESSIONS} log_path={log} exitcode=0 history_size=4"
        return {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TMPDIR": str(self.scratch), "TSAN_OPTIONS": settings}

    def start(self, name, arguments):
        log = self.scratch / f"log-{name.replace(' ', '-')}"
        command = [self.options.program, *map(str, arguments)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                   env=self.environment(log))
        return process, log, time.monotonic()

    def end(self, name, started, expected=(0,)):
        process, log, began = started
        said = process.communicate()[0]
        texts = [path.read_text("utf-8", "replace") for path in self.scratch.glob(f"{log.name}.*")]
        found = sum(text.count("WARNING: ThreadSanitizer") for text in texts)
        self.reports += found
        wrong = process.returncode not in expected
        self.failures += wrong
        print(f"{name:<28} exit {process.returncode}  {time.monotonic() - began:7.1f} s  {found} reports", flush=True)
        if wrong:
            print("    " + said[-1500:])
        if found and self.options.keep:
            (pathlib.Path(self.options.keep) / f"{log.name}.txt").write_text("\n".join(texts))

    def run(self, name, *arguments, expected=(0,)):
        self.end(name, self.start(name, arguments), expected)

    def all(self):
        sources = [pathlib.Path(source) for source in self.options.sources]
        one, two, joined = (self.scratch / f"{name}.db" for name in ("one", "two", "joined"))
        threads = ("--threads", self.options.threads, "--memory", "256MiB")
        self.run("index", "index", one, *sources, *threads)
        self.run("index again", "index", one, *sources, *threads)
        self.run("index with variations", "index", two, *sources, "--variations", *threads)
        self.run("check", "check", sources[0], expected=(0, 1))
        self.run("merge", "merge", joined, one, two, *threads)
        self.run("remove", "remove", joined, "--from", "1990", "--to", "2000", "--yes", expected=(0, 1))
        self.run("compact", "compact", joined, "--memory", "256MiB")
        self.run("info --verify", "info", joined, "--verify")
        for name, position in (("explore", EMPTY), ("explore two moves", "moves:dd,pq")):
            self.run(name, "explore", joined, "--position", position, "--depth", "2", expected=(0, 1))
        self.run("explore a pattern", "explore", joined, "--pattern", "..B/.W.", "--at", "ne", "--game", "go", expected=(0, 1))
        self.run("find --unique", "find", joined, "--unique", "--count", expected=(0, 1))
        self.run("export", "export", joined, "--format", "json", "-o", self.scratch / "out.json", expected=(0, 1))
        self.serve(joined, one)

    def serve(self, database, other):
        """Asked by several clients at once, and twice more while a writer commits."""
        served = self.start("serve", ["serve", database, "--listen", "127.0.0.1:0"])
        process = served[0]
        address = None
        while address is None:
            line = process.stdout.readline()
            address = re.search(r"http://[^ /]+", line)
            if not line:
                break
        if address is None:
            return self.end("serve", served)
        drain = threading.Thread(target=lambda: [None for _ in iter(process.stdout.readline, "")])
        drain.start()
        answers = {}
        until = time.monotonic() + self.options.seconds
        clients = [threading.Thread(target=self.ask, args=(address[0], number, until, answers)) for number in range(CLIENTS)]
        for client in clients:
            client.start()
        more = self.scratch / "more.sgf"
        for number in range(2):
            more.write_text("".join(f"(;GM[1]SZ[19]PB[Late {number}];B[dd];W[pp];B[{chr(97 + n % 19)}c])\n" for n in range(200)))
            self.run(f"index beside serve {number + 1}", "index", database, more, "--memory", "128MiB")
        for client in clients:
            client.join()
        process.send_signal(signal.SIGINT)
        drain.join()
        self.end("serve", served)
        print("    answers: " + ", ".join(f"{status}: {count}" for status, count in sorted(answers.items())))

    def ask(self, address, number, until, answers):
        draw = random.Random(number)
        while time.monotonic() < until:
            page = draw.choice(PAGES).format(id=draw.randrange(1, 2000), move=draw.choice(("dd", "pd", "dd,pp", "qd,dc")))
            try:
                with urllib.request.urlopen(address + page, timeout=120) as answer:
                    answer.read()
                    status = answer.status
            except urllib.error.HTTPError as error:
                status = error.code
            except OSError as error:
                status = type(error).__name__
            answers[status] = answers.get(status, 0) + 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="`ludex` of the preset tsan")
    parser.add_argument("--sources", nargs="+", required=True)
    parser.add_argument("--threads", default="4")
    parser.add_argument("--seconds", type=int, default=60, help="of serve under load")
    parser.add_argument("--keep", default="", help="a folder for the reports")
    options = parser.parse_args()
    options.program = str(pathlib.Path(options.program).resolve())
    with tempfile.TemporaryDirectory(prefix="ludex-races-") as scratch:
        races = Races(options, pathlib.Path(scratch))
        races.all()
    print(f"{races.reports} reports, {races.failures} failures")
    sys.exit(1 if races.reports or races.failures else 0)


if __name__ == "__main__":
    main()
