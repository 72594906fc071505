#!/usr/bin/env python3
"""Records of shogi players and of Go servers against those of an independent counter (the corpus' truth.json).

Moves, players, winners and dates are that counter's; final positions of shogi games are those of tsshogi. Of files
with many games (PSN, USI), the numbers of games, of moves, of results and of names are compared. What differs is
listed below with its reason; what is not fails, and so does a reason that nothing needs any more.
"""

import contextlib
import csv
import json
import re
import sqlite3
import sys

import acceptance

FOLDERS = ("shogi-kif", "go-other", "torture/sabaki")
SHOGI = ("kif", "ki2", "jkf")
LISTS = ("psn", "usi", "usen")  # many games a file
GO = ("gib", "ngf")
UNFINISHED = ("中断", "封じ手")
REASONS = {
    ("shogi-kif/iwate-a.tar.gz!older/d3f5a12faa99_tume.kif", "games"): "two bytes, CR and LF: there is no record",
    ("shogi-kif/kifu-for-js/fork-test.kif", "final position"): "an illegal move, which tsshogi plays",
    ("shogi-kif/kifuzo/incomplete_board.kifu", "final position"): "a diagram of two ranks; tsshogi clears the others",
    ("shogi-kif/kifuzo/with_initial_mochi.kifu", "final position"): "tsshogi leaves the hands of the diagram out",
    ("shogi-kif/kifuzo/variation_with_dou.kifu", "moves"): "the counter misses a move written with 同 in a variation",
    ("shogi-kif/kifuzo/with_board.kifu", "moves"): "it drops a silver that nobody holds; the counter does not play",
    ("shogi-kif/kifuzo/with_board.kifu", "final position"): "it drops a silver that nobody holds",
    ("shogi-kif/kifuzo/with_special_notation.kifu", "moves"): "it drops a bishop that nobody holds",
    ("shogi-kif/kifuzo/with_special_notation.kifu", "final position"): "it drops a bishop that nobody holds",
    ("shogi-kif/psn/3rd RyuO Match.psn", "moves"): "the counter counts the moves of variations, too",
    ("shogi-kif/psn/misc pro games.psn.gz", "moves"): "the counter counts the moves of variations, too",
    ("shogi-kif/psn/misc pro games.psn.gz", "names"): "the counter keeps the blank in `Murooka Katsuhiko `",
    ("shogi-kif/shogiboardq/test_drops.usi", "moves"): "it drops a pawn that nobody holds",
    ("shogi-kif/shogiboardq/test_drops.usi", "final position"): "it drops a pawn that nobody holds",
    ("shogi-kif/mog-core/002.kif", "winner"): "Time-up: the counter knows no English end marks",
}


def sources(truth):
    """{(source, member): (name, facts)}"""
    found = {}
    for name, facts in truth.items():
        if facts["format"] in SHOGI + GO + LISTS:
            source, _, member = name.partition("!")
            found[source, member or None] = name, facts
    return found


def winner_in_truth(facts):
    """As Ludex names it; Ellipsis where the counter is known not to say."""
    if facts["format"] == "jkf":
        # Sente begins in all of them: who is to move resigns.
        return ("W" if facts["moves"] % 2 == 0 else "B") if facts.get("special") == "TORYO" else None
    if facts["format"] not in SHOGI or "winner" not in facts:
        return ...
    end = facts.get("end") or facts.get("made") or ""
    if any(word in end for word in UNFINISHED) or not end.isprintable() or "\ufffd" in end:
        return None  # not a draw, but without a winner
    if end == "詰み":
        return ...  # the end of a problem is no result of a game
    return {"b": "B", "w": "W", "=": "draw"}[facts["winner"]]


def players_in_truth(facts):
    head = facts.get("head") or {}
    names = head.get("先手", head.get("下手")), head.get("後手", head.get("上手"))
    return tuple((name or "").strip() or None for name in names)


def day_in_truth(facts):
    """The day that a game began on, if it is written plainly; else Ellipsis."""
    written = (facts.get("head") or {}).get("開始日時") or ""
    found = re.match(r"(\d{4})/(\d{1,2})/(\d{1,2})(?!\d|[･・])", written)
    return "{}-{:>02}-{:>02}".format(*found.groups()) if found else ...


def final_position(ludex, database, game, moves):
    return ludex.run("show", database, f"{game}:{moves}", "--format", "sfen").decode().split()[:3]


