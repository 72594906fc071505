-- What a damaged source was read with. While its file has these times, and no limit that ended it
-- is raised, it is not read again. All NULL: not damaged, standard input, or found by a program
-- that did not note it; then it is read again.

ALTER TABLE source ADD COLUMN damage_modified_ns INTEGER;     -- of the file, since 1970
ALTER TABLE source ADD COLUMN damage_changed_ns INTEGER;      -- its change time
ALTER TABLE source ADD COLUMN damage_decoder_bytes INTEGER;   -- NULL: no limit ended it
ALTER TABLE source ADD COLUMN damage_max_expansion REAL;      -- N of N:1; NULL: no limit ended it
