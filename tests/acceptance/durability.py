#!/usr/bin/env python3
"""A run that is killed, stopped or out of disk leaves a database that opens, holds whole batches, and goes on.

Each disturbed run is followed by: `ludex info` as the first reader; integrity_check of plain SQLite; counts
that only whole batches have; the same command again, which must end with what an undisturbed run stores, and
with nothing left beside the database.
"""

import contextlib
import itertools
import operator
import os
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import threading
import time

import acceptance

GAMES = 14_000
BALLAST_RECORDS = 160  # 1 MiB each: text enough for commits in the middle, and next to no other work
GAME_START = b"\n(;FF["  # as generated games start
MEMORY = ("--memory", "64MiB")
RANDOM_KILLS = 12
SEED = 20_240_229
EMPTY_BOARD = "sgf:SZ[19]"
WORDS = ("Honinbo", "Yuki")
GIVE_UP_SECONDS = 300


def write_archive(ludex, path, seed=1):
    """Generated games with a record of one long value after each hundredth part."""
    ludex.generate(path, GAMES, seed)
    games = path.read_bytes().split(GAME_START)
    step = max(1, len(games) // BALLAST_RECORDS)
    with open(path, "wb") as archive:
        archive.write(games[0])
        for number, game in enumerate(games[1:], 1):
            archive.write(GAME_START + game)
            if number % step == 0:
                archive.write(GAME_START + b"4]GM[1]SZ[19]PB[Ballast %d];B[pd]XX[" % number + b"x" * (1 << 20) + b"])")
        archive.write(b"\n")
    return path


def committed_games(database):
    with contextlib.suppress(sqlite3.Error):
        with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=0)) as reader:
            return reader.execute("SELECT next - 1 FROM counter WHERE name = 'game'").fetchone()[0]
    return 0


