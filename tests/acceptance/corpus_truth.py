#!/usr/bin/env python3
"""Counts of real archives against those of an independent counter (the corpus' truth.json).

That counter looks at raw bytes: it knows brackets and the properties of root nodes, no encodings and no games
below the root. Where Ludex counts something else, corpus_differences.json says why; what it does not explain
fails, and so does an explanation that nothing needs any more.
"""

import collections
import contextlib
import json
import sqlite3
import sys

import acceptance

EXPLANATIONS = acceptance.HERE / "corpus_differences.json"
FOLDERS = ("go", "hex", "othello", "torture", "twixt")
# The first game of each record, as the counter looks at root nodes only.
COUNTS = """
WITH found AS (SELECT * FROM games WHERE source = ?1),
     closed AS (SELECT min(id) AS id, record_id FROM found WHERE flags IS NULL OR flags NOT LIKE '%unclosed%'
                GROUP BY record_id)
SELECT (SELECT count(*) FROM closed),
       (SELECT count(DISTINCT record_id) FROM found WHERE flags LIKE '%unclosed%'),
       (SELECT coalesce(sum(stream_bytes), 0) FROM sources WHERE source = ?1),
       sum(black IS NOT NULL), sum(white IS NOT NULL), sum(result_raw IS NOT NULL), sum(handicap >= 2)
FROM closed JOIN found USING (id)
"""
COLUMNS = "record_id, source, size, black, white, result_raw, handicap, flags, positions, first_illegal_ply"
NAMES = ("games", "truncated", "bytes", "games_with_PB", "games_with_PW", "games_with_RE", "HA_ge_2")
SIZES = """
SELECT size, count(*) FROM (SELECT min(id) AS id FROM games WHERE source = ?1 AND (flags IS NULL OR flags NOT LIKE
'%unclosed%') GROUP BY record_id) JOIN games USING (id) GROUP BY size
"""


def counts_of(connection, source):
    counts = dict(zip(NAMES, (value or 0 for value in connection.execute(COUNTS, (source,)).fetchone())))
    for size, number in connection.execute(SIZES, (source,)):
        counts[f"SZ {size}"] = number
    return counts


def size_of(written):
    """As Ludex names it: 19 for "(none)", the size of a Go board without SZ in FF[4]; "9x7" for "9:7"."""
    if written == "(none)":
        return "19"
    width, colon, height = written.partition(":")
    return width if width == height or not colon else f"{width}x{height}"


def counts_in_truth(truth):
    counts = {name: truth[name] for name in NAMES}
    sizes = collections.Counter()
    for value, number in truth["SZ"].items():
        sizes[size_of(value)] += number
    counts.update({f"SZ {size}": number for size, number in sizes.items()})
    return counts


def differences(connection, corpus, files):
    """[(file, count, truth's, ours)]"""
    for name, truth in files.items():
        wanted, found = counts_in_truth(truth), counts_of(connection, str(corpus / name))
        for count in sorted(wanted.keys() | found.keys()):
            if wanted.get(count, 0) != found.get(count, 0):
                yield name, count, wanted.get(count, 0), found.get(count, 0)


def check_csa(report, connection, corpus, by_file):
    """Games of CSA sources: its pieces between "/" lines are easily counted, so none may differ."""
    for name, counts in sorted(by_file.items()):
        if "csa" not in counts:
            continue
        (games,) = connection.execute("SELECT count(*) FROM games WHERE source = ?", (str(corpus / name),)).fetchone()
        report.expect(games == counts["csa"]["games"], f"{name}: {games} games, {counts['csa']['games']} there")


def check_cgp(report, connection, corpus, by_file):
    """Lines that are not blank are records of CGP, whatever became of them."""
    for name, counts in sorted(by_file.items()):
        if "cgp" not in counts:
            continue
        source = str(corpus / name)
        (games,) = connection.execute("SELECT count(*) FROM games WHERE source = ?", (source,)).fetchone()
        (rejects,) = connection.execute("SELECT count(*) FROM rejects WHERE source = ?", (source,)).fetchone()
        lines = counts["cgp"]["positions"]
        report.expect(games + rejects == lines, f"{name}: {games} positions, {rejects} rejects, {lines} lines there")


def check_gcg(report, connection, corpus, by_file):
    """Games of GCG sources and those with events. Each event gives a position, up to one that can't be played."""
    for name, counts in sorted(by_file.items()):
        if "gcg" not in counts:
            continue
        *found, events, cut = connection.execute(
            "SELECT count(*), sum(positions > 1), sum(positions - 1), "
            "coalesce(sum(first_illegal_ply >= positions), 0) FROM games WHERE source = ?", (str(corpus / name),)).fetchone()
        truth = counts["gcg"]
        wanted = [truth["games"], truth["games_with_events"]]
        report.expect(found == wanted, f"{name}: {found} games and games with events, {wanted} there")
        report.expect(events == truth["events"] if cut == 0 else events < truth["events"],
                      f"{name}: {events} events, {truth['events']} there, {cut} games cut short")


def explain(report, found, explanations):
    """Each difference with the reason that is known for it."""
    reasons = {(entry["file"], entry["count"], entry["truth"], entry["ludex"]): entry["reason"]
               for entry in explanations}
    for difference in found:
        name, count, truth, ours = difference
        reason = reasons.pop(difference, None)
        report.expect(reason is not None, f"{name}: {count}: {truth} there, {ours} here: {reason or 'unexplained'}")
    for name, count, truth, ours in reasons:
        report.expect(False, f"{name}: {count}: {truth} there, {ours} here: explained, but not so any more")


def test(report, ludex, scratch, corpus):
    by_file = json.loads((corpus / "truth.json").read_text())["by_file"]
    files = {name: counts["sgf"] for name, counts in sorted(by_file.items())
             if "sgf" in counts and name.split("/")[0] in FOLDERS}
    others = [name for name, counts in by_file.items() if {"csa", "cgp", "gcg"} & counts.keys()]
    sources = [corpus / name for name in [*files, *others]]
    database = scratch / "corpus.db"
    report.section(f"{len(sources)} sources")
    report.note(ludex.index(database, *sources, status=None))
    with contextlib.closing(sqlite3.connect(database)) as connection:
        # A copy under the view's name: the view joins many tables, and each source is asked for several times.
        connection.execute(f"CREATE TEMP TABLE games (id INTEGER PRIMARY KEY, {COLUMNS})")
        connection.execute(f"INSERT INTO games SELECT id, {COLUMNS} FROM main.games")
        connection.execute("CREATE INDEX temp.games_by_source ON games(source)")
        found = list(differences(connection, corpus, files))
        check_csa(report, connection, corpus, by_file)
        check_cgp(report, connection, corpus, by_file)
        check_gcg(report, connection, corpus, by_file)
        report.expect(connection.execute("SELECT count(*) FROM sources WHERE state = 'damaged'").fetchone() == (0,),
                      "no source is damaged")
        report.expect(connection.execute("PRAGMA integrity_check").fetchone() == ("ok",), "integrity_check is ok")
    acceptance.reconcile(report, ludex, database)
    report.section(f"{len(found)} differences in {len(files)} files")
    explain(report, found, json.loads(EXPLANATIONS.read_text(encoding="utf-8")))
    equal = len(files) - len({name for name, *_ in found})
    report.note(f"{equal} files without any difference")


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="backslashreplace")
    acceptance.main(test, __doc__, needs_corpus=True)
