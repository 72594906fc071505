-- Which chains the moves of 256 games of Go took: patterns are looked for without a replay.
-- src/store/game_captures.hpp tells the layout. Games of an older database have no row here until
-- `ludex compact`; they are replayed.

CREATE TABLE IF NOT EXISTS capture_block (  -- id = (game id - 1) / 256
  id INTEGER PRIMARY KEY,
  data BLOB NOT NULL
) STRICT;
