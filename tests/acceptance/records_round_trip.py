#!/usr/bin/env python3
"""Real records of shogi, Othello and Go, indexed, exported and indexed again: the same games, moves, times and comments;
and the same game in two formats has one signature of positions, and is found as a duplicate."""

import contextlib
import csv
import io
import json
import sqlite3
import sys

import acceptance

ROWS = ("SELECT black, white, event, place, date_from, date_to, winner, win_by, moves, positions, handicap, opening "
        "FROM games ORDER BY id")
# PSN says who won, and not how; the line of KIF and the mark of CSA for that are those of a resignation.
WON_ROWS = ROWS.replace("win_by, ", "CASE WHEN winner IN ('B', 'W') THEN coalesce(win_by, 'resign') ELSE win_by END, ")
# Of the main line and of variations: what was played, in what time, and what was said.
MOVES = ("SELECT g.id, m.ply, m.seat, m.move, m.seconds_spent, m.name, m.comment FROM games g "
         "JOIN ludex_moves(g.id) m ORDER BY g.id, m.ply")
OTHELLO = ("SELECT black, white, event, date, result, winner, moves, positions, (SELECT value FROM properties p "
           "WHERE p.game_id = g.id AND ident = 'theoretical score') FROM games g ORDER BY id")
SHORT = 20  # moves: a game with fewer is no duplicate by its moves alone
GO = ("SELECT black, white, date_from, winner, moves, positions, size, handicap FROM games ORDER BY id")


def query(database, sql):
    with contextlib.closing(sqlite3.connect(database)) as connection:
        return connection.execute(sql).fetchall()


def positions(ludex, database):
    """Positions of all games with their variations, a line each, in order."""
    return ludex.run("export", database, "--positions", "all", "--variations", "--format", "csv").decode().splitlines()[1:]


def same(report, ludex, first, second, rows, title):
    ours, theirs = query(first, rows), query(second, rows)
    wrong = [(a, b) for a, b in zip(ours, theirs) if a != b]
    report.expect(len(ours) == len(theirs) and not wrong,
                  f"{title}: {len(ours)} games are the same {len(theirs)}; {len(wrong)} differ: {wrong[:2]}")
    ours, theirs = positions(ludex, first), positions(ludex, second)
    # Board, hands and who is to move; another result is no other position.
    wrong = [(a, b) for a, b in zip(ours, theirs) if a != b and a.split(",")[1:6] != b.split(",")[1:6]]
    report.expect(len(ours) == len(theirs) and not wrong,
                  f"{title}: {len(ours)} positions are the same {len(theirs)}; {len(wrong)} differ: {wrong[:2]}")


def notes(ludex, database, with_times):
    """[(game, move)] of all games, numbered from 0 on, with times and comments."""
    text = ludex.run("sql", database, MOVES, "--format", "json").decode()
    found, numbers = [], {}
    for move in map(json.loads, text.splitlines()):
        game = numbers.setdefault(move.pop("id"), len(numbers))
        if not with_times:
            del move["seconds_spent"]
        found.append((game, move))
    return found


def same_notes(report, ours, theirs, title):
    wrong = [(a, b) for a, b in zip(ours, theirs) if a != b]
    report.expect(len(ours) == len(theirs) and not wrong,
                  f"{title}: {len(ours)} moves, {len(theirs)} there; {len(wrong)} differ: {wrong[:2]}")


def key_list(ludex, database, game):
    """The key of every position of the main line."""
    text = ludex.run("export", database, "--id", game, "--positions", "all", "--format", "csv").decode()
    return [row["key"] for row in csv.DictReader(io.StringIO(text))]


def again(ludex, scratch, database, name, *options):
    """The database of what is exported of another one, in files of a game each."""
    folder, copy = scratch / name, scratch / f"{name}.db"
    ludex.run("export", database, *options, "--split-by", "game", "-o", folder / "{id}.out")
    records = sorted(folder.iterdir(), key=lambda path: int(path.stem))
    for number, path in enumerate(records):  # in the order of their ids
        path.rename(folder / f"{number:06}.out")
    form = options[options.index("--format") + 1]
    ludex.index(copy, folder, "--variations", "--format", form)
    return copy


