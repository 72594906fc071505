#pragma once

#include "query/duplicates/duplicate_sketch.hpp"
#include "store/cluster_blocks.hpp"
#include "store/facts.hpp"
#include "store/sql/sql_statement.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ludex {

/// Works out the marks of games from what is stored of them. Uses all threads of the current TBB
/// arena. Cost: 3 us for a game of 200 moves.
class GameMarker {
 public:
  /// Of the games from `first` to the one before `end`.
  GameMarker(SqlConnection& sql, std::int64_t first, std::int64_t end);

  /// The marks of the next games, as far as the end of one of the next chunks of
  /// kClusterChunkGames. False at the end. Of a game that was removed, they may be others than
  /// before.
  bool next(std::vector<GameMarks>& marks);

 private:
  /// Games of one block of moves.
  struct Batch {
    struct Game {
      std::size_t place;
      GameType type;
      BoardSize size;
      std::int64_t record;
      bool is_text;
      GameMarks marks;
    };
    std::string moves;
    std::vector<Game> games;
    SequenceHasher hasher;  // with its tables of views
  };
  bool read(Batch& batch, std::int64_t end);
  static void mark(Batch& batch);
  void take(const Batch& batch, std::vector<GameMarks>& marks);
  void mark_texts(std::vector<GameMarks>& marks);

  FactReader facts_;
  SqlStatement select_moves_;
  SqlStatement select_hash_;
  std::int64_t next_, end_;
  std::vector<std::pair<std::size_t, std::int64_t>> texts_;  // places in the marks, and records
};

}  // namespace ludex
