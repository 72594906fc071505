#!/usr/bin/env python3
"""Databases built apart and merged are what one index run over all their sources makes, whatever happens on the way."""

import contextlib
import functools
import itertools
import os
import random
import re
import resource
import shlex
import shutil
import signal
import sqlite3
import subprocess
import time

import acceptance
import stored_words

BENCH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "bench")
KEYS = ("player", "pair", "event", "place", "year", "month", "result", "win-by", "length", "handicap", "komi", "size", "rules",
        "opening", "game", "source", "rank")
TABLES = {name: f"SELECT * FROM {name} ORDER BY 1, 2" for name in
          ("name", "phrase", "game", "seat", "problem", "move_block", "fact_block", "row_block", "capture_block", "member")}
TABLES |= {
    "record": "SELECT id, member_id, offset, length, format, form, hash, text_block IS NULL, reject_kind, reject_offset, "
              "reject_message FROM record ORDER BY id",
    "counter": "SELECT * FROM counter WHERE name NOT IN ('segment', 'text_block', 'counted') ORDER BY name",
    "postings": "SELECT sum(postings) FROM segment",
}
GENERATED = 12_500  # games of a part: its segment is large enough to be copied
PARTS = 4
KILLS = 6
SEED = 20_261_123


def stored(database):
    """What must be equal, table by table. Sources are compared but for times, which are not stored of a file
    that has just been made, and the memory that read them."""
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as base:
        columns = [row[1] for row in base.execute("PRAGMA table_info(source)") if not row[1].endswith(("ed_at", "ed_ns")) and row[1] != "decoder_bytes"]
        queries = TABLES | {"source": f"SELECT {', '.join(columns)} FROM source ORDER BY id"}
        return {name: hash(tuple(base.execute(query))) for name, query in queries.items()} | {
            "words": hash(tuple(stored_words.words(base)))}


@functools.cache
def content_of_reference(ludex, reference, _modified_ns):
    """Most merges are compared with one reference: it is read once."""
    return stored(reference), ludex.signature(reference)


def equal_content(report, ludex, merged, reference, what):
    found = stored(merged)
    wanted, signature = content_of_reference(ludex, reference, reference.stat().st_mtime_ns)
    report.equal([name for name in wanted if found[name] != wanted[name]], [], f"{what}: every table is the same")
    report.equal(ludex.signature(merged), signature, f"{what}: one signature")
    acceptance.reconcile(report, ludex, merged)


def lines_of(name):
    with open(os.path.join(BENCH, name), encoding="utf-8") as file:
        return [shlex.split(line) for line in file if line.strip() and not line.startswith("#")]


def positions_of(database):
    dice = random.Random(SEED)
    games = acceptance.rows(database, "SELECT id, positions FROM games WHERE positions > 1 AND game = 'go' ORDER BY id")
    hot = [["--position", line[0]] if len(line) == 1 else ["--position", " ".join(line)] for line in lines_of("positions.txt")]
    some = dice.sample(games, 50 - len(hot))
    return hot + [["--position", f"@{game}:{dice.choice((1, 2, 4, 8, dice.randrange(count)))}"] for game, count in some]


def originals(ludex, base):
    """The records as they were indexed, by file: one for each format."""
    folder = base.with_suffix(".records")
    ludex.run("export", base, "--format", "original", "--split-by", "format", "-o", f"{folder}/")
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def same_answers(report, ludex, merged, reference):
    report.section("The same answers")
    questions = [["find", "--format", "csv", *line] for line in lines_of("filters.txt")[:20]]
    positions = positions_of(reference)
    questions += [["find", "--format", "csv", *position] for position in positions]
    questions += [["explore", "--format", "csv", *position] for position in positions]
    questions += [["stats", "--format", "csv", "--by", key] for key in KEYS]
    questions += [["stats", "--format", "csv", "--by", "opponent", "--player", "Cho Chikun"],
                  ["stats", "--format", "csv", "--ratings"], ["duplicates", "--format", "csv"],
                  ["find", "--text", "honinbo", "--format", "csv"], ["rejects", "--format", "csv"]]
    different = [" ".join(question) for question in questions
                 if len({ludex.run(question[0], base, *question[1:], status=None) for base in (merged, reference)}) > 1]
    report.equal(different, [], f"{len(questions)} questions, byte for byte")
    exports = [originals(ludex, base) for base in (merged, reference)]
    report.expect(exports[0] == exports[1], f"{sum(map(len, exports[0].values()))} bytes of records, {' '.join(exports[0])}")