class Run:
    """`ludex index` in the background, watched from outside."""

    def __init__(self, ludex, database, *arguments):
        self.database = database
        self.started = time.monotonic()
        self.phases = []  # as drawn on stderr, each once
        self.process = subprocess.Popen(ludex.command("index", database, *arguments, "--progress"),
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.reader = threading.Thread(target=self.read_progress, daemon=True)
        self.reader.start()

    def read_progress(self):
        text = b""
        while chunk := self.process.stderr.read1(4096):
            text += chunk
            for word in re.findall(rb"\r\033\[K([a-z]+)", text):
                if word.decode() not in self.phases:
                    self.phases.append(word.decode())
            text = text[-512:]
        self.last_words = text.rpartition(b"\033[K")[2].decode("utf-8", "replace").strip()

    def running(self):
        return self.process.poll() is None

    def seconds(self):
        return time.monotonic() - self.started

    def has_spilled(self):
        """A spill file has no name once it is open."""
        folder = f"/proc/{self.process.pid}/fd"
        with contextlib.suppress(OSError):
            for descriptor in os.listdir(folder):
                with contextlib.suppress(OSError):
                    if "-spill-" in os.readlink(f"{folder}/{descriptor}"):
                        return True
        return False

    def has_journal(self):
        return os.path.exists(f"{self.database}-journal")

    def written(self):
        """Changes whenever the database file is written to."""
        try:
            return os.stat(self.database).st_mtime_ns
        except FileNotFoundError:
            return None

    def committed_games(self):
        return committed_games(self.database)

    def wait_until(self, condition):
        """Whether it came true while the program was running."""
        while self.running() and self.seconds() < GIVE_UP_SECONDS:
            if condition():
                return True
            time.sleep(0.0005)
        return False

    def kill(self):
        """Whether it was running."""
        self.process.kill()
        self.killed_after = self.seconds()
        return self.end() == -signal.SIGKILL

    def end(self, timeout=GIVE_UP_SECONDS):
        status = self.process.wait(timeout)
        self.reader.join()
        return status


def in_phase(name):
    return lambda run: run.wait_until(lambda: name in run.phases)


def after_next_write(first):
    """When the database is written to the next time after `first`."""
    def until(run):
        if not first(run):
            return False
        before = run.written()
        return run.wait_until(lambda: run.written() != before)
    return until


def a_moment_after(first, seconds):
    def until(run):
        if not first(run):
            return False
        start = run.seconds()
        return run.wait_until(lambda: run.seconds() - start >= seconds)
    return until


class Disturbances:
    """One archive, and what a run over it that nobody disturbs gives."""

    def __init__(self, report, ludex, scratch):
        self.report = report
        self.misses = 0
        self.ludex = ludex
        self.scratch = scratch
        self.archive = write_archive(ludex, scratch / "games.sgf")
        self.arguments = (self.archive, *MEMORY)
        self.positions = (EMPTY_BOARD, "moves:pd", acceptance.opening(self.archive.read_bytes()))
        self.database = scratch / "undisturbed.db"
        run = Run(ludex, self.database, *self.arguments)
        spilled = run.wait_until(run.has_spilled)
        status = run.end()
        self.seconds = run.seconds()
        report.equal(status, 0, f"an undisturbed run ends well ({self.seconds:.1f} s, "
                                f"{self.archive.stat().st_size >> 20} MiB)")
        report.expect(spilled, "it spills")
        self.whole = self.content(self.database)
        report.note(f"signature {self.whole['signature']}, {self.whole['positions']} positions, "
                    f"searches find {', '.join(self.whole['found'])} games")
        report.expect(all(int(found) > 0 for found in self.whole["found"]), "each search finds something")

    def content(self, database):
        info = self.ludex.info(database)
        found = [self.ludex.run("find", database, "--position", position, "--count", status=None).decode().strip()
                 for position in self.positions]
        found += [self.ludex.run("find", database, "--text", word, "--count", status=None).decode().strip()
                  for word in WORDS]
        return {"signature": info["signature"], "records": info["totals"]["records"],
                "positions": info["totals"]["positions"], "postings": info["index"]["postings"],
                "reconciled": info["totals"]["reconciled"], "found": found}

    def leftovers(self, database):
        return sorted(path.name for path in self.scratch.glob(f"{database.name}?*"))

    def whole_batches(self, database):
        """What is wrong with the counts of a database; nothing if only whole batches are in it."""
        wrong = []
        with contextlib.closing(sqlite3.connect(database)) as connection:
            ask = lambda sql: connection.execute(sql).fetchone()[0]
            if (verdict := ask("PRAGMA integrity_check")) != "ok":
                wrong.append(f"integrity_check: {verdict}")
            if ask("SELECT count(*) FROM sqlite_master WHERE name = 'posting_block'") == 0:
                return wrong  # killed before the tables were there
            for what, left, right in (
                ("records", "SELECT count(*) FROM record", "SELECT coalesce(sum(records), 0) FROM source"),
                ("games", "SELECT count(*) FROM game", "SELECT coalesce(sum(games), 0) FROM source"),
                ("rejects", "SELECT count(*) FROM record WHERE reject_kind IS NOT NULL",
                 "SELECT coalesce(sum(rejects), 0) FROM source"),
                ("games of no segment of words", "SELECT count(*) FROM game g WHERE NOT EXISTS (SELECT 1 FROM "
                 "word_segment s WHERE g.id >= s.first_game AND g.id < s.end_game)", "SELECT 0"),
                ("blocks of words", "SELECT count(*) FROM word_block", "SELECT coalesce(sum(blocks), 0) FROM word_segment"),
                ("records without game or reason", "SELECT count(*) FROM record WHERE reject_kind IS NULL AND id NOT "
                 "IN (SELECT record_id FROM game)", "SELECT 0"),
                ("the end of the last record", "SELECT coalesce(max(offset + length), 0) FROM record",
                 "SELECT coalesce(max(resume_offset), 0) FROM source"),
                ("next game", "SELECT coalesce(max(id), 0) + 1 FROM game",
                 "SELECT next FROM counter WHERE name = 'game'"),
                # the last game's variations may hold numbers that no posting has
                ("postings beyond those noted as posted", "SELECT count(*) FROM segment WHERE end_number > "
                 "(SELECT next FROM counter WHERE name = 'posted')", "SELECT 0"),
            ):
                if ask(left) != ask(right):
                    wrong.append(f"{what}: {ask(left)} against {ask(right)}")
        return wrong

    def opens(self, database):
        """None, or why `ludex info` does not open it. A file without any page is no database yet."""
        result = subprocess.run(self.ludex.command("info", database), capture_output=True)
        if result.returncode == 0 or not database.exists() or database.stat().st_size == 0:
            return None
        return f"exit {result.returncode}: {result.stderr.decode().strip()}"

    def survives(self, database, how):
        """Whether the database is sound, as it was left by a run disturbed `how`."""
        trouble = self.opens(database)
        wrong = self.whole_batches(database) if database.exists() else []
        return self.report.expect(trouble is None and not wrong, f"{how}: opens, sound, whole batches",
                                  "; ".join(filter(None, [trouble, *wrong])))

    def goes_on(self, database, how):
        try:
            self.ludex.index(database, *self.arguments)
        except acceptance.Failed as failure:
            return self.report.expect(False, f"{how}: goes on", str(failure))
        self.report.equal(self.content(database), self.whole, f"{how}: the same command again gives the same")
        return self.report.equal(self.leftovers(database), [], f"{how}: nothing is left beside it")

    def remove(self, database):
        for path in self.scratch.glob(f"{database.name}*"):
            path.unlink()

    def kill(self, until, database, *arguments, before=None):
        """Kills a run as soon as `until` says so. One that ends earlier is tried again; what was there `before`
        it is copied then."""
        for _ in range(10):
            self.remove(database)
            if before:
                shutil.copy(before, database)
            run = Run(self.ludex, database, *arguments)
            hit = until(run)
            if run.kill() and hit:
                return run
        return None

    def missed(self, how):
        """A fast machine may be done before the moment comes; that often it must not happen."""
        self.misses += 1
        self.report.note(f"{how}: missed, the run was over first")
        self.report.expect(self.misses <= 5, f"{self.misses} moments missed, of some forty")

    def kill_and_go_on(self, until, how):
        database = self.scratch / "killed.db"
        run = self.kill(until, database, *self.arguments)
        if not run:
            self.missed(how)
            return
        how = f"{how} ({run.phases[-1] if run.phases else 'before reading'}, {run.killed_after:.2f} s)"
        if self.survives(database, how):
            self.report.note(f"{committed_games(database)} games were committed")
            self.goes_on(database, how)
        self.remove(database)


def kills_in_phases(disturb):
    disturb.report.section("Killed in each phase")
    first_commit = lambda run: run.wait_until(lambda: run.committed_games() > 0)
    for how, until in (
        ("killed as the file appears", lambda run: run.wait_until(lambda: run.written() is not None)),
        ("killed in the first batch", in_phase("reading")),
        ("killed after a commit in the middle", first_commit),
        ("killed in a commit in the middle", after_next_write(a_moment_after(first_commit, 0.02))),
        ("killed when it has spilled", lambda run: run.wait_until(run.has_spilled)),
        ("killed as postings are sorted", in_phase("sorting")),
        ("killed as the index is written", after_next_write(in_phase("sorting"))),
        ("killed later in that", a_moment_after(after_next_write(in_phase("sorting")), 0.05)),
    ):
        disturb.kill_and_go_on(until, how)


def after_share(disturb, share):
    """When this share of the usual time has gone by; of less and less where runs turn out to be quicker."""
    shares = itertools.accumulate(itertools.repeat(0.8), operator.mul, initial=share)

    def until(run):
        end = next(shares) * disturb.seconds
        return run.wait_until(lambda: run.seconds() >= end)
    return until


def kills_at_random(disturb):
    disturb.report.section(f"Killed at {RANDOM_KILLS} random moments")
    moments = random.Random(SEED)
    for number in range(RANDOM_KILLS):
        share = (number + moments.random()) / RANDOM_KILLS  # no part of the run is left out
        disturb.kill_and_go_on(after_share(disturb, share), f"killed, number {number + 1}")


def kills_in_a_row(disturb):
    """Every second one hits the run as it posts the games that the one before left without postings."""
    report = disturb.report
    report.section("Killed again and again")
    database = disturb.scratch / "in-a-row.db"
    recoveries = 0
    for number in range(1, 9):
        run = Run(disturb.ludex, database, *disturb.arguments)
        if number % 2:
            before = committed_games(database)
            run.wait_until(lambda: committed_games(database) > before or "sorting" in run.phases)
        else:
            in_phase("recovering")(run)
        if not run.kill():
            break
        recoveries += run.phases == ["recovering"]
        disturb.survives(database, f"kill {number}, {committed_games(database)} games committed")
    report.expect(recoveries > 0, f"{recoveries} of {number} kills hit a run that was recovering")
    disturb.goes_on(database, f"after {number} kills")
    disturb.remove(database)


def kills_in_a_merge(disturb):
    report, ludex = disturb.report, disturb.ludex
    report.section("Killed as segments are merged")
    growing, before, database = (disturb.scratch / f"{name}.db" for name in ("growing", "before", "merged"))
    for number in range(1, 20):
        piece = ludex.generate(disturb.scratch / f"piece{number}.sgf", 1500, seed=100 + number)
        if growing.exists():
            shutil.copy(growing, before)
        run = Run(ludex, growing, piece)
        if run.end() != 0 or "merging" in run.phases:
            break
    if not report.expect("merging" in run.phases, f"run {number} merges segments"):
        return
    whole = disturb.content(growing)
    segments = ludex.info(growing)["index"]["segments"]
    merge = in_phase("merging")
    for how, until in (("killed as the merge starts", merge),
                       ("killed in the middle of it", a_moment_after(merge, 0.01)),
                       ("killed as it is written", after_next_write(merge))):
        run = disturb.kill(until, database, piece, before=before)
        if not run:
            disturb.missed(how)
        elif disturb.survives(database, how):
            ludex.index(database, piece)
            report.equal(disturb.content(database), whole, f"{how}: the same command again gives the same")
            report.equal(ludex.info(database)["index"]["segments"], segments, f"{how}: and merges as many segments")
            report.equal(disturb.leftovers(database), [], f"{how}: nothing is left beside it")
    disturb.remove(database)


def kills_in_a_switch(disturb):
    """A changed source shows its old games until one commit shows all of the new ones."""
    report, ludex = disturb.report, disturb.ludex
    report.section("Killed as a changed source is switched")
    old, alone, database = disturb.archive.read_bytes(), disturb.scratch / "alone.db", disturb.scratch / "switched.db"
    write_archive(ludex, disturb.archive, seed=2)
    ludex.index(alone, *disturb.arguments)
    new, counts = ludex.signature(alone), disturb.content(alone)["found"]
    shown = {disturb.whole["signature"]: "the old games", new: "the new games"}
    old_games = committed_games(disturb.database)
    part_committed = lambda run: run.wait_until(lambda: committed_games(database) > old_games)
    for how, until, expected in (
        ("killed as it is read", in_phase("reading"), "the old games"),
        ("killed when a part of it is committed", part_committed, "the old games"),
        ("killed at the next write", after_next_write(part_committed), "the old games"),
        ("killed after the switch", in_phase("sorting"), "the new games"),
        ("killed as its index is written", after_next_write(in_phase("sorting")), "the new games"),
    ):
        run = disturb.kill(until, database, *disturb.arguments, before=disturb.database)
        if not run:
            disturb.missed(how)
        elif disturb.survives(database, how):
            seen = shown.get(ludex.signature(database), "some of both")
            report.equal(seen, expected, f"{how}: shows {expected}, all of them and no others")
            ludex.index(database, *disturb.arguments)
            report.equal(ludex.signature(database), new, f"{how}: the same command again shows the new ones")
            report.equal(disturb.content(database)["found"], counts, f"{how}: and finds their positions only")
            report.equal(disturb.leftovers(database), [], f"{how}: nothing is left beside it")
    disturb.remove(database)
    disturb.archive.write_bytes(old)


def interrupts(disturb):
    report = disturb.report
    report.section("Stopped with Ctrl-C")
    database = disturb.scratch / "stopped.db"
    for how, until in (("stopped as it reads", in_phase("reading")),
                       ("stopped after a commit", lambda run: run.wait_until(lambda: committed_games(database) > 0))):
        run = Run(disturb.ludex, database, *disturb.arguments)
        until(run)
        run.process.send_signal(signal.SIGINT)
        asked = run.seconds()
        status = run.end()
        report.equal(status, 3, f"{how}: exit status 3, {run.seconds() - asked:.2f} s later")
        report.expect("run the same command again to continue" in run.last_words,
                      f"{how}: says that the same command goes on", run.last_words)
        report.equal(disturb.leftovers(database), [], f"{how}: leaves nothing beside the database")
        if disturb.survives(database, how):
            disturb.goes_on(database, how)
        disturb.remove(database)


def full_file(disturb):
    """Files that may not grow beyond a limit: what a quota does."""
    report = disturb.report
    report.section("Files may not grow any more")
    size = disturb.database.stat().st_size

    def limit(bytes_allowed):
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_allowed, bytes_allowed))

    for share in (0.02, 0.4, 0.9):
        database = disturb.scratch / "limited.db"
        how = f"at {share:.0%} of the size it needs"
        result = subprocess.run(disturb.ludex.command("index", database, *disturb.arguments), capture_output=True,
                                restore_signals=False, preexec_fn=lambda: limit(int(share * size)))
        message = result.stderr.decode("utf-8", "replace").strip()
        report.equal(result.returncode, 3, f"{how}: exit status 3")
        report.expect(database.name in message and re.search("full|large|room|I/O", message),
                      f"{how}: says why: {message}")
        if disturb.survives(database, how):
            disturb.goes_on(database, how)
        disturb.remove(database)


