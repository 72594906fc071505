#!/usr/bin/env python3
"""What `export` writes of every folder of the corpus, read again, gives the same records."""

import filecmp
import io
import tarfile

import acceptance
import export_original

RECORDS = ("SELECT r.format, s.path, nullif(m.name, ''), r.offset, r.length FROM record r "
           "JOIN member m ON m.id = r.member_id JOIN source s ON s.id = m.source_id "
           "WHERE r.reject_kind IS NULL ORDER BY r.id")
GAMES = "SELECT count(*) FROM game JOIN record ON record.id = game.record_id WHERE record.format = ?"
MOVES = "SELECT coalesce(sum(moves), 0) FROM games JOIN record ON record.id = games.record_id WHERE record.format IN ({})"
FORMATS = ("sgf", "csa", "cgp", "gcg", "kif", "ki2", "gib", "ngf", "ugf", "wthor", "jkf", "usi", "psn")
SHOGI = ("csa", "kif", "ki2", "jkf", "usi", "psn")
# What is written, and of which formats.
REWRITTEN = {"sgf": ("sgf", "gib", "ngf", "ugf"), "csa": SHOGI, "gcg": ("gcg",), "kif": SHOGI, "ki2": SHOGI,
             "jkf": SHOGI, "usi": SHOGI}
MOST_BYTES = 1 << 20  # larger files are read with their folder only, and larger exports once


def alone(report, ludex, scratch, database, number):
    """Signature of the records of a format, each a member of an archive; None where we cannot unpack a source."""
    archive, members = scratch / "alone.tar", {}
    with tarfile.open(archive, "w") as tar:
        for row, (form, source, member, offset, length) in enumerate(acceptance.rows(database, RECORDS)):
            if form != number:
                continue
            if source not in members:
                members = {source: export_original.unpack(export_original.pathlib.Path(source))}
            if members[source] is None:
                report.note(f"{source}: left out: no program `zstd`")
                return None
            text = members[source][member][offset:offset + length]
            entry = tarfile.TarInfo(f"{row}.{FORMATS[number]}")
            entry.size = len(text)
            tar.addfile(entry, io.BytesIO(text))
    return read_again(ludex, scratch, archive, FORMATS[number])[1]


def read_again(ludex, scratch, path, name=None):
    """(games, signature)"""
    database = scratch / "again.db"
    database.unlink(missing_ok=True)
    ludex.index(database, path, *(["--format", name] if name else []))
    return acceptance.one(database, "SELECT count(*) FROM games"), ludex.signature(database)


def export_whole(report, ludex, scratch, database, title, formats, parts):
    """One stream: refused if it would hold several formats; else the one part. Its name has no ending that shows the format."""
    whole = scratch / "whole"
    if len(formats) > 1:
        ludex.run("export", database, "-o", whole, status=2)
        report.expect(not whole.exists(), f"{title}: refused: {len(formats)} formats")
        return
    ludex.run("export", database, "-o", whole)
    part = parts / f"games.{FORMATS[formats[0]]}"
    report.expect(part.exists() and filecmp.cmp(whole, part, shallow=False), f"{title}: one stream is {part.name}")
    if whole.stat().st_size < MOST_BYTES:
        games = acceptance.one(database, "SELECT count(*) FROM games")
        report.equal(read_again(ludex, scratch, whole)[0], games, f"{title}: one stream gives {games} games again")
    whole.unlink()


def export_formats(report, ludex, scratch, database, title, formats):
    parts = scratch / "parts"
    ludex.run("export", database, "--split-by", "format", "-o", f"{parts}/")
    report.equal(sorted(path.name for path in parts.iterdir()), sorted(f"games.{FORMATS[i]}" for i in formats),
                 f"{title}: a file for each format")
    export_whole(report, ludex, scratch, database, title, formats, parts)
    for number in formats:
        name, games = FORMATS[number], acceptance.one(database, GAMES, number)
        part = parts / f"games.{name}"
        if not part.exists():
            continue
        again = read_again(ludex, scratch, part)
        wanted = alone(report, ludex, scratch, database, number)
        report.equal(again, (games, wanted or again[1]), f"{title}: {name}: {games} games, as the records alone")
        part.unlink()
    for name, read in REWRITTEN.items():
        counts = [acceptance.one(database, GAMES, FORMATS.index(other)) for other in read]
        if not any(counts):
            continue
        part = parts / f"games.{name}"
        ludex.run("export", database, "--format", name, "-o", part)
        report.equal(read_again(ludex, scratch, part)[0], sum(counts), f"{title}: {name} written anew: as many")
        if read == SHOGI:
            moves = acceptance.one(database, MOVES.format(", ".join(str(FORMATS.index(other)) for other in read)))
            again = acceptance.one(scratch / "again.db", "SELECT sum(moves) FROM games")
            report.equal(again, moves, f"{title}: {name} written anew: the same moves")
        part.unlink()
    parts.rmdir()


def give_back(report, ludex, scratch, title, sources):
    database = scratch / "corpus.db"
    ludex.index(database, *sources, status=None)
    if not database.exists():  # no source is a record's
        return False
    formats = sorted({form for form, *_ in acceptance.rows(database, RECORDS)})
    if formats:
        export_formats(report, ludex, scratch, database, title, formats)
    database.unlink()
    return bool(formats)


def odd_sources(scratch):
    """Records that differ only in what stands between them."""
    players = b"#player1 a Ann\n#player2 b Bob\n"
    texts = {"open-1.sgf": b"(;B[aa](;W[bb]C[never closed", "open-2.sgf": b"(;B[bb];W[cc]\n\n", "closed.sgf": b"(;B[cc])",
             "no-end-of-line.csa": b"PI\n+\n+7776FU", "blank-lines.csa": b"PI\n-\n-3334FU\n\n \n\n", "mark.csa": b"\xef\xbb\xbfPI\n+\n",
             "1.gcg": players + b">a: AB 8H AB +8 8\n#note unfinished", "2.gcg": b"#description of the second\n>a: CD 8H CD +10 10",
             "3.gcg": b">b: X - +0 0\n", "4.gcg": b"\xef\xbb\xbf#title x\n" + players}
    for name, text in texts.items():
        (scratch / name).write_bytes(text)
    wide = [scratch / "wide-1.sgf", scratch / "wide-2.sgf"]
    wide[0].write_bytes("\ufeff(;PB[本因坊];B[aa];W[bb])\n(;B[cc])".encode("utf-16-be"))
    wide[1].write_bytes("\ufeff(;PB[秀策];B[dd])\n(;B[ee".encode("utf-16-le"))
    return [*(scratch / name for name in texts), *wide]


def test(report, ludex, scratch, corpus):
    report.section("Odd records")
    give_back(report, ludex, scratch, "odd", odd_sources(scratch))
    report.section("Corpus")
    if corpus is None:
        return report.note("skipped: no corpus")
    files = [path for path in sorted(corpus.rglob("*")) if path.is_file() and path.parent != corpus
             and "othello-wthor" not in path.parts]  # a file of one year each: see wthor_truth
    folders = sorted({path.parent for path in files})
    given = sum(give_back(report, ludex, scratch, str(folder.relative_to(corpus)),
                          [path for path in files if path.parent == folder]) for folder in folders)
    report.expect(given > 20, f"{given} folders hold records")
    return give_back(report, ludex, scratch, "every format at once", [path for path in files if path.stat().st_size < MOST_BYTES])


if __name__ == "__main__":
    acceptance.main(test, __doc__)
