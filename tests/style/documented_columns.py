#!/usr/bin/env python3
"""Checks that ludex-sql(7) says of every column of every view what it means and when it is NULL.

usage: documented_columns.py SOURCE_TREE
"""

import pathlib
import re
import sqlite3
import sys

ROW = re.compile(r"^\| (.*?) \| (.*) \| (.*?) ?\|$", re.MULTILINE)


def views(tree):
    """Names of the views, each with its columns."""
    database = sqlite3.connect(":memory:")
    for migration in sorted((tree / "schema").glob("*.sql")):
        database.executescript(migration.read_text())
    names = [row[0] for row in database.execute("SELECT name FROM sqlite_schema WHERE type = 'view'")]
    return {name: [row[1] for row in database.execute(f"PRAGMA table_info({name})")] for name in names}


def documented(document, view):
    """The columns of a view's table whose last cell is not empty."""
    section = re.search(rf"^### {view}\n(.*?)^##", document, re.MULTILINE | re.DOTALL)
    cells = ROW.findall(section.group(1)) if section else []
    return {name for names, _, null in cells if null for name in re.findall(r"`(\w+)`", names)}


def main():
    tree = pathlib.Path(sys.argv[1])
    document = (tree / "src" / "manual" / "ludex-sql.7.md").read_text()
    missing = [
        f"ludex-sql.7.md: {view}.{column}: not said when it is NULL"
        for view, columns in views(tree).items()
        for column in columns
        if column not in documented(document, view)
    ]
    print("\n".join(missing))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
