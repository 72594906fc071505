-- What `explore` counts at positions of many games, made ready by the writer: src/index/moment_counts.hpp tells the
-- layout. Groups of an older database have no row here until their segment is merged; they are counted.

CREATE TABLE IF NOT EXISTS moment_counts (  -- of a position_group; of all its games, which must all be visible
  id INTEGER PRIMARY KEY,             -- as in position_group
  data BLOB NOT NULL
) STRICT;