def list_differences(ludex, database, name, facts, games):
    """Of a file with many games: [(name, what, truth's, ours)]"""
    wanted = {"games": facts["games"] + facts.get("positions", 0), "moves": facts["moves"]}
    ours = {"games": len(games), "moves": sum(moves for _, moves, *_ in games)}
    if facts["format"] == "psn":
        results = facts["results"]
        wanted |= {"B": results.get("1-0", 0), "W": results.get("0-1", 0), "names": facts["names"]}
        written = [(winner, raw) for _, _, winner, _, _, raw in games if raw in results]
        ours |= {seat: sum(winner == seat for winner, _ in written) for seat in "BW"}
        ours["names"] = len({player for _, _, _, *players, _ in games for player in players if player})
    for what, value in wanted.items():
        if value != ours[what]:
            yield name, what, value, ours[what]
    if games and (final := (facts.get("tsshogi") or {}).get("final")):
        game, moves, *_ = games[0]  # tsshogi reads one game
        shown = final_position(ludex, database, game, moves)
        if shown != final.split()[:3]:
            yield name, "final position", final, " ".join(shown)


def differences(ludex, database, corpus, connection, files):
    """[(name, what, truth's, ours)]"""
    dates = dict(connection.execute("SELECT id, date_from FROM games"))
    for (source, member), (name, facts) in sorted(files.items(), key=str):
        games = connection.execute(
            "SELECT id, moves, winner, black, white, result_raw FROM games WHERE source = ? AND member IS ? ORDER BY id",
            (str(corpus / source), member)).fetchall()
        if facts["format"] in LISTS:
            yield from list_differences(ludex, database, name, facts, games)
            continue
        if len(games) != 1:
            yield name, "games", 1, len(games)
            continue
        game, moves, winner, *players, _ = games[0]
        if moves != facts["moves"]:
            yield name, "moves", facts["moves"], moves
        if facts["format"] not in SHOGI:
            continue
        wanted = winner_in_truth(facts)
        if wanted is not ... and winner != wanted:
            yield name, "winner", wanted, winner
        if tuple(players) != players_in_truth(facts):
            yield name, "players", players_in_truth(facts), tuple(players)
        if (day := day_in_truth(facts)) is not ... and day != dates[game]:
            yield name, "date", day, dates[game]
        if final := (facts.get("tsshogi") or {}).get("final"):
            shown = final_position(ludex, database, game, moves)
            if shown != final.split()[:3]:
                yield name, "final position", final, " ".join(shown)


def twin_differences(ludex, database, corpus, files):
    """Files with the same game that `duplicates` does not find together."""
    rows = csv.DictReader(ludex.run("duplicates", database, "--format", "csv").decode().splitlines())
    clusters = {row["source"]: row["cluster"] for row in rows}
    names = {name for (_, member), (name, facts) in files.items() if not member and facts["format"] in SHOGI + LISTS}
    for _, (name, facts) in sorted(files.items(), key=str):
        for twin in facts.get("twin", ()):
            if name < twin and {name, twin} <= names:
                found = clusters.get(str(corpus / name)), clusters.get(str(corpus / twin))
                if found[0] is None or found[0] != found[1]:
                    yield f"{name} and {twin}", "twin", "one cluster", found


def test(report, ludex, scratch, corpus):
    truth = json.loads((corpus / "truth.json").read_text(encoding="utf-8")).get("more_formats", {}).get("files", {})
    files = sources(truth)
    database = scratch / "records.db"
    report.section(f"{len(files)} records")
    report.note(ludex.index(database, *(corpus / folder for folder in FOLDERS), status=None))
    with contextlib.closing(sqlite3.connect(database)) as connection:
        found = list(differences(ludex, database, corpus, connection, files))
    found += twin_differences(ludex, database, corpus, files)
    acceptance.reconcile(report, ludex, database)
    report.section(f"{len(found)} differences")
    reasons = dict(REASONS)
    for name, what, wanted, ours in found:
        reason = reasons.pop((name, what), None)
        report.expect(reason is not None, f"{name}: {what}: {wanted} there, {ours} here: {reason or 'unexplained'}")
    for name, what in reasons:
        report.expect(False, f"{name}: {what}: explained, but there is no difference any more")


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="backslashreplace")
    acceptance.main(test, __doc__, needs_corpus=True)