def full_disk(disturb):
    """A real file system of a few MiB, where the system lets us have one of our own."""
    report = disturb.report
    report.section("Disk full")
    script = ('mount -t tmpfs -o size="$1" tmpfs "$2" || exit 99; cd "$2"; shift 2; "$@"; status=$?; '
              'cp ./* "$OUT"; exit $status')
    size = disturb.database.stat().st_size
    for share in (0.3, 0.8):
        disk, out = disturb.scratch / "disk", disturb.scratch
        disk.mkdir(exist_ok=True)
        how = f"a disk of {share:.0%} of what it needs"
        try:
            result = subprocess.run(
                ["unshare", "--map-root-user", "--mount", "sh", "-c", script, "sh", str(int(share * size)), str(disk),
                 *disturb.ludex.command("index", "full.db", *disturb.arguments)],
                capture_output=True, env=dict(os.environ, OUT=str(out)))
        except FileNotFoundError:
            return report.note("left out: no program `unshare`")
        message = result.stderr.decode("utf-8", "replace").strip()
        if result.returncode == 99 or "unshare" in message:
            return report.note(f"left out: no file system of our own ({message})")
        database = out / "full.db"
        report.equal(result.returncode, 3, f"{how}: exit status 3")
        report.expect("full.db" in message and re.search("full|room|space", message), f"{how}: says why: {message}")
        if disturb.survives(database, how):
            disturb.goes_on(database, how)
        disturb.remove(database)


def test(report, ludex, scratch, _corpus):
    report.section("Undisturbed")
    disturb = Disturbances(report, ludex, scratch)
    for part in (kills_in_phases, kills_at_random, kills_in_a_row, kills_in_a_merge, kills_in_a_switch, interrupts,
                 full_file, full_disk):
        part(disturb)


if __name__ == "__main__":
    acceptance.main(test, __doc__)
