#!/usr/bin/env python3
"""Copies of real games are found, turned, with colors exchanged and cut; ids of sites are not looked at."""

import collections
import csv
import gzip
import io
import lzma
import re
import shutil

import acceptance

GAMES = 2000
LETTERS = "abcdefghijklmnopqrs"
POINT = re.compile(r"\[([a-s])([a-s])\]")
STONES = re.compile(r"(?<![A-Za-z])(AB|AW|AE|B|W)((?:\s*\[(?:[a-s]{2})?\])+)")  # also passes


def duplicates(ludex, database):
    """The rows that `ludex duplicates` prints."""
    text = ludex.run("duplicates", database, "--format", "csv", status=None).decode()
    return list(csv.DictReader(io.StringIO(text, newline="")))


def clusters(rows):
    """{id: the game that stands for it}, of those in clusters."""
    return {int(row["id"]): int(row["cluster"]) for row in rows}


def turned(record):
    """The board a quarter turn clockwise."""
    def stones(match):
        return match[1] + POINT.sub(lambda point: f"[{LETTERS[18 - LETTERS.index(point[2])]}{point[1]}]", match[2])
    return STONES.sub(stones, record)


def exchanged(record):
    """Black's stones are White's."""
    names = {"B": "W", "W": "B", "AB": "AW", "AW": "AB", "AE": "AE"}
    return STONES.sub(lambda match: names[match[1]] + match[2], record)


def cut(record):
    """The first 80 % of its moves."""
    moves = [match.end() for match in re.finditer(r";\s*[BW]\[[a-z]{0,2}\]", record)]
    return record[:moves[len(moves) * 8 // 10 - 1]] + ")\n"


def plain_records(path):
    """Records of one line of at least 10 moves on the whole board, without comments."""
    text = gzip.decompress(path.read_bytes()).decode("utf-8", "replace")
    for record in re.findall(r"\(;GM\[1\].*?\n?\)(?=\s*(?:\(;|\Z))", text, re.DOTALL):
        plain = record.count("(;") == 1 and not re.search(r"\bG?C\[", record) and "SZ[19]" in record
        if plain and len(re.findall(r";\s*[BW]\[", record)) >= 10:
            yield record + "\n"


def copies_of_go(report, ludex, scratch, corpus):
    report.section("Go: an archive, itself, turned, with colors exchanged, cut at 80 %")
    records = [record for _, record in zip(range(GAMES), plain_records(corpus / "go" / "kgs-6d-2003.sgf.gz"))]
    count = len(records)
    report.expect(count >= GAMES // 2, f"{count} records to copy")
    alone, copied = scratch / "alone.sgf", scratch / "copied.sgf"
    alone.write_text("".join(records), encoding="utf-8")
    changes = [str, turned, exchanged, cut]
    copied.write_text("".join(change(record) for change in [str, *changes] for record in records), encoding="utf-8")
    ludex.index(scratch / "alone.db", alone)
    ludex.index(scratch / "copied.db", copied)
    of_alone = clusters(duplicates(ludex, scratch / "alone.db"))
    found = clusters(duplicates(ludex, scratch / "copied.db"))

    originals = {game: found.get(game) for game in range(1, count + 1)}
    report.expect(all(cluster is not None and cluster <= count for cluster in originals.values()),
                  "every game stands in a cluster that a game of the archive itself stands for")
    report.equal({game: cluster for game, cluster in originals.items()},
                 {game: of_alone.get(game, game) for game in originals},
                 "the archive's own clusters are what they are without copies")
    for place, change in enumerate(changes, 1):
        apart = [game for game in originals if found.get(game + place * count) != originals[game]]
        report.equal(apart, [], f"each copy by {change.__name__} belongs where its game does")
    report.equal(len(found), 5 * count, "and there is nothing else")
    unique = int(ludex.run("find", scratch / "copied.db", "--unique", "--count"))
    report.equal(unique, len(set(originals.values())), "--unique takes one of each")


def the_whole_corpus_twice(report, ludex, scratch, corpus):
    report.section("Go: the whole corpus, and all of it again")
    database = scratch / "twice.db"
    ludex.index(database, corpus / "go")
    count = ludex.info(database)["totals"]["games"]
    of_one = clusters(duplicates(ludex, database))
    again = scratch / "again"
    shutil.copytree(corpus / "go", again)
    ludex.index(database, again)
    found = clusters(duplicates(ludex, database))
    report.equal(len(found), 2 * count, f"{count} games and their copies stand in clusters")
    apart = [game for game in range(1, count + 1) if found.get(game) != found.get(game + count)]
    report.equal(apart, [], "each with its copy")
    changed = [game for game in range(1, count + 1) if found.get(game) != of_one.get(game, game)]
    report.equal(changed, [], "where it stood alone")


def games_of_little_golem(folder):
    """(id, moves) of each record, in the order of the files."""
    for path in sorted(folder.glob("littlegolem-*")):
        packed = path.read_bytes()
        text = (lzma.decompress(packed) if path.suffix == ".xz" else packed).decode("latin-1")
        for record in re.findall(r"\(;FF\[4\].*?(?=\n\(;|\Z)", text, re.DOTALL):
            yield re.search(r"game #(\d+)", record)[1], tuple(re.findall(r";([BW])\[([^\]]*)\]", record))


def copies_of_little_golem(report, ludex, scratch, corpus):
    report.section("Hex: games that stand in the files of two players")
    games = list(games_of_little_golem(corpus / "hex"))
    ludex.index(scratch / "hex.db", *sorted((corpus / "hex").glob("littlegolem-*")))
    report.equal(ludex.info(scratch / "hex.db")["totals"]["games"], len(games), f"{len(games)} games")
    rows = duplicates(ludex, scratch / "hex.db")
    standing = {row["cluster"]: row for row in rows if row["why"] == "kept"}
    same = [row for row in rows if row["why"] == "same"]
    of_one_id = [row for row in same if row["external_id"] == standing[row["cluster"]]["external_id"]]
    report.equal(len(of_one_id), len(games) - len(set(games)), "copies with the same id and the same moves")

    moves_of = collections.defaultdict(set)
    for game, moves in games:
        moves_of[game].add(moves)
    differing = {game for game, moves in moves_of.items() if len(moves) > 1}
    report.expect(differing, "one id has games with other moves")
    by_cluster = collections.defaultdict(set)
    for row in [*standing.values(), *same]:
        by_cluster[row["cluster"]].add((row["external_id"], row["moves"]))
    report.expect(not any(game[0] in differing and len(ones) > 1 for ones in by_cluster.values() for game in ones),
                  "which are never said to be the same")
    others = [row for row in same if row not in of_one_id and int(row["moves"]) < 20]
    report.equal(others, [], "short games of other ids are other games")


def test(report, ludex, scratch, corpus):
    copies_of_go(report, ludex, scratch, corpus)
    the_whole_corpus_twice(report, ludex, scratch, corpus)
    copies_of_little_golem(report, ludex, scratch, corpus)


if __name__ == "__main__":
    acceptance.main(test, __doc__, needs_corpus=True)
