#pragma once

#include "core/ids.hpp"
#include "store/fact_writer.hpp"
#include "store/game_row.hpp"
#include "store/row_block.hpp"
#include "store/row_inserter.hpp"
#include "store/script_writer.hpp"
#include "store/sql/sql_statement.hpp"
#include "store/text_dictionary.hpp"

#include <cstdint>

namespace ludex {

/// Where a game belongs, and whether it is an answer yet.
struct GamePlace {
  RecordId record = RecordId::none;
  std::int64_t member = 0;
  std::uint64_t offset_bytes = 0;  ///< of the record in its member
  std::uint64_t length_bytes = 0;
  RecordHash hash{};
  SourceId source = SourceId::none;
  bool hidden = false;  ///< its source is not complete yet and replaces another
  bool variations_indexed = false;
};

/// Inserts games in the order of their ids: rows, also packed, facts, scripts and words. Within a
/// transaction.
class GameWriter {
 public:
  GameWriter(SqlConnection& sql, std::int64_t next_game, std::int64_t next_posting,
             std::size_t memory_bytes);

  /// \returns the posting number of the game's ply 0.
  std::uint64_t write(GameRow& game, const GamePlace& place);

  /// Writes what is still held; before every commit.
  void flush();

  [[nodiscard]] std::int64_t next_game() const { return next_game_; }
  [[nodiscard]] std::int64_t next_posting() const { return next_posting_; }
  [[nodiscard]] FactWriter& facts() { return facts_; }

 private:
  void insert_row(const GameRow& game, const GamePlace& place, FactRow& facts);
  void insert_seats(const GameInfo& info);
  void insert_problems(const std::vector<Problem>& problems);
  void insert_text(const GameRow& game);

  RowInserter game_rows_;
  RowInserter seat_rows_;
  RowInserter problem_rows_;
  SqlStatement insert_text_;
  TextDictionary names_;
  TextDictionary phrases_;
  FactWriter facts_;
  RowPacker packed_row_;
  RowBlockWriter row_blocks_;
  ScriptWriter scripts_;
  std::int64_t next_game_;
  std::int64_t next_posting_;
};

}  // namespace ludex
