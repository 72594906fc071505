-- What a source was read with. A damaged one is not read again while its file has these times, and
-- no limit that ended it is raised.

ALTER TABLE source ADD COLUMN file_modified_ns INTEGER;   -- since 1970; NULL: standard input, or read
ALTER TABLE source ADD COLUMN file_changed_ns INTEGER;    -- by a program that did not note it
ALTER TABLE source ADD COLUMN decoder_bytes INTEGER;      -- memory allowed; NULL: not noted
ALTER TABLE source ADD COLUMN max_expansion REAL;         -- N of N:1
ALTER TABLE source ADD COLUMN limited INTEGER NOT NULL DEFAULT 0;  -- 1: one of these limits ended it