def corpus_in_three(report, ludex, scratch, corpus):
    report.section("The Go corpus in three databases")
    folder = corpus / "go"
    sources = sorted(path for path in folder.iterdir()) + [corpus / "go-other"]
    thirds = [sources[:3], sources[3:7], sources[7:]]
    bases = [scratch / f"third-{number}.db" for number in range(3)]
    for base, some in zip(bases, thirds):
        ludex.index(base, *some)
    reference, merged = scratch / "corpus.db", scratch / "corpus-merged.db"
    ludex.index(reference, *sources)
    report.note(ludex.run("merge", merged, *bases).decode().strip())
    equal_content(report, ludex, merged, reference, "the Go corpus")
    same_answers(report, ludex, merged, reference)


def every_format(report, ludex, scratch, corpus):
    """Random splits of sources of all formats, each with options of its own."""
    report.section("Random splits of every format")
    sources = [*sorted((corpus / "csa").iterdir()), *sorted((corpus / "crossword").iterdir()),
               *sorted((corpus / "hex").iterdir()), *sorted((corpus / "twixt").iterdir()),
               *sorted((corpus / "othello").iterdir()), corpus / "go" / "9x9-reviews.sgf"]
    options = ([], ["--variations"], ["--no-text"], ["--no-comment-text"])
    dice = random.Random(SEED)
    for turn in range(4):
        order = dice.sample(sources, len(sources))
        cuts = sorted(dice.sample(range(1, len(order)), 3))
        parts = [order[begin:end] for begin, end in itertools.pairwise([0, *cuts, len(order)])]
        reference, merged = scratch / f"split-{turn}.db", scratch / f"split-{turn}-merged.db"
        bases = []
        for number, part in enumerate(parts):
            chosen = dice.choice(options)
            bases.append(scratch / f"split-{turn}-{number}.db")
            for base in (bases[-1], reference):
                ludex.index(base, *part, *chosen, status=None)
        if turn == 1:
            ludex.run("merge", merged, bases[0], bases[1])  # into an existing one
        ludex.run("merge", merged, *bases, "--memory", "64MiB" if turn == 2 else "1GiB", "--threads", 1 + turn % 2)
        equal_content(report, ludex, merged, reference, f"split {turn}, sources {[len(part) for part in parts]}")


def in_parts(ludex, scratch):
    bases, files = [], []
    for number in range(PARTS):
        files.append(ludex.generate(scratch / f"part-{number}.sgf", GENERATED, number + 1))
        bases.append(scratch / f"part-{number}.db")
        ludex.index(bases[-1], files[-1])
    reference = scratch / "parts.db"
    ludex.index(reference, *files)
    return bases, files, reference


def repeated(report, ludex, scratch, bases, reference):
    report.section("Merged again")
    merged = scratch / "again.db"
    link = scratch / "link.db"
    link.symlink_to(bases[0])
    ludex.run("merge", merged, *bases, bases[0], link)
    equal_content(report, ludex, merged, reference, "a database given twice, and by a link")
    segments = acceptance.one(merged, "SELECT count(*) FROM segment")
    report.expect(segments > 1, f"{segments} segments: they were copied")
    before = merged.read_bytes()
    summary = ludex.run("merge", merged, *reversed(bases)).decode()
    report.expect(summary.startswith("0 games from 0 sources") and f"{PARTS} sources already known" in summary,
                  "the same databases in another order add nothing", summary)
    report.expect(merged.read_bytes() == before, "and change no byte")
    found = ludex.run("merge", merged, merged, status=None)
    report.equal(found, b"", "a database is not merged into itself")
    report.expect(merged.read_bytes() == before, "which is said before anything changes")
    return merged