def shogi(report, ludex, scratch, corpus):
    database = scratch / "shogi.db"
    ludex.index(database, corpus / "shogi-kif", "--variations", status=None)
    # A move that cannot be played is not written.
    broken = "SELECT id FROM games WHERE first_illegal_ply IS NOT NULL OR kind <> 'game' AND moves = 0"
    text = "\n".join(str(row[0]) for row in query(database, broken))
    if text:
        (scratch / "broken").write_text(text, encoding="utf-8")
        ludex.run("remove", database, "--id", f"@{scratch / 'broken'}", "--yes")
    games = acceptance.one(database, "SELECT count(*) FROM games")
    report.section(f"{games} games of shogi whose moves can be played")
    first = again(ludex, scratch, database, "kif", "--format", "kif")
    same(report, ludex, database, first, WON_ROWS, "KIF")
    said = notes(ludex, database, True)
    same_notes(report, said, notes(ludex, first, True), "KIF: times and comments")
    csa(report, ludex, scratch, database)
    windows = again(ludex, scratch, first, "windows", "--format", "kif", "--charset", "shift_jis")
    same(report, ludex, first, windows, ROWS.replace("black, white, event, place, ", "").replace(", opening", ""),
         "KIF in Shift_JIS")
    ki2 = again(ludex, scratch, first, "ki2", "--format", "ki2")
    same(report, ludex, first, ki2, ROWS.replace("win_by, ", ""), "KI2")
    back = again(ludex, scratch, ki2, "back", "--format", "kif")
    same(report, ludex, ki2, back, ROWS, "KI2 as KIF")
    same_notes(report, notes(ludex, ki2, False), notes(ludex, back, False), "KI2 as KIF: comments")
    once_more = again(ludex, scratch, back, "more", "--format", "ki2")
    same(report, ludex, ki2, once_more, ROWS, "KI2 as KIF as KI2")


def csa(report, ludex, scratch, database):
    """CSA has main lines, without bookmarks, and no blanks at the ends of comment lines."""
    main_line = scratch / "main.db"
    ludex.index(main_line, scratch / "kif", "--format", "kif")
    said = without_bookmarks(notes(ludex, main_line, True))
    for version in "2.2", "3":
        copy = again(ludex, scratch, database, f"csa-{version}", "--format", "csa", "--csa-version", version)
        same(report, ludex, main_line, copy, WON_ROWS, f"CSA {version}")
        same_notes(report, said, without_bookmarks(notes(ludex, copy, True)), f"CSA {version}: times and comments")
        again(ludex, scratch, copy, f"more-{version}", "--format", "csa", "--csa-version", version)
        ours, theirs = (sorted(scratch.glob(f"{name}-{version}/*.out")) for name in ("csa", "more"))
        wrong = [a.name for a, b in zip(ours, theirs) if a.read_bytes() != b.read_bytes()]
        report.expect(len(ours) == len(theirs) and not wrong, f"CSA {version} as CSA: the same bytes; {wrong} not")
        kif = again(ludex, scratch, copy, f"kif-{version}", "--format", "kif")
        back = again(ludex, scratch, kif, f"back-{version}", "--format", "csa", "--csa-version", version)
        clocks = WON_ROWS.replace("black,", "black, time_limit_seconds,")
        same(report, ludex, copy, back, clocks, f"CSA {version} as KIF as CSA")
        same_notes(report, notes(ludex, copy, True), notes(ludex, back, True), f"CSA {version} as KIF as CSA: comments")


def without_bookmarks(said):
    """And without blanks at the ends of lines."""
    def trimmed(comment):
        return "\n".join(line.rstrip() for line in (comment or "").split("\n"))
    return [(game, {**move, "name": None, "comment": trimmed(move["comment"])}) for game, move in said]


