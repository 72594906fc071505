#pragma once

#include "ludex/types.hpp"
#include "store/database.hpp"
#include "store/facts.hpp"
#include "store/sql/sql_statement.hpp"

#include <span>

namespace ludex {

/// Takes games out: their rows, and the records that gave nothing else. From the commit on no
/// answer shows them; postings, words and text are freed by compaction. Within a transaction.
/// \param games  ascending. \returns how many of them there were.
std::uint64_t delete_games(SqlConnection& sql, FactWriter& facts, std::span<const GameId> games);

/// Takes out sources with all they gave. Within a transaction. \returns how many games went.
/// Cost: what they gave, one look at each chunk of facts, and a scan of the rejects if they have
/// any; 4096 games at a time are held.
std::uint64_t delete_sources(SqlConnection& sql, FactWriter& facts,
                             std::span<const SourceId> sources);
std::uint64_t delete_source(SqlConnection& sql, FactWriter& facts, SourceId source);

struct DroppedRecord {
  bool found = false;
  std::int64_t games = 0;
  bool rejected = false;
};

/// Takes out the record at this offset of a source that is not an archive, with its games. `found`
/// is false if it was removed earlier. Within a transaction. Cost: a scan of the records from the
/// end.
DroppedRecord delete_record(SqlConnection& sql, FactWriter& facts, SourceId source,
                            std::int64_t offset_bytes);

/// Makes the games of a source that was loaded out of sight visible. Within a transaction.
void reveal_source(SqlConnection& sql, FactWriter& facts, SourceId source);

/// Notes that the positions of the games' variations are searchable now. Within a transaction.
void mark_variations_indexed(SqlConnection& sql, FactWriter& facts, SourceId source,
                             std::span<const GameId> games);

/// Takes games out, in one transaction, with the records that gave nothing else. Their source stays
/// known: indexing it again does not bring them back.
/// \param games  ascending. \returns how many there were.
std::uint64_t remove_games(Database& database, std::span<const GameId> games);

/// Takes sources out with all they gave, rejects too, in one transaction; indexing them again
/// brings them back, under new ids. \returns how many games they had.
std::uint64_t remove_sources(Database& database, std::span<const SourceId> sources);

}  // namespace ludex