def killed(report, ludex, scratch, bases, reference):
    report.section("Killed at any time")
    dice = random.Random(SEED)
    started = time.monotonic()
    ludex.run("merge", scratch / "time.db", *bases)
    seconds = time.monotonic() - started
    inputs = {base: base.read_bytes() for base in bases}
    for number in range(KILLS):
        merged = scratch / f"killed-{number}.db"
        for _ in range(2):
            process = subprocess.Popen(ludex.command("merge", merged, *bases), stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            time.sleep(dice.uniform(0, seconds))
            process.send_signal(signal.SIGINT if number % 4 == 3 else signal.SIGKILL)
            process.wait()
        if merged.exists() and merged.stat().st_size > 0:
            ludex.run("info", merged, status=None)
            report.equal(acceptance.one(merged, "PRAGMA integrity_check"), "ok", f"kill {number}: the file is whole")
        ludex.run("merge", merged, *bases)
        equal_content(report, ludex, merged, reference, f"kill {number}: the same command again")
        left = sorted(path.name for path in scratch.iterdir() if path.name.startswith(f"killed-{number}.db-"))
        report.equal(left, [], "nothing is left beside it")
        merged.unlink()
    report.expect(all(base.read_bytes() == text for base, text in inputs.items()), "the inputs are what they were")


def goes_on(report, ludex, scratch, bases, reference, how):
    """After a merge into full.db for which there was no room."""
    merged = scratch / "full.db"
    if merged.exists() and merged.stat().st_size > 0:
        report.equal(acceptance.one(merged, "PRAGMA integrity_check"), "ok", f"{how}: the file is whole")
    ludex.run("merge", merged, *bases)
    equal_content(report, ludex, merged, reference, f"{how}: the same command again, with room")
    left = sorted(path.name for path in scratch.iterdir() if path.name.startswith("full.db-"))
    report.equal(left, [], "nothing is left beside it")
    merged.unlink()


def refused(report, result, how):
    message = result.stderr.decode("utf-8", "replace").strip()
    report.equal(result.returncode, 3, f"{how}: exit status 3")
    report.expect("full.db" in message and re.search("full|large|room|space|I/O", message), f"{how}: says why: {message}")


def full_file(report, ludex, scratch, bases, reference):
    """Files that may not grow beyond a limit: what a quota does."""
    report.section("Files may not grow any more")
    size = reference.stat().st_size

    def limit(bytes_allowed):
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_allowed, bytes_allowed))

    for share in (0.02, 0.4, 0.9):
        how = f"at {share:.0%} of the size it needs"
        result = subprocess.run(ludex.command("merge", scratch / "full.db", *bases), capture_output=True,
                                restore_signals=False, preexec_fn=lambda share=share: limit(int(share * size)))
        refused(report, result, how)
        goes_on(report, ludex, scratch, bases, reference, how)


def full_disk(report, ludex, scratch, bases, reference):
    """A real file system of some MiB, where the system lets us have one of our own."""
    report.section("Disk full")
    script = ('mount -t tmpfs -o size="$1" tmpfs "$2" || exit 99; cd "$2"; shift 2; "$@"; status=$?; '
              'cp ./* "$OUT"; exit $status')
    disk = scratch / "disk"
    disk.mkdir()
    for share in (0.3, 0.8):
        how = f"a disk of {share:.0%} of what it needs"
        command = ["unshare", "--map-root-user", "--mount", "sh", "-c", script, "sh", int(share * reference.stat().st_size), disk,
                   *ludex.command("merge", "full.db", *(base.absolute() for base in bases))]
        try:
            result = subprocess.run(list(map(str, command)), capture_output=True, env=dict(os.environ, OUT=str(scratch)))
        except FileNotFoundError:
            return report.note("left out: no program `unshare`")
        if result.returncode == 99 or b"unshare" in result.stderr:
            return report.note(f"left out: no file system of our own ({result.stderr.decode().strip()})")
        refused(report, result, how)
        goes_on(report, ludex, scratch, bases, reference, how)


