#pragma once

#include "query/duplicates/sequence_hasher.hpp"
#include "store/duplicate_blocks.hpp"
#include "store/facts.hpp"
#include "store/sql/sql_statement.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ludex {

/// Computes the beginning hashes of stored games. Uses all threads of the current TBB
/// arena. Cost: 3 us for a game of 200 moves.
class BeginningHasher {
 public:
  /// Of the games from `first` to the one before `end`.
  BeginningHasher(SqlConnection& sql, std::int64_t first, std::int64_t end);

  /// Hashes the next games, up to the end of a chunk of kDuplicateChunkGames. False at the end. A
  /// removed game may get other hashes than before.
  bool next(std::vector<BeginningHashes>& beginnings);

 private:
  /// Games of one block of moves.
  struct Batch {
    struct Game {
      std::size_t place;
      GameType type;
      BoardSize size;
      std::int64_t record;
      bool is_text;
      BeginningHashes hashes;
    };
    std::string moves;
    std::vector<Game> games;
    SequenceHasher hasher;  // with its tables of views
  };
  bool read(Batch& batch, std::int64_t end);
  static void hash(Batch& batch);
  void take(const Batch& batch, std::vector<BeginningHashes>& beginnings);
  void hash_texts(std::vector<BeginningHashes>& beginnings);

  FactReader facts_;
  SqlStatement select_moves_;
  SqlStatement select_hash_;
  std::int64_t next_, end_;
  std::vector<std::pair<std::size_t, std::int64_t>> texts_;  // places in `beginnings`, and records
};

}  // namespace ludex
