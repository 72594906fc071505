#pragma once

#include "index/word_merge.hpp"
#include "index/word_run.hpp"
#include "store/sql/sql_statement.hpp"
#include "store/word_tables.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace ludex {

/// Writes one segment of words, block by block. Within a transaction.
class WordSegmentWriter {
 public:
  WordSegmentWriter(SqlConnection& sql, std::int64_t first_game, std::int64_t end_game);

  void add(std::string_view block);
  /// Writes the row of the segment, if there is a block.
  void finish(std::uint64_t places);

 private:
  SqlConnection& sql_;
  SqlStatement insert_;
  WordSegment segment_;
};

/// Collects the words of games that are written, and stores them as segments. Within transactions.
class WordWriter {
 public:
  /// \param memory_bytes  for words that are not stored yet, and as much while they are packed
  WordWriter(SqlConnection& sql, std::size_t memory_bytes);

  /// \param first_game  the id of game 0 of the runs; `games` of them. They ascend from call to
  /// call.
  void add(std::int64_t first_game, std::size_t games, std::vector<WordRun> runs);
  /// Stores all words; before every commit.
  void flush();

 private:
  struct Held {
    std::int64_t first_game;
    WordRun run;
  };

  SqlConnection& sql_;
  std::size_t memory_bytes_;
  std::vector<Held> held_;
  std::size_t held_bytes_ = 0;
  std::int64_t end_game_ = 0;
  std::size_t segments_ = 0;  // written
};

/// True if the game has not been removed.
using IsAliveGame = std::function<bool(std::int64_t game)>;

/// Which neighbors to merge now, as [first, end) in `segments`; empty: none. Merges 16 of like
/// size, so that a word is rewritten some log16(all / commit) times.
[[nodiscard]] std::pair<std::size_t, std::size_t> choose_word_merge(
    std::span<const WordSegment> segments);

/// Replaces neighboring segments by one. Within a transaction.
/// \param is_alive  words of other games are left out; empty: all games are alive
void merge_word_segments(SqlConnection& sql, std::span<const WordSegment> segments,
                         const IsAliveGame& is_alive);

/// Merges segments as far as they are due. Within a transaction.
void merge_due_words(SqlConnection& sql);

/// Makes segments as few as they may be and drops the words of removed games. Within a transaction.
void compact_words(SqlConnection& sql, const IsAliveGame& is_alive);

}  // namespace ludex
