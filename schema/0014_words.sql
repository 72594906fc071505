-- Full text search in segments that workers prepare, in place of SQLite's FTS5: src/index/word_block.hpp tells the
-- layout. The words of an older database are copied before its table `game_text` is dropped.

CREATE TABLE IF NOT EXISTS word_segment (  -- an immutable run of words
  id INTEGER PRIMARY KEY,
  first_game INTEGER NOT NULL,        -- words of games from here
  end_game INTEGER NOT NULL,          -- to before this one; no other segment has words of them
  blocks INTEGER NOT NULL,
  places INTEGER NOT NULL             -- words of all texts
) STRICT;

CREATE TABLE IF NOT EXISTS word_block (    -- id = segment << 32 | number of the block, in the order of words
  id INTEGER PRIMARY KEY,
  data BLOB NOT NULL
) STRICT;
