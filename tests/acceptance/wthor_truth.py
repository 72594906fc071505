#!/usr/bin/env python3
"""Othello tournaments in WTHOR against an independent counter (the corpus' truth.json), which replayed every game by
the rules, and against the same games converted to SGF."""

import contextlib
import gzip
import json
import re
import sqlite3

import acceptance

FOLDER = "othello-wthor"
SGF = "othello/wthor-2003-converted.sgf.gz"
GAMES = ("SELECT count(*), sum(moves), sum(winner = 'B'), sum(winner = 'W'), sum(winner = 'draw'), "
         "count(DISTINCT date) FROM games WHERE source = ? AND member IS ?")
RENAMED = (b"Championnats du Japon", b"Roma Open 1")  # after the conversion
MOVES = re.compile(rb";[BW]\[(\w\w)\]")
FACTS = re.compile(rb"(EV|DT|PB|PW|RE)\[([^\]]*)\]")


def records(text):
    """[(facts, moves)] of a stream of SGF without brackets in values; passes are left out."""
    return [(dict(FACTS.findall(game)), MOVES.findall(game)) for game in text.split(b"(;")[1:]]


def same_as_sgf(report, ludex, scratch, corpus):
    database, exported = scratch / "2003.db", scratch / "2003.sgf"
    source = corpus / FOLDER / "WTH_2003.wtb"
    ludex.index(database, source)
    ludex.run("export", database, "--format", "sgf", "-o", exported)
    ours, theirs = records(exported.read_bytes()), records(gzip.decompress((corpus / SGF).read_bytes()))
    report.equal(len(ours), len(theirs), "2003: as many games as in SGF")
    report.equal([moves for _, moves in ours], [moves for _, moves in theirs], "2003: the same moves")
    for ident in (b"DT", b"RE", b"PB", b"PW"):
        # A name was corrected after the conversion.
        wrong = [(a.get(ident), b.get(ident)) for (a, _), (b, _) in zip(ours, theirs)
                 if a.get(ident) != b.get(ident) and b.get(ident) != b"???"
                 and a.get(ident) != b"Takenobu Kousuke"]
        report.expect(not wrong, f"2003: {ident.decode()} as in SGF; {len(wrong)} others: {wrong[:3]}")
    wrong = [(a.get(b"EV"), b[b"EV"]) for (a, _), (b, _) in zip(ours, theirs)
             if a.get(b"EV") not in (None, *RENAMED) and not b[b"EV"].startswith(a[b"EV"][:10])]
    report.expect(not wrong, f"2003: events as in SGF, which adds the year; {len(wrong)} others: {wrong[:3]}")
    ludex.run("export", database, "--format", "original", "-o", scratch / "2003.wtb")
    report.equal((scratch / "2003.wtb").read_bytes() == source.read_bytes(), True, "2003: its original, byte for byte")


def test(report, ludex, scratch, corpus):
    truth = json.loads((corpus / "truth.json").read_text(encoding="utf-8")).get("more_formats", {}).get("files", {})
    files = {name: facts for name, facts in truth.items() if facts["format"] == "wtb"}
    database = scratch / "wthor.db"
    report.section(f"{len(files)} files")
    report.note(ludex.index(database, corpus / FOLDER))
    for name, facts in sorted(files.items()):
        source, _, member = name.partition("!")
        with contextlib.closing(sqlite3.connect(database)) as connection:
            row = connection.execute(GAMES, (str(corpus / source), member or None)).fetchone()
        wanted = (facts["games"], facts["moves"] + facts["passes"], facts.get("B", 0), facts.get("W", 0),
                  facts.get("D", 0), 1)
        report.equal(row, wanted, name)
    wrong = acceptance.one(database, "SELECT count(*) FROM problems WHERE kind <> 'missing_property'")
    report.equal(wrong, 0, "no problem but missing names: every finished score is that of the board")
    acceptance.reconcile(report, ludex, database)
    report.section("The same games in SGF")
    same_as_sgf(report, ludex, scratch, corpus)


if __name__ == "__main__":
    acceptance.main(test, __doc__, needs_corpus=True)
