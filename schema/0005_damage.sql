-- What a source was read with. A damaged source is not read again while its file has these times and
-- no limit that ended it is raised. Times are in ns since 1970; NULL for standard input, and where an
-- older program read the source.

ALTER TABLE source ADD COLUMN file_modified_ns INTEGER;
ALTER TABLE source ADD COLUMN file_changed_ns INTEGER;    -- the file's change time (ctime)
ALTER TABLE source ADD COLUMN decoder_bytes INTEGER;      -- memory allowed; NULL: not known
ALTER TABLE source ADD COLUMN max_expansion REAL;         -- N of N:1; NULL: not known
ALTER TABLE source ADD COLUMN limited INTEGER NOT NULL DEFAULT 0;  -- 1: one of these limits ended it