def othello(report, ludex, scratch, corpus):
    report.section("Othello")
    database, folder = scratch / "wthor.db", scratch / "wtb"
    ludex.index(database, corpus / "othello-wthor", status=None)
    ludex.run("export", database, "--format", "wthor", "--split-by", "year", "-o", folder / "WTH_{}.wtb")
    copy = scratch / "wthor-again.db"
    ludex.index(copy, folder)
    order = OTHELLO.replace("ORDER BY id", "ORDER BY date, id")
    ours, theirs = query(database, order), query(copy, order)
    report.equal(len(ours), len(theirs), "WTHOR: as many games")
    wrong = [(a, b) for a, b in zip(ours, theirs) if a != b]
    report.expect(not wrong, f"WTHOR: the same games, players, scores; {len(wrong)} differ: {wrong[:2]}")
    sgf, from_sgf = scratch / "2003.db", scratch / "2003.wtb"
    ludex.index(sgf, corpus / "othello/wthor-2003-converted.sgf.gz")
    ludex.run("export", sgf, "--format", "wthor", "-o", from_sgf)
    source = (corpus / "othello-wthor/WTH_2003.wtb").read_bytes()
    moves = [[text[at + 6:at + 7] + text[at + 8:at + 68] for at in range(16, len(text), 68)]
             for text in (from_sgf.read_bytes(), source)]
    report.equal(moves[0] == moves[1], True, "2003 from SGF: every move and score of WTHOR, byte for byte")


def go(report, ludex, scratch, corpus):
    report.section("Records of Go servers as SGF")
    database = scratch / "go.db"
    ludex.index(database, corpus / "go-other", corpus / "torture/sabaki", "--variations", status=None)
    ludex.run("remove", database, "--where", "lower(source) GLOB '*.sgf' OR member GLOB '*.sgf'", "--yes", status=None)
    copy = again(ludex, scratch, database, "sgf", "--format", "sgf")
    same(report, ludex, database, copy, GO, "SGF")


def twins(report, ludex, corpus, scratch):
    """Files that hold the same game in another format, by the corpus' list."""
    report.section("The same game in two formats")
    truth = json.loads((corpus / "truth.json").read_text(encoding="utf-8"))["more_formats"]["files"]
    database = scratch / "twins.db"
    ludex.index(database, corpus / "shogi-kif", corpus / "csa", status=None)
    rows = query(database, "SELECT source, member, id, moves, black, white FROM games")
    games = {(source, member): (game, moves, players) for source, member, game, moves, *players in rows}
    text = ludex.run("duplicates", database, "--format", "json", status=None).decode()
    cluster = {row["id"]: row["cluster"] for row in map(json.loads, text.splitlines())}
    pairs, unlike, apart = 0, [], []
    for name, facts in truth.items():
        for other in facts.get("twin") or []:
            keys = [(str(corpus / part.partition("!")[0]), part.partition("!")[2] or None) for part in (name, other)]
            if not all(key in games for key in keys):
                continue
            pairs += 1
            (one, moves, players), (two, _, others) = (games[key] for key in keys)
            unlike += [(name, other)] if key_list(ludex, database, one) != key_list(ludex, database, two) else []
            is_short = moves < SHORT and players != others
            apart += [(name, other)] if cluster.get(one, one) != cluster.get(two, two) and not is_short else []
    report.expect(pairs > 0 and not unlike, f"{pairs} twins have the same positions; {len(unlike)} not: {unlike}")
    report.expect(not apart, f"twins are duplicates, but short games of other names; {len(apart)} not: {apart}")


def test(report, ludex, scratch, corpus):
    shogi(report, ludex, scratch, corpus)
    othello(report, ludex, scratch, corpus)
    go(report, ludex, scratch, corpus)
    twins(report, ludex, corpus, scratch)


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="backslashreplace")
    acceptance.main(test, __doc__, needs_corpus=True)
