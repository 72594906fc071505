#!/usr/bin/env python3
"""One signature for one content, whatever way it came in; indexing again adds nothing and takes nothing away."""

import bz2
import gzip
import io
import itertools
import lzma
import re
import shutil
import subprocess
import tarfile
import zipfile

import acceptance

GAMES = 3000
EMPTY_BOARD = "sgf:SZ[19]"


def tar_of(members):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for name, text in members:
            member = tarfile.TarInfo(name)
            member.size = len(text)
            tar.addfile(member, io.BytesIO(text))
    return packed.getvalue()


def zip_of(members):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members:
            archive.writestr(name, text)
    return packed.getvalue()


def zstd(report, text):
    if shutil.which("zstd") is None:
        report.note("left out: no program `zstd`")
        return None
    return subprocess.run(["zstd", "-q", "-c"], input=text, stdout=subprocess.PIPE, check=True).stdout


class Shelf:
    """Databases made one after the other, each thrown away when its signature is known."""

    def __init__(self, report, ludex, scratch):
        self.report = report
        self.ludex = ludex
        self.scratch = scratch
        self.numbers = itertools.count()

    def new_database(self):
        return self.scratch / f"{next(self.numbers)}.db"

    def signature(self, *arguments, **keywords):
        database = self.new_database()
        self.ludex.index(database, *arguments, **keywords)
        signature = self.ludex.signature(database)
        database.unlink()
        return signature


def ways_of_work(shelf, source, title):
    """Threads, memory, and standard input."""
    report = shelf.report
    wanted = shelf.signature(source)
    report.note(f"{title}: {wanted}")
    for threads, memory in itertools.product((1, 4), ("64MiB", "1GiB")):
        found = shelf.signature(source, "--threads", threads, "--memory", memory)
        report.equal(found, wanted, f"{title}: {threads} thread(s), {memory}")
    with open(source, "rb") as stream:
        report.equal(shelf.signature("-", stdin=stream), wanted, f"{title}: standard input")
    return wanted


def ways_of_packing(shelf, text, wanted):
    report = shelf.report
    packings = {"gz": gzip.compress(text, 1), "bz2": bz2.compress(text, 1), "xz": lzma.compress(text, preset=0),
                "zst": zstd(report, text), "tar": tar_of([("a/games.sgf", text)]),
                "tar.gz": gzip.compress(tar_of([("games.sgf", text)]), 1), "zip": zip_of([("games.sgf", text)])}
    for suffix, packed in packings.items():
        if packed is None:
            continue
        path = shelf.scratch / f"packed.sgf.{suffix}"
        path.write_bytes(packed)
        report.equal(shelf.signature(path), wanted, f"packed as {suffix}")
        if suffix not in ("tar", "zip"):
            with open(path, "rb") as stream:
                report.equal(shelf.signature("-", stdin=stream), wanted, f"packed as {suffix}, by standard input")
        path.unlink()


def ways_of_division(shelf, text, wanted):
    """The same games in one file, in many files of a folder, in members of an archive."""
    report, folder = shelf.report, shelf.scratch / "folder"
    games = text.split(b"\n(;FF[")
    games = [games[0]] + [b"(;FF[" + game for game in games[1:]]
    pieces = [(f"{number:04}.sgf", b"\n".join(games[first:first + 50]) + b"\n")
              for number, first in enumerate(range(0, len(games), 50))]
    folder.mkdir()
    for name, piece in pieces:
        (folder / name).write_bytes(piece)
    report.equal(shelf.signature(folder), wanted, f"as {len(pieces)} files of a folder")
    report.equal(shelf.signature(*sorted(folder.iterdir())), wanted, "as so many sources")
    for suffix, pack in (("tar", tar_of), ("zip", zip_of)):
        path = shelf.scratch / f"members.{suffix}"
        path.write_bytes(pack(pieces))
        report.equal(shelf.signature(path), wanted, f"as so many members of a {suffix}")
    shutil.rmtree(folder)


def again(shelf, source):
    report, ludex = shelf.report, shelf.ludex
    report.section("Indexed again")
    database = shelf.new_database()
    ludex.index(database, source)
    before, counters = ludex.info(database), acceptance.rows(database, "SELECT * FROM counter ORDER BY name")
    summary = ludex.index(database, source)
    report.expect(summary.startswith("0 games"), f"the same source again adds nothing: {summary}", summary)
    report.equal(ludex.info(database), before, "info is the same to the letter")
    report.equal(acceptance.rows(database, "SELECT * FROM counter ORDER BY name"), counters, "no id is used up")

    moved = source.with_name("moved.sgf")
    source.rename(moved)
    ludex.index(database, moved)
    report.equal(ludex.signature(database), before["signature"], "a renamed file is the same file")
    report.equal(acceptance.rows(database, "SELECT source FROM sources"), [(str(moved),)], "under its new name")
    moved.rename(source)


