#pragma once

#include "ludex/types.hpp"
#include "store/database.hpp"
#include "store/facts.hpp"
#include "store/sql/sql_statement.hpp"

#include <span>

namespace ludex {

/// Removes games: their rows, and records that hold no other game. From the commit on no answer
/// shows them; compaction frees their postings, words and text. Within a transaction.
/// \param games  ascending. \returns how many of them existed.
std::uint64_t delete_games(SqlConnection& sql, FactWriter& facts, std::span<const GameId> games);

/// Removes sources with all their records and games. Within a transaction. \returns how many games
/// were removed. Cost: their rows, a look at each chunk of facts, and a scan of the rejects if they
/// have any. Holds 4096 games at a time.
std::uint64_t delete_sources(SqlConnection& sql, FactWriter& facts,
                             std::span<const SourceId> sources);
std::uint64_t delete_source(SqlConnection& sql, FactWriter& facts, SourceId source);

struct DroppedRecord {
  bool found = false;
  std::int64_t games = 0;
  bool rejected = false;
};

/// Removes the record at this offset of a source that is not an archive, with its games. `found` is
/// false if it was removed earlier. Within a transaction. Cost: a scan of the records from the end.
DroppedRecord delete_record(SqlConnection& sql, FactWriter& facts, SourceId source,
                            std::int64_t offset_bytes);

/// Makes the hidden games of a completely loaded source visible. Within a transaction.
void reveal_source(SqlConnection& sql, FactWriter& facts, SourceId source);

/// Notes that the positions of the games' variations are searchable now. Within a transaction.
void mark_variations_indexed(SqlConnection& sql, FactWriter& facts, SourceId source,
                             std::span<const GameId> games);

/// Removes games, and records that hold no other game, in one transaction. Their source stays
/// known: indexing it again does not restore them.
/// \param games  ascending. \returns how many existed.
std::uint64_t remove_games(Database& database, std::span<const GameId> games);

/// Removes sources with all their records, games and rejects, and what interrupted runs read to
/// replace them, in one transaction. Indexing them again restores them under new ids. \returns how
/// many of their games were removed.
std::uint64_t remove_sources(Database& database, std::span<const SourceId> sources);

}  // namespace ludex
