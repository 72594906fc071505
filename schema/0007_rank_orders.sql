-- Ranks of every notation on one scale: 30k = -30 ... 1k = -1, 1d = 1 ... 9d = 9, 1p = 101 ... 9p = 109.
-- The program fills the columns from the facts of games, and from here on makes the view `games` from
-- its description of the columns. Packed rows of games with ranks are read from the tables until
-- `ludex compact` packs them again.

ALTER TABLE game ADD COLUMN black_rank_order INTEGER;
ALTER TABLE game ADD COLUMN white_rank_order INTEGER;
