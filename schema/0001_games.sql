-- What was read: sources, their members, every record found in them, and the games records gave.

CREATE TABLE meta (          -- what later runs must agree with; see schema/README.md
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE counter (       -- next free ids; ids are never reused
  name TEXT PRIMARY KEY,
  next INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO counter VALUES ('source', 1), ('member', 1), ('record', 1), ('game', 1), ('posting', 0),
  ('text_block', 1), ('segment', 1),
  ('posted', 0);  -- posting numbers below it are in segments

CREATE TABLE source (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,                 -- path as given, or the name of standard input
  path TEXT NOT NULL,                 -- what it is known by: absolute path, or stdin:NAME
  fingerprint TEXT NOT NULL,          -- empty for standard input
  bytes INTEGER NOT NULL,             -- of the file as it lies on disk
  options TEXT NOT NULL,              -- those that change what is stored
  state INTEGER NOT NULL,             -- 1 loading, 2 done, 3 damaged (done as far as it goes)
  hidden INTEGER NOT NULL DEFAULT 0,  -- 1: replaces another source and is not complete yet
  replaces INTEGER,                   -- that other source
  variations INTEGER NOT NULL,        -- 1: positions of variations are indexed too
  -- where to go on: ordinal of the member, and the end of the last committed record in it
  resume_member INTEGER NOT NULL DEFAULT 0,
  resume_offset INTEGER NOT NULL DEFAULT 0,
  -- 1: bytes added at its end may be read from there; 2: so may they, but the last record is unclosed
  -- and read again
  resumable INTEGER NOT NULL DEFAULT 0,
  damaged_at INTEGER,                 -- offset in the decompressed member
  damage TEXT,
  members INTEGER NOT NULL DEFAULT 0,
  skipped_members INTEGER NOT NULL DEFAULT 0,  -- of no known format
  records INTEGER NOT NULL DEFAULT 0,
  record_bytes INTEGER NOT NULL DEFAULT 0,
  games INTEGER NOT NULL DEFAULT 0,
  rejects INTEGER NOT NULL DEFAULT 0,
  removed INTEGER NOT NULL DEFAULT 0, -- records taken out with `ludex remove`
  junk_bytes INTEGER NOT NULL DEFAULT 0,
  tail_bytes INTEGER NOT NULL DEFAULT 0,       -- those of junk_bytes behind the last record
  stream_bytes INTEGER NOT NULL DEFAULT 0,     -- decompressed: record_bytes + junk_bytes
  branches_left_out INTEGER NOT NULL DEFAULT 0,
  content_hash TEXT,                  -- of the stream, standard input only
  added_at TEXT NOT NULL,
  finished_at TEXT
) STRICT;
CREATE INDEX source_by_path ON source (path);
CREATE INDEX source_by_fingerprint ON source (fingerprint);

CREATE TABLE member (
  id INTEGER PRIMARY KEY,
  source_id INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,           -- from 0, in the order of the archive
  name TEXT NOT NULL,                 -- empty for a plain or compressed file
  damaged_at INTEGER,
  damage TEXT
) STRICT;
CREATE INDEX member_by_source ON member (source_id, ordinal);

CREATE TABLE text_block (             -- zstd frames; a record may span several that follow each other
  id INTEGER PRIMARY KEY,
  size INTEGER NOT NULL,              -- bytes unpacked
  data BLOB NOT NULL
) STRICT;

CREATE TABLE record (
  id INTEGER PRIMARY KEY,
  member_id INTEGER NOT NULL,
  offset INTEGER NOT NULL,            -- bytes in the decompressed member
  length INTEGER NOT NULL,
  format INTEGER NOT NULL,            -- Format: 0 SGF, 1 CSA, 2 CGP, 3 GCG
  form INTEGER NOT NULL,              -- TextForm: 0 bytes, 1 pair-aware, 2 UTF-16LE, 3 UTF-16BE
  hash BLOB NOT NULL,                 -- XXH3-128 of the text, big-endian
  text_block INTEGER,                 -- NULL with --no-text
  text_offset INTEGER,                -- in the unpacked block
  reject_kind INTEGER,                -- ProblemKind; NULL where the record gave games
  reject_offset INTEGER,              -- in the record
  reject_message TEXT
) STRICT;
CREATE INDEX record_rejects ON record (id) WHERE reject_kind IS NOT NULL;

-- Names that people search for, and phrases that repeat. As written beside folded (case, width,
-- Unicode form), which is what filters scan.
CREATE TABLE name (
  id INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL,              -- NameKind: 1 player, 2 event, 3 place, 4 round
  written TEXT NOT NULL,
  folded TEXT NOT NULL,
  normal TEXT NOT NULL,               -- without rank, title and punctuation: what aliases go by
  UNIQUE (kind, written)
) STRICT;

-- Who is meant by names, and which event and place: above the names, which stay as they are.
CREATE TABLE person (
  id INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL,              -- NameKind: 1 player, 2 event, 3 place
  name TEXT NOT NULL,
  UNIQUE (kind, name)
) STRICT;

CREATE TABLE alias (                  -- all names of this normal form mean that person
  kind INTEGER NOT NULL,
  normal TEXT NOT NULL,
  written TEXT NOT NULL,              -- as the alias was given
  person_id INTEGER NOT NULL,
  PRIMARY KEY (kind, normal)
) STRICT, WITHOUT ROWID;
CREATE INDEX alias_by_person ON alias (person_id);

CREATE TABLE seat_person (            -- who sits there, whatever the name says: two people of one name
  game_id INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  person_id INTEGER NOT NULL,
  PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE phrase (
  id INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL,              -- PhraseKind
  written TEXT NOT NULL,
  folded TEXT NOT NULL,
  UNIQUE (kind, written)
) STRICT;

CREATE TABLE game (
  id INTEGER PRIMARY KEY,
  record_id INTEGER NOT NULL,
  source_id INTEGER NOT NULL,
  game INTEGER NOT NULL,              -- GameType
  kind INTEGER NOT NULL,              -- 1 game, 2 problem, 3 position
  width INTEGER, height INTEGER,
  black INTEGER, white INTEGER,       -- name: seats 1 and 2
  black_rank INTEGER, white_rank INTEGER,      -- phrase
  black_rating REAL, white_rating REAL,
  event INTEGER, round INTEGER, place INTEGER, -- name
  date TEXT,                          -- as written
  date_from INTEGER, date_to INTEGER, -- yyyymmdd
  date_precision INTEGER,             -- 1 day, 2 month, 3 year, 4 range
  result_raw TEXT,
  winner INTEGER,                     -- 1 seat 1, 2 seat 2, 3 draw, 4 void, 5 "?" was written, 6 seat 3, 7 seat 4
  win_by INTEGER,
  margin REAL,
  result_from INTEGER,
  result_disputed INTEGER,
  komi REAL, handicap INTEGER,
  rules INTEGER,                      -- phrase
  time_limit INTEGER,                 -- phrase
  time_limit_seconds REAL,
  overtime INTEGER,                   -- phrase
  moves INTEGER NOT NULL,
  positions INTEGER NOT NULL,         -- indexed ones
  first_illegal_ply INTEGER,
  swap TEXT,                          -- none, pieces, sides, ambiguous; NULL where the game knows no swap
  game_name INTEGER, annotator INTEGER, opening INTEGER, published_in INTEGER,  -- phrase
  entered_by INTEGER,                 -- phrase
  external_id TEXT,
  lexicon INTEGER, variant INTEGER, board_name INTEGER,                         -- phrase
  declared_game TEXT,
  charset INTEGER, application INTEGER,         -- phrase
  flags INTEGER NOT NULL,             -- 1 unclosed, 2 has variations, 4 variations indexed, 8 no positions,
                                      -- 16 seat 1 has the white pieces, 32 dates are those of the event's name
  properties INTEGER,                 -- phrase: JSON array of [ident, value]
  seat1_score REAL, seat2_score REAL
) STRICT;
CREATE INDEX game_by_record ON game (record_id);
CREATE INDEX game_by_external_id ON game (external_id) WHERE external_id IS NOT NULL;

CREATE TABLE seat (                   -- what `game` has no column for: teams, third players
  game_id INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  name INTEGER, rank INTEGER, team INTEGER,
  rating REAL, is_computer INTEGER, score REAL,
  PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_beyond_two ON seat (game_id) WHERE seat > 2;

CREATE TABLE problem_kind (           -- names of ProblemKind, for the views
  kind INTEGER PRIMARY KEY,
  name TEXT NOT NULL
) STRICT;

CREATE TABLE problem (
  game_id INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  ply INTEGER,
  kind INTEGER NOT NULL,              -- ProblemKind
  offset INTEGER,                     -- bytes in the record
  message TEXT,
  PRIMARY KEY (game_id, ordinal)
) STRICT, WITHOUT ROWID;

-- Words of players, event, game name and comment; rowid = game id. Each CJK character is a word.
CREATE VIRTUAL TABLE game_text USING fts5 (
  players, event, game_name, comment,
  content = '', tokenize = "unicode61 remove_diacritics 2"
);