def changed_inputs(report, ludex, scratch):
    report.section("Sources that grow, overlap and differ")
    grown, same, other = scratch / "grown.sgf", scratch / "same.sgf", scratch / "other.sgf"
    ludex.generate(grown, 3000, 11)
    text = grown.read_bytes()
    ends = [index for index in range(len(text)) if text.startswith(b"\n(;FF[", index)]
    ludex.generate(same, 500, 12)
    first, second, merged, reference = (scratch / f"grow-{name}.db" for name in ("1", "2", "merged", "reference"))
    grown.write_bytes(text[:ends[1000] + 1])
    ludex.index(first, grown, same)
    ludex.index(reference, grown, same)
    ludex.run("merge", merged, first)
    grown.write_bytes(text)
    ludex.index(second, same)
    ludex.index(second, grown)
    ludex.index(reference, grown)
    ludex.run("merge", merged, second)
    equal_content(report, ludex, merged, reference, "a source that grew")
    ludex.run("merge", merged, first, second)
    equal_content(report, ludex, merged, reference, "the older state adds nothing")
    grown.write_bytes(text.replace(b"PB[", b"PB[Dr ", 50))
    third = scratch / "grow-3.db"
    ludex.index(third, grown)
    result = subprocess.run(ludex.command("merge", merged, third), capture_output=True)
    report.expect(result.returncode == 0 and b"both are kept" in result.stderr, "another file of the same path is kept too",
                  result.stderr.decode())
    games = acceptance.one(merged, "SELECT count(*) FROM games")
    report.equal(games, 3000 + 500 + 3000, "with all its games")
    ludex.run("merge", merged, first, second, third)
    report.equal(acceptance.one(merged, "SELECT count(*) FROM games"), games, "once")
    shutil.copy(same, other)
    plain, lines = scratch / "variations-0.db", scratch / "variations-1.db"
    source = scratch / "reviews.sgf"
    source.write_bytes(b"(;SZ[9];B[aa](;W[bb];B[cc])(;W[dd];B[ee]))" * 40)
    ludex.index(plain, source)
    ludex.index(lines, source, "--variations")
    later = scratch / "variations.db"
    ludex.run("merge", later, plain, lines)
    report.equal(ludex.signature(later), ludex.signature(lines), "variations are added to what was indexed without")


def removed_games(report, ludex, scratch, bases):
    report.section("Removed games")
    removed = scratch / "removed.db"
    shutil.copy(bases[1], removed)
    ludex.run("remove", removed, "--id", "2..900,12000..12100", "--yes")
    merged = scratch / "removed-merged.db"
    ludex.run("merge", merged, bases[0], removed)
    wanted = GENERATED + acceptance.one(removed, "SELECT count(*) FROM games")
    report.equal(acceptance.one(merged, "SELECT count(*) FROM games"), wanted, "are not merged")
    count = ludex.run("find", merged, "--position", "sgf:SZ[19]", "--count").decode().strip()
    apart = sum(int(ludex.run("find", base, "--position", "sgf:SZ[19]", "--count")) for base in (bases[0], removed))
    report.equal(int(count), apart, "nor their positions")
    acceptance.reconcile(report, ludex, merged)


