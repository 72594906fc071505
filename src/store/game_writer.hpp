#pragma once

#include "store/batch_texts.hpp"
#include "store/facts.hpp"
#include "store/game_columns.hpp"
#include "store/game_row.hpp"
#include "store/game_scripts.hpp"
#include "store/row_block.hpp"
#include "store/row_inserter.hpp"
#include "store/sql/sql_statement.hpp"
#include "store/stored_games.hpp"
#include "store/text_dictionary.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ludex {

/// Inserts games in the order of their ids: rows, also packed, facts and scripts. Within a
/// transaction.
class GameWriter {
 public:
  GameWriter(SqlConnection& sql, std::int64_t next_game, std::int64_t next_posting,
             std::size_t memory_bytes);

  /// Gives ids to the texts of the games that are written next. `texts` must outlive their writing.
  void take_texts(const BatchTexts& texts);
  /// \pre take_texts() was called for it
  /// \returns the posting number of the game's ply 0.
  std::uint64_t write(GameRow& game, const GamePlace& place);

  /// Writes a game that another database stores. Its texts get ids of this one.
  /// \returns the posting number of the game's ply 0.
  std::uint64_t write(const StoredGame& game, const GamePlace& place, StoredTexts& texts);

  /// Writes what is still held; before every commit.
  void flush();

  [[nodiscard]] std::int64_t next_game() const { return next_game_; }
  [[nodiscard]] std::int64_t next_posting() const { return next_posting_; }
  [[nodiscard]] FactWriter& facts() { return facts_; }

 private:
  template <std::size_t... Places>
  void read_columns(const NewGame& game, FactRow& facts, std::index_sequence<Places...> places);
  template <std::size_t Place>
  void read_column(const NewGame& game, FactRow& facts);
  [[nodiscard]] std::int64_t next_text_id() { return text_ids_[text_places_[next_text_++]]; }
  void adopt_ids(const GamePlace& place, StoredTexts& texts, FactRow& facts);
  void insert_row();
  void insert_seats(std::span<const StoredSeat> seats, StoredTexts& texts);
  void insert_problems(std::span<const StoredProblem> problems);
  void insert_seats(const GameInfo& info);
  void insert_problems(const std::vector<Problem>& problems);

  RowInserter game_rows_;
  RowInserter seat_rows_;
  RowInserter problem_rows_;
  TextDictionary names_;
  TextDictionary phrases_;
  std::vector<std::int64_t> text_ids_;  // of the batch's texts, behind a 0
  std::span<const std::uint32_t> text_places_;
  std::size_t next_text_ = 0;  // of text_places_
  FactWriter facts_;
  RowFields fields_;  // of the game that is written
  std::string packed_row_;
  RowBlockWriter row_blocks_;
  ScriptWriter scripts_;
  std::int64_t next_game_;
  std::int64_t next_posting_;
};

}  // namespace ludex
