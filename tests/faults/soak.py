#!/usr/bin/env python3
"""One database under steady use: it is indexed into, cleared, compacted, searched and served for a time.

Every answer must fit a state that was committed: the games of whole sources, nothing between. The memory and the open
files of `serve` must be flat, and at the end `info --verify` finds nothing.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

GAMES = 40  # of each source: the number of games is always a multiple of it
SOURCES = 12
EMPTY_BOARD = "sgf:SZ[19]"
LETTERS = "abcdefghijklmnopqrs"
NAMES = ["Sato", "Kim", "Wang", "Garcia", "Novak"]
SETTLE_SHARE = 0.3  # caches have filled by then
MOST_GROWTH_BYTES = 48 << 20


def game(chance):
    """All begin at the empty board."""
    moves = "".join(f";{'BW'[ply % 2]}[{chance.choice(LETTERS)}{chance.choice(LETTERS)}]" for ply in range(150))
    return f"(;GM[1]FF[4]SZ[19]PB[{chance.choice(NAMES)}]PW[{chance.choice(NAMES)}]{moves})\n"


class Soak:
    def __init__(self, options, scratch):
        self.options, self.scratch = options, scratch
        self.database = scratch / "games.db"
        self.end = time.monotonic() + options.seconds
        self.counts, self.failures = collections.Counter(), []
        self.lock = threading.Lock()
        self.sources = []
        for number in range(SOURCES):
            path = scratch / f"source{number:02}.sgf"
            path.write_text("".join(game(random.Random(f"{number} {one}")) for one in range(GAMES)))
            self.sources.append(path)

    def ludex(self, *arguments, allowed=(0,)):
        ran = subprocess.run([self.options.program, *map(str, arguments)], capture_output=True, text=True,
                             stdin=subprocess.DEVNULL, timeout=300)
        with self.lock:
            self.counts[arguments[0]] += 1
        if ran.returncode not in allowed:
            self.fail(f"{' '.join(map(str, arguments))}: exit {ran.returncode}: {ran.stderr.strip()[:300]}")
        return ran.stdout

    def fail(self, what):
        with self.lock:
            self.failures.append(what)
        print(f"FAIL {what}", flush=True)

    def whole(self, games, who):
        if games % GAMES != 0:
            self.fail(f"{who}: {games} games, which are no whole sources")

    def running(self):
        return time.monotonic() < self.end and not self.failures

    def write(self):
        chance = random.Random(1)
        while self.running():
            what = chance.choice(["index", "index", "index", "remove", "compact"])
            source = chance.choice(self.sources)
            if what == "index":
                self.ludex("index", self.database, source, "--memory", "64MiB", "--wait", "60")
            elif what == "remove":
                self.ludex("remove", self.database, "--source", source.name, "--yes", "--wait", "60", allowed=(0, 1))
            else:
                self.ludex("compact", self.database, "--wait", "60")

    def read(self, seed):
        chance = random.Random(seed)
        while self.running():
            what = chance.choice(["find", "explore", "info"])
            if what == "find":
                self.whole(int(self.ludex("find", self.database, "--count", allowed=(0, 1)) or 0), "find")
            elif what == "explore":
                rows = self.ludex("explore", self.database, "--position", EMPTY_BOARD, "--format", "json", allowed=(0, 1))
                self.whole(sum(json.loads(line)["games"] for line in rows.splitlines()), "explore")
            else:
                info = json.loads(self.ludex("info", self.database, "--format", "json"))
                self.whole(info["totals"]["games"], "info")
                if not info["totals"]["reconciled"]:
                    self.fail("info: the totals do not add up")

    def serve(self):
        process = subprocess.Popen([self.options.program, "serve", self.database, "--listen", "127.0.0.1:0", "--memory",
                                    "64MiB"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            line = process.stdout.readline()
            address = next((word for word in line.split() if word.startswith("http")), None)
            if address is None:
                self.fail(f"serve said: {line}")
                return
            self.ask(process, address.rstrip("/."))
        finally:
            process.terminate()
            process.wait(30)

    def ask(self, process, address):
        began, settled = time.monotonic(), None
        while self.running():
            try:
                with urllib.request.urlopen(f"{address}/api/v1/info", timeout=60) as answer:
                    games = json.load(answer)["games"]
            except urllib.error.HTTPError as error:
                self.fail(f"serve: {error} {error.read()[:200]}")
                return
            except (OSError, ValueError, KeyError) as error:
                self.fail(f"serve: {error!r}")
                return
            self.whole(games, "serve")
            with self.lock:
                self.counts["serve"] += 1
            held = self.held(process.pid)
            if settled is None and time.monotonic() - began > SETTLE_SHARE * self.options.seconds:
                settled = held
        if settled is None:
            return
        print(f"serve holds {held[0] >> 20} MiB and {held[1]} files; {settled[0] >> 20} MiB and {settled[1]} at first")
        if held[0] > settled[0] + MOST_GROWTH_BYTES or held[1] > settled[1] + 8:
            self.fail("serve grows")

    @staticmethod
    def held(pid):
        with open(f"/proc/{pid}/statm") as file:
            pages = int(file.read().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE"), len(os.listdir(f"/proc/{pid}/fd"))

    def run(self):
        self.ludex("index", self.database, self.sources[0], "--memory", "64MiB")
        threads = [threading.Thread(target=work) for work in
                   (self.write, self.serve, lambda: self.read(2), lambda: self.read(3))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        said = self.ludex("info", self.database, "--verify")
        if not said.endswith("sound\n"):
            self.fail(said)
        left = [path.name for path in self.scratch.glob("games.db?*")]
        if left:
            self.fail(f"left behind: {left}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--generator")
    parser.add_argument("--seconds", type=int, default=30)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ludex-soak-") as scratch:
        soak = Soak(options, pathlib.Path(scratch))
        soak.run()
    done = ", ".join(f"{count} {what}" for what, count in sorted(soak.counts.items()))
    print(f"{options.seconds} s: {done}; {len(soak.failures)} failures")
    missing = {"index", "find", "explore", "serve"} - set(soak.counts)
    return 1 if soak.failures or missing else 0


if __name__ == "__main__":
    sys.exit(main())
