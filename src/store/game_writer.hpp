#pragma once

#include "store/batch_texts.hpp"
#include "store/facts.hpp"
#include "store/game_columns.hpp"
#include "store/game_row.hpp"
#include "store/game_scripts.hpp"
#include "store/prepared_games.hpp"
#include "store/row_block.hpp"
#include "store/row_inserter.hpp"
#include "store/sql/sql_statement.hpp"
#include "store/stored_games.hpp"
#include "store/text_dictionary.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ludex {

/// Inserts games in the order of their ids: rows, also packed, facts and scripts. Within a
/// transaction.
class GameWriter {
 public:
  GameWriter(SqlConnection& sql, std::int64_t next_game, std::int64_t next_posting,
             std::size_t memory_bytes);

  /// Gives ids to the texts of the games that are written next. They and `texts` stay as they are
  /// until end_batch() or flush().
  void take_texts(const BatchTexts& texts);
  /// \pre take_texts() was called for it
  /// \returns the posting number of the game's ply 0.
  std::uint64_t write(const GameRow& game, const GamePlace& place);
  /// Makes the rows of the games of write(), on all threads of the current TBB arena.
  void end_batch();

  /// Writes a game that another database stores. Its texts get ids of this one.
  /// \returns the posting number of the game's ply 0.
  std::uint64_t write(const StoredGame& game, const GamePlace& place, StoredTexts& texts);

  /// Writes what is still held; before every commit.
  void flush();

  [[nodiscard]] std::int64_t next_game() const { return next_game_; }
  [[nodiscard]] std::int64_t next_posting() const { return next_posting_; }
  /// True if threads should share the work of inserting rows. Sharing costs half as much work
  /// again, and 10 MB: it pays with at least 4 threads, or with at least 64 positions a game on
  /// average, where memory is not scarce.
  [[nodiscard]] bool shares_rows() const;
  [[nodiscard]] FactWriter& facts() { return facts_; }

 private:
  void adopt_ids(const GamePlace& place, StoredTexts& texts, FactRow& facts);
  void add_seats(std::span<const StoredSeat> seats, StoredTexts& texts);
  void add_problems(std::span<const StoredProblem> problems);
  std::size_t prepare();
  void take(PreparedGames& games);

  RowInserter game_rows_;
  RowInserter seat_rows_;
  RowInserter problem_rows_;
  TextDictionary names_;
  TextDictionary phrases_;
  std::vector<std::int64_t> text_ids_;  // of the batch's texts, after a 0
  std::span<const std::uint32_t> text_places_;
  std::vector<PlacedGame> waiting_;  // of the batch
  std::vector<PreparedGames> prepared_;
  bool has_memory_to_share_;
  FactWriter facts_;
  RowFields fields_;  // of the stored game that is written
  RowBlockWriter row_blocks_;
  ScriptWriter scripts_;
  std::int64_t first_game_, next_game_;
  std::int64_t first_posting_, next_posting_;
};

}  // namespace ludex