def names_joined(report, ludex, scratch):
    report.section("Aliases and persons")
    bases = []
    for number, player in enumerate(("Lee Changho", "Yi Chang-ho", "Lee Sedol")):
        source = scratch / f"names-{number}.sgf"
        source.write_text(f"(;SZ[9]PB[{player}]PW[Cho];B[aa])\n(;SZ[9]PB[Kim]PW[{player}];B[bb])\n")
        bases.append(scratch / f"names-{number}.db")
        ludex.index(bases[-1], source)
    ludex.run("alias", bases[0], "add", "Lee Changho", "Yi Chang-ho", "Ri Sho-go")
    ludex.run("alias", bases[1], "add", "Cho Chikun", "Ri Sho-go", "Cho C.")
    merged = scratch / "names.db"
    result = subprocess.run(ludex.command("merge", merged, *bases), capture_output=True)
    report.equal(result.returncode, 0, "a conflict is no failure")
    report.expect(b"Ri Sho-go" in result.stderr and b"conflict" in result.stdout, "it is listed", result.stderr.decode())
    found = ludex.run("find", merged, "--player", "=Lee Changho", "--count").decode().strip()
    report.equal(found, "4", "a person is found under both names")
    before = ludex.run("alias", merged, "list")
    subprocess.run(ludex.command("merge", merged, *bases), capture_output=True, check=True)
    report.equal(ludex.run("alias", merged, "list"), before, "merged again, the aliases are the same")


