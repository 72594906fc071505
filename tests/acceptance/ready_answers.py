#!/usr/bin/env python3
"""Answers that the writer makes ready (moment_counts, cluster_block) equal those that are worked out, whatever was
indexed, grown, changed, removed, joined and compacted before."""

import contextlib
import random
import shutil
import sqlite3

import acceptance

SEEDS = (9, 19)
STEPS = 10
QUESTIONS = [
    ["explore", "--position", "moves:", "--game", "go", "--size", "19", "--format", "csv"],
    ["explore", "--position", "moves:pd", "--format", "csv"],
    ["explore", "--position", "moves:pd dd", "--format", "csv"],
    ["explore", "--position", "moves:", "--result", "B", "--format", "csv"],
    ["explore", "--position", "moves:", "--from", "2000", "--format", "csv"],
    ["explore", "--position", "moves:", "--depth", "2", "--min-games", "50", "--format", "csv"],
    ["explore", "--position", "moves:", "--unique", "--format", "csv"],
    ["find", "--unique", "--count"],
    ["find", "--unique", "--result", "B", "--count"],
    ["duplicates", "--format", "csv"],
    ["duplicates", "--player", "a", "--format", "csv"],
    ["stats", "--by", "year", "--unique", "--format", "csv"],
]
FORGET = ("DELETE FROM moment_counts; DELETE FROM mark_block; DELETE FROM cluster_block; "
          "UPDATE counter SET next = 1 WHERE name IN ('marked', 'clustered')")


class Life:
    """One database and the files that it is made of, changed at random."""

    def __init__(self, ludex, folder, seed):
        self.ludex, self.folder, self.chance = ludex, folder, random.Random(seed)
        folder.mkdir()
        self.database, self.files, self.names = folder / "games.db", [], 0
        self.ready = 0  # states in which answers were ready

    def games(self, path, count):
        self.ludex.generate(path, count, self.chance.randrange(5) + 1)

    def step(self):
        ways = [self.add, self.add_copy, self.grow, self.grow, self.change, self.change, self.change, self.remove,
                self.remove, self.remove_source, self.compact, self.join, self.merge]
        way = self.chance.choice(ways) if self.files else self.add
        way()
        return way.__name__

    def new_file(self):
        self.names += 1
        self.files.append(self.folder / f"{self.names}.sgf")
        return self.files[-1]

    def add(self):
        path = self.new_file()
        self.games(path, self.chance.choice([300, 1500, 2500]))
        self.ludex.index(self.database, path)

    def add_copy(self):
        copied = self.chance.choice(self.files)
        path = self.new_file()
        path.write_bytes(copied.read_bytes() + b"(;SZ[19];B[pd])\n")
        self.ludex.index(self.database, path)

    def grow(self):
        more = self.folder / "more"
        self.games(more, self.chance.choice([5, 800]))
        path = self.chance.choice(self.files)
        path.write_bytes(path.read_bytes() + more.read_bytes())
        self.ludex.index(self.database, path)

    def change(self):
        path = self.chance.choice(self.files)
        self.games(path, self.chance.choice([200, 2000]))
        self.ludex.index(self.database, path)

    def remove(self):
        first = self.chance.randrange(1, 500)
        ids = f"{first}..{first + self.chance.randrange(1000)}"
        self.ludex.run("remove", self.database, "--id", ids, "--yes", status=None)

    def remove_source(self):
        path = self.files.pop(self.chance.randrange(len(self.files)))
        self.ludex.run("remove", self.database, "--source", path, "--yes", status=None)

    def compact(self):
        self.ludex.run("compact", self.database)

    def join(self):
        names = [row[0] for row in acceptance.rows(self.database, "SELECT DISTINCT black FROM games ORDER BY 1 LIMIT 50")]
        if len(names) > 1:
            self.ludex.run("alias", self.database, "add", *self.chance.sample(names, 2), status=None)

    def merge(self):
        merged = self.folder / "merged.db"
        self.ludex.run("merge", "--quiet", merged, self.database)
        merged.replace(self.database)

    def unlike(self):
        """The questions whose ready answers differ from those of a copy that has none."""
        copy = self.folder / "copy.db"
        shutil.copy(self.database, copy)
        with contextlib.closing(sqlite3.connect(copy)) as connection:
            connection.executescript(FORGET)
        self.ready += acceptance.one(self.database, "SELECT (SELECT count(*) FROM moment_counts) > 0 AND "
                                                    "(SELECT count(*) FROM cluster_block) > 0")
        return [question for question in QUESTIONS
                if self.ludex.run(question[0], self.database, *question[1:], status=None) !=
                self.ludex.run(question[0], copy, *question[1:], status=None)]


def test(report, ludex, scratch, corpus):
    del corpus
    for seed in SEEDS:
        report.section(f"A database changed {STEPS} times, seed {seed}")
        life = Life(ludex, scratch / str(seed), seed)
        for _ in range(STEPS):
            name = life.step()
            report.equal(life.unlike(), [], name.replace("_", " "))
        report.expect(life.ready > 1, "some answers were ready")


if __name__ == "__main__":
    acceptance.main(test, __doc__)
