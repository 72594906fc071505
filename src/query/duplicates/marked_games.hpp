#pragma once

#include "query/duplicates/duplicate_sketch.hpp"
#include "query/filter/id_set.hpp"
#include "store/cluster_blocks.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace ludex {

/// Reads the marks of games, in the order of their ids.
class MarkedGames {
 public:
  explicit MarkedGames(SqlConnection& sql) : blocks_(sql) {}

  /// Calls visit(game, marks) for the games from `first` to the one before `end`.
  template <class Visit>
  void for_each(std::int64_t first, std::int64_t end, Visit visit) {
    for (std::int64_t chunk = (first - 1) / kClusterChunkGames;
         chunk <= (end - 1) / kClusterChunkGames; ++chunk) {
      for_each_of_chunk(chunk, first, end, visit);
    }
  }
  /// The same for the games of a set.
  template <class Visit>
  void for_each(const IdSet& games, Visit visit) {
    const auto visit_member = [&](std::int64_t game, const GameMarks& marks) {
      if (games.contains(game)) visit(game, marks);
    };
    for (std::int64_t id = games.next(1); id >= 0;) {
      const std::int64_t chunk = (id - 1) / kClusterChunkGames;
      const std::int64_t end = (chunk + 1) * kClusterChunkGames + 1;
      for_each_of_chunk(chunk, id, end, visit_member);
      id = games.next(end);
    }
  }

 private:
  template <class Visit>
  void for_each_of_chunk(std::int64_t chunk, std::int64_t first, std::int64_t end, Visit visit) {
    if (!blocks_.read_marks(chunk, marks_)) return;
    const std::int64_t chunk_first = chunk * kClusterChunkGames + 1;
    const std::int64_t chunk_end =
        std::min(end, chunk_first + static_cast<std::int64_t>(marks_.size()));
    for (std::int64_t game = std::max(first, chunk_first); game < chunk_end; ++game) {
      visit(game, marks_[static_cast<std::size_t>(game - chunk_first)]);
    }
  }

  ClusterBlocks blocks_;
  std::vector<GameMarks> marks_;
};

/// True for a game that is compared as a whole or with games of the same players and date alone.
[[nodiscard]] inline bool is_short(const GameMarks& marks) {
  return marks.kind == GameMarks::Kind::few || marks.kind == GameMarks::Kind::text;
}

/// What games must agree in with a short one to be compared with it.
class ShortGameKeys {
 public:
  explicit ShortGameKeys(SqlConnection& sql) : lines_(sql), sketcher_(sql, lines_) {}

  struct Key {
    std::uint64_t value = 0;
    bool is_meeting = false;  ///< of players and date: longer games have it, too
  };
  /// \pre is_short(marks)
  [[nodiscard]] Key of_short(std::int64_t game, const GameMarks& marks);
  /// None if a player is unknown.
  [[nodiscard]] std::optional<std::uint64_t> meeting_of(std::int64_t game);

 private:
  MainLines lines_;
  DuplicateSketcher sketcher_;
};

}  // namespace ludex