def unusual_inputs(report, ludex, scratch, bases, reference):
    report.section("Inputs that are older, missing, damaged, unfinished or busy")
    old = scratch / "old.db"
    shutil.copy(bases[0], old)
    with contextlib.closing(sqlite3.connect(old, isolation_level=None)) as base:
        base.executescript("DROP TABLE capture_block; DROP VIEW games; ALTER TABLE game DROP COLUMN black_rank_order; "
                           "ALTER TABLE game DROP COLUMN white_rank_order; CREATE VIEW games AS SELECT 1; "
                           "PRAGMA user_version = 6;")
    text, merged = old.read_bytes(), scratch / "old-merged.db"
    process = subprocess.Popen(ludex.command("merge", merged, old, *bases[1:]), stdout=subprocess.DEVNULL)
    while process.poll() is None and not any("-merge-" in path.name for path in scratch.iterdir()):
        time.sleep(0.001)
    process.kill()
    process.wait()
    ludex.run("merge", merged, old, *bases[1:])
    report.equal(ludex.signature(merged), ludex.signature(reference), "a database of an older schema is upgraded on the way")
    report.expect(old.read_bytes() == text, "and stays as it was")
    report.equal(sorted(path.name for path in scratch.iterdir() if "-merge-" in path.name), [], "its copy is gone")
    fresh = scratch / "fresh.db"
    ludex.run("merge", fresh, bases[0], scratch / "missing.db", status=3)
    report.expect(not fresh.exists(), "a missing input: nothing is made")
    ludex.run("merge", fresh, scratch / "part-0.sgf", status=3)
    report.expect(not fresh.exists(), "a file that is no database: nothing is made")
    with contextlib.closing(sqlite3.connect(bases[1], isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        ludex.run("merge", fresh, *bases)
        writer.execute("ROLLBACK")
    report.equal(ludex.signature(fresh), ludex.signature(reference), "an input that another program writes to is read as committed")
    damaged = scratch / "damaged.db"
    shutil.copy(bases[1], damaged)
    with contextlib.closing(sqlite3.connect(damaged, isolation_level=None)) as base:
        base.execute("UPDATE move_block SET data = x'FFFF01' WHERE id = 20")
    half = scratch / "half.db"
    result = subprocess.run(ludex.command("merge", half, bases[0], damaged, *bases[2:]), capture_output=True)
    report.expect(result.returncode == 3 and b"damaged.db" in result.stderr, "a damaged input ends the merge and is named",
                  result.stderr.decode())
    damaged.write_bytes(bases[1].read_bytes())
    ludex.run("merge", half, bases[0], damaged, *bases[2:])
    report.equal(ludex.signature(half), ludex.signature(reference), "once it is sound, the same command leads to the end")


def unfinished(report, ludex, scratch, bases, reference):
    report.section("An input whose indexing was interrupted")
    cut, merged = scratch / "cut.db", scratch / "cut-merged.db"
    for wait in (0.3, 0.6, 1.2, 2.4):
        process = subprocess.Popen(ludex.command("index", cut, scratch / "part-0.sgf", "--memory", "64MiB", "--threads", 1),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        process.wait()
        if acceptance.rows(cut, "SELECT 1 FROM source WHERE state = 1") and acceptance.one(cut, "SELECT count(*) FROM game"):
            break
        cut.unlink()
    else:
        report.note("left out: no run was caught in the middle")
        return
    games = acceptance.one(cut, "SELECT count(*) FROM game")
    ludex.run("merge", merged, cut, status=3)
    report.equal(acceptance.one(merged, "SELECT count(*) FROM game"), games, f"the {games} games that are there are merged")
    ludex.index(cut, scratch / "part-0.sgf")
    ludex.run("merge", merged, cut, *bases[1:])
    equal_content(report, ludex, merged, reference, "finished and merged again")


def streams(report, ludex, scratch):
    report.section("Standard input")
    bases = [scratch / f"stream-{number}.db" for number in range(2)]
    reference = scratch / "stream.db"
    for base in bases:
        for seed, options in ((21, []), (21, []), (22, ["--name", "club"])):
            path = ludex.generate(scratch / "stream.sgf", 100, seed)
            for target in (base, reference) if options == [] or base == bases[0] else (base,):
                with open(path, "rb") as stream:
                    ludex.index(target, "-", *options, stdin=stream)
    merged = scratch / "stream-merged.db"
    for _ in range(2):
        ludex.run("merge", merged, *bases)
        report.equal(ludex.signature(merged), ludex.signature(reference), "streams without a name are new, those with one are known")


def bounded(report, ludex, scratch, bases):
    report.section("Memory")
    merged = scratch / "memory.db"
    process = subprocess.Popen(ludex.command("merge", merged, *bases, "--memory", "64MiB"), stdout=subprocess.DEVNULL)
    peak = 0  # ru_maxrss would count this program, which the other one is forked from
    while not (ended := os.wait4(process.pid, os.WNOHANG))[0]:
        with contextlib.suppress(OSError), open(f"/proc/{process.pid}/status", encoding="ascii") as file:
            peak = max([peak, *(int(line.split()[1]) for line in file if line.startswith("VmHWM:"))])
        time.sleep(0.01)
    _, status, usage = ended
    process.returncode = os.waitstatus_to_exitcode(status)
    report.equal(process.returncode, 0, "--memory 64MiB is enough")
    if not acceptance.is_sanitized(ludex.program):
        report.expect(0 < peak < 64 * 1024, f"peak {peak // 1024} MiB")
    rate = acceptance.one(merged, "SELECT sum(positions) FROM games") / (usage.ru_utime + usage.ru_stime)
    report.note(f"{rate / 1e6:.1f} M positions/s of CPU time")


def test(report, ludex, scratch, corpus):
    if corpus is not None and not acceptance.is_sanitized(ludex.program):
        corpus_in_three(report, ludex, scratch, corpus)
        every_format(report, ludex, scratch, corpus)
    bases, _, reference = in_parts(ludex, scratch)
    repeated(report, ludex, scratch, bases, reference)
    names_joined(report, ludex, scratch)
    changed_inputs(report, ludex, scratch)
    removed_games(report, ludex, scratch, bases)
    unusual_inputs(report, ludex, scratch, bases, reference)
    unfinished(report, ludex, scratch, bases, reference)
    streams(report, ludex, scratch)
    bounded(report, ludex, scratch, bases)
    killed(report, ludex, scratch, bases, reference)
    full_file(report, ludex, scratch, bases, reference)
    full_disk(report, ludex, scratch, bases, reference)


if __name__ == "__main__":
    acceptance.main(test, __doc__)
