-- What listings show of a game, so that a row costs one look-up.

CREATE TABLE row_block (              -- rows of 32 games; id = (game id - 1) / 32
  id INTEGER PRIMARY KEY,
  data BLOB NOT NULL
) STRICT;
