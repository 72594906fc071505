-- Duplicates, made ready by the writer: src/store/duplicate_blocks.hpp tells the layouts. An older database gets them at
-- the next writing; until then duplicates are looked for at each question.

CREATE TABLE IF NOT EXISTS mark_block (     -- how 4096 games begin; id = (game id - 1) / 4096
  id INTEGER PRIMARY KEY,
  data BLOB NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS cluster_block (  -- which of 4096 games are like another one; id as in mark_block
  id INTEGER PRIMARY KEY,
  data BLOB NOT NULL
) STRICT;

INSERT OR IGNORE INTO counter VALUES ('marked', 1), ('clustered', 1);  -- games below it are in the blocks
