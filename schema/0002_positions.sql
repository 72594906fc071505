-- What positions are found by: packed moves, columnar facts, sorted blocks of postings.

CREATE TABLE move_block (             -- scripts of 256 games; id = (game id - 1) / 256
  id INTEGER PRIMARY KEY,
  data BLOB NOT NULL
) STRICT;

CREATE TABLE fact_block (             -- one column of 4096 games; chunk = (game id - 1) / 4096
  id INTEGER PRIMARY KEY,             -- fact << 32 | chunk; Fact in include/ludex/store/facts.hpp
  minimum INTEGER NOT NULL,           -- values are stored as differences to it
  maximum INTEGER NOT NULL,
  data BLOB NOT NULL
) STRICT;

CREATE TABLE segment (                -- an immutable sorted run of postings
  id INTEGER PRIMARY KEY,
  first_number INTEGER NOT NULL,      -- posting numbers covered: [first_number, end_number)
  end_number INTEGER NOT NULL,
  postings INTEGER NOT NULL,
  blocks INTEGER NOT NULL,
  key_bits INTEGER NOT NULL,
  live INTEGER NOT NULL               -- 1; 0 is kept for segments written over several commits
) STRICT;

CREATE TABLE posting_block (
  id INTEGER PRIMARY KEY,             -- segment << 32 | number of the block
  first_key INTEGER NOT NULL,         -- the key's bits as a signed integer
  data BLOB NOT NULL
) STRICT;

CREATE TABLE position_group (         -- what is known of the postings of one key, where a segment has many
  id INTEGER PRIMARY KEY,             -- segment << 32 | place; places ascend by key and posting
  key INTEGER NOT NULL,               -- the key's bits as in posting_block
  postings INTEGER NOT NULL,
  moments INTEGER NOT NULL,           -- different ones among them
  data BLOB NOT NULL                  -- which moment each posting belongs to
) STRICT;
CREATE INDEX position_group_by_key ON position_group (key, id);
