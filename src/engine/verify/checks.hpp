#pragma once

#include "engine/verify/findings.hpp"
#include "ludex/verify.hpp"
#include "store/database.hpp"

#include <cstdint>

namespace ludex {

/// What the checks of one database share. The counters are read first: everything is compared with
/// them.
struct VerifiedDatabase {
  SqlConnection& sql;
  Findings& findings;
  VerifyReport& report;
  std::int64_t end_game = 1;  ///< ids of games are below it
  std::int64_t end_posting = 0;
  std::int64_t posted = 0;  ///< numbers below it are in segments
};

/// SQLite's own structure, the counters, the sources with their members, and the tables that refer
/// to games, names and persons.
void check_tables(VerifiedDatabase& database);
/// Checks every fact column: one value per game, posting numbers without gaps. Lowers `end_game` to
/// the number of games with facts, so that a damaged counter cannot cause an endless search.
void check_facts(VerifiedDatabase& database);
/// The tables `game` and `record` against the packed rows and the facts.
void check_rows(VerifiedDatabase& database);
/// Unpacks and hashes the text of every record.
void check_texts(VerifiedDatabase& database);
/// The blocks of full text search, and whether they hold what the names of each game say.
void check_words(VerifiedDatabase& database);
/// Replays all games, and compares captures and the postings of all segments with that.
void check_positions(VerifiedDatabase& database);
/// Counts the games of each group that has counts anew.
void check_moment_counts(VerifiedDatabase& database);
/// Computes all beginning hashes and groups of duplicates again and compares them with the blocks.
void check_duplicates(VerifiedDatabase& database);

}  // namespace ludex
