-- Games are in the order of their records, so that a record's games are found without an index of them
-- (src/store/removal.cpp). An older program would look for the index, so it must not write to this file.
DROP INDEX IF EXISTS game_by_record;
