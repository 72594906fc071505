#pragma once

#include "core/ids.hpp"
#include "ludex/info.hpp"
#include "store/database.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace ludex {

/// Takes games out, in one transaction, with the records that gave nothing else. Their source stays
/// known: indexing it again does not bring them back.
/// \param games  ascending. \returns how many there were.
std::uint64_t remove_games(Database& database, std::span<const GameId> games);

/// Takes sources out with all they gave, rejects too, in one transaction; indexing them again
/// brings them back, under new ids. \returns how many games they had.
std::uint64_t remove_sources(Database& database, std::span<const SourceId> sources);

/// Merges all segments into one without the postings of games that are gone, drops text that no
/// record owns, and gives the space back. Ids stay. Needs room for a second copy of the file.
/// \param phase  called with what is being done: "merging", "packing", "shrinking".
CompactReport compact(Database& database, const std::function<void(const char* phase)>& phase);

}  // namespace ludex
