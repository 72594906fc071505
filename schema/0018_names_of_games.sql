-- Two games rarely have the same name, so no index finds names of games by their text: a writer looks for them among the
-- newest phrases only. An older program would look for the index, so it must not write to this file. The table is copied
-- twice, as SQLite does not rename a table while views name another one that is missing.

CREATE TABLE kept_phrase (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, written TEXT NOT NULL, folded TEXT NOT NULL) STRICT;
INSERT INTO kept_phrase SELECT * FROM phrase;
DROP TABLE phrase;
CREATE TABLE phrase (
  id INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL,              -- PhraseKind
  written TEXT NOT NULL,
  folded TEXT NOT NULL
) STRICT;
INSERT INTO phrase SELECT * FROM kept_phrase;
DROP TABLE kept_phrase;
CREATE UNIQUE INDEX phrase_by_text ON phrase (kind, written) WHERE kind <> 1;  -- 1: name of a game