def grown(shelf, text):
    report, ludex = shelf.report, shelf.ludex
    report.section("A file that grows")
    path, database = shelf.scratch / "growing.sgf", shelf.new_database()
    ends = [start.start() + 1 for start in re.finditer(rb"\n\(;FF\[", text)]
    cuts = [*ends[len(ends) // 5::len(ends) // 5], len(text)]
    for cut in cuts:
        path.write_bytes(text[:cut])
        ludex.index(database, path)
        ids = acceptance.rows(database, "SELECT id, record_hash FROM games ORDER BY id")
        report.equal([number for number, _ in ids], list(range(1, len(ids) + 1)),
                     f"at {cut} bytes: {len(ids)} games, none read twice")
        report.equal(ludex.signature(database), shelf.signature(path), f"at {cut} bytes: as if read at once")
        acceptance.reconcile(report, ludex, database)
    for suffix, pack in (("gz", gzip.compress), ("xz", lzma.compress)):
        path, database = shelf.scratch / f"growing.sgf.{suffix}", shelf.new_database()
        for cut in cuts[-2:]:
            path.write_bytes(pack(text[:cut]))
            ludex.index(database, path)
        report.equal(ludex.signature(database), shelf.signature(path), f"packed as {suffix}: as if read at once")


def changed(shelf, text):
    report, ludex = shelf.report, shelf.ludex
    report.section("A file that changes")
    path, database = shelf.scratch / "changing.sgf", shelf.new_database()
    path.write_bytes(text)
    ludex.index(database, path)
    other = text.replace(b"PB[", b"PB[Dr ", 200)
    path.write_bytes(other)
    ludex.index(database, path)
    report.equal(ludex.signature(database), shelf.signature(path), "only its new games are there")
    for position in (EMPTY_BOARD, acceptance.opening(text)):
        fresh = shelf.new_database()
        ludex.index(fresh, path)
        counts = [ludex.run("find", base, "--position", position, "--count") for base in (database, fresh)]
        report.equal(counts[0], counts[1], f"'{position}' is found in the new games only")
    first_new = acceptance.one(database, "SELECT min(id) FROM games")
    report.expect(first_new > acceptance.one(database, "SELECT count(*) FROM games"), "no id is used again")
    path.write_bytes(text[:len(text) // 2])
    ludex.index(database, path)
    report.equal(ludex.signature(database), shelf.signature(path), "the same when it shrinks")
    acceptance.reconcile(report, ludex, database)


def variations(shelf, source):
    report, ludex = shelf.report, shelf.ludex
    report.section("Variations")
    later, at_once = shelf.new_database(), shelf.new_database()
    ludex.index(later, source)
    without = ludex.signature(later)
    ludex.index(later, source, "--variations")
    ludex.index(at_once, source, "--variations")
    report.equal(ludex.signature(later), ludex.signature(at_once), "--variations later is --variations at once")
    report.expect(ludex.signature(later) != without, "which is more than without")
    report.equal(ludex.info(later)["index"]["postings"], ludex.info(at_once)["index"]["postings"],
                 "with as many postings")
    last_of_variation = acceptance.rows(at_once, "SELECT id, positions - 1 FROM games WHERE positions > moves + 1 "
                                                 "ORDER BY positions LIMIT 3")
    for position in (EMPTY_BOARD, *(f"@{game}:{ply}" for game, ply in last_of_variation)):
        found = [ludex.run("find", base, "--position", position, "--ids") for base in (later, at_once)]
        report.equal(found[0], found[1], f"'{position}' is found in the same games")


def named_stdin(shelf, source):
    report, ludex = shelf.report, shelf.ludex
    report.section("Standard input with a name")
    database = shelf.new_database()
    for _ in range(2):
        with open(source, "rb") as stream:
            ludex.index(database, "-", "--name", "feed", stdin=stream)
    report.equal(ludex.signature(database), shelf.signature(source), "the same again replaces it")
    for _ in range(2):
        with open(source, "rb") as stream:
            ludex.index(database, "-", stdin=stream)
    games = acceptance.one(database, "SELECT count(*) FROM games")
    report.equal(games, 3 * acceptance.one(database, "SELECT count(*) FROM games WHERE source = 'feed'"),
                 "without a name it is always new")


def corpus_files(shelf, corpus):
    report = shelf.report
    if corpus is None:
        return report.note("skipped: no corpus")
    for path in sorted((corpus / "go").glob("*.sgf.*")):
        if path.stat().st_size < 3_500_000:
            report.section(path.name)
            ways_of_work(shelf, path, path.name)
    for name in ("gnugo-regression.tar.bz2", "kgs-6d-2002.zip"):
        wanted = shelf.signature(corpus / "go" / name, "--threads", 1)
        report.equal(shelf.signature(corpus / "go" / name, "--threads", 4, "--memory", "64MiB"), wanted,
                     f"{name}: 1 thread and 4 of 64MiB")
    return None


def test(report, ludex, scratch, corpus):
    shelf = Shelf(report, ludex, scratch)
    source = ludex.generate(scratch / "games.sgf", GAMES, seed=7)
    text = source.read_bytes()
    report.section("Generated games")
    wanted = ways_of_work(shelf, source, "generated")
    ways_of_packing(shelf, text, wanted)
    ways_of_division(shelf, text, wanted)
    again(shelf, source)
    grown(shelf, text[:400_000])
    changed(shelf, text)
    variations(shelf, source)
    named_stdin(shelf, source)
    report.section("Sample")
    ways_of_work(shelf, acceptance.SAMPLE / "famous-games.sgf", "famous games")
    with_again = shelf.new_database()
    ludex.index(with_again, acceptance.SAMPLE)
    before = ludex.signature(with_again)
    ludex.index(with_again, acceptance.SAMPLE)
    report.equal(ludex.signature(with_again), before, "the sample folder again adds nothing")
    report.section("Corpus")
    corpus_files(shelf, corpus)


if __name__ == "__main__":
    acceptance.main(test, __doc__)
