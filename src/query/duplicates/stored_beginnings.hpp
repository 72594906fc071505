#pragma once

#include "query/duplicates/duplicate_sketch.hpp"
#include "query/filter/id_set.hpp"
#include "store/duplicate_blocks.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace ludex {

/// Reads the beginning hashes of games, in the order of their ids.
class StoredBeginnings {
 public:
  explicit StoredBeginnings(SqlConnection& sql) : blocks_(sql) {}

  /// Calls visit(game, beginning) for the games from `first` to the one before `end`.
  template <class Visit>
  void for_each(std::int64_t first, std::int64_t end, Visit visit) {
    for (std::int64_t chunk = (first - 1) / kDuplicateChunkGames;
         chunk <= (end - 1) / kDuplicateChunkGames; ++chunk) {
      for_each_of_chunk(chunk, first, end, visit);
    }
  }
  /// The same for the games of a set.
  template <class Visit>
  void for_each(const IdSet& games, Visit visit) {
    const auto visit_member = [&](std::int64_t game, const BeginningHashes& beginning) {
      if (games.contains(game)) visit(game, beginning);
    };
    for (std::int64_t id = games.next(1); id >= 0;) {
      const std::int64_t chunk = (id - 1) / kDuplicateChunkGames;
      const std::int64_t end = (chunk + 1) * kDuplicateChunkGames + 1;
      for_each_of_chunk(chunk, id, end, visit_member);
      id = games.next(end);
    }
  }

 private:
  template <class Visit>
  void for_each_of_chunk(std::int64_t chunk, std::int64_t first, std::int64_t end, Visit visit) {
    if (!blocks_.read_beginnings(chunk, beginnings_)) return;
    const std::int64_t chunk_first = chunk * kDuplicateChunkGames + 1;
    const std::int64_t chunk_end =
        std::min(end, chunk_first + static_cast<std::int64_t>(beginnings_.size()));
    for (std::int64_t game = std::max(first, chunk_first); game < chunk_end; ++game) {
      visit(game, beginnings_[static_cast<std::size_t>(game - chunk_first)]);
    }
  }

  DuplicateBlocks blocks_;
  std::vector<BeginningHashes> beginnings_;
};

/// True for a game that is compared as a whole or with games of the same players and date alone.
[[nodiscard]] inline bool is_short(const BeginningHashes& beginning) {
  return beginning.kind == BeginningHashes::Kind::few ||
         beginning.kind == BeginningHashes::Kind::text;
}

/// What games must agree in with a short one to be compared with it.
class ShortGameKeys {
 public:
  explicit ShortGameKeys(SqlConnection& sql) : sketcher_(sql) {}

  struct Key {
    std::uint64_t value = 0;
    bool is_meeting = false;  ///< of players and date: longer games have it, too
  };
  /// \pre is_short(beginning)
  [[nodiscard]] Key of_short(std::int64_t game, const BeginningHashes& beginning);
  /// None if a player is unknown.
  [[nodiscard]] std::optional<std::uint64_t> meeting_of(std::int64_t game);

 private:
  DuplicateSketcher sketcher_;
};

}  // namespace ludex
