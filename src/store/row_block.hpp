#pragma once

#include "ludex/types.hpp"
#include "store/row_fields.hpp"
#include "store/sql/sql_statement.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {

inline constexpr std::int64_t kGamesPerRowBlock = 32;

/// The packed rows of games that follow each other, as the table `row_block` keeps them. A row may
/// be missing (empty): what it would say stands in the tables, where there is such a game.
class RowBlock {
 public:
  /// A row that is longer than 16 KiB is left out.
  void append(std::string_view row);
  void clear() {
    rows_.clear();
    ends_.clear();
  }
  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  [[nodiscard]] std::string data() const;

 private:
  std::string rows_;
  std::vector<std::uint32_t> ends_;
};

/// The rows in the bytes that RowBlock::data() made, which it does not copy.
class RowBlockView {
 public:
  RowBlockView() = default;  ///< no rows
  /// \throws DatabaseError if the bytes are others, which a checksum tells
  explicit RowBlockView(std::string_view data);

  [[nodiscard]] std::size_t size() const { return count_; }
  /// Empty if it is missing or beyond the end.
  [[nodiscard]] std::string_view row(std::size_t place) const;

 private:
  [[nodiscard]] std::size_t end_of(std::size_t place) const;

  std::size_t count_ = 0;
  const char* ends_ = nullptr;
  std::string_view rows_;
};

/// Appends packed rows in the order of game ids. Blocks wait until there are some hundred, which
/// then lie side by side in the file, and for flush(), which comes before every commit and before
/// anything changes rows that are written.
class RowBlockWriter {
 public:
  RowBlockWriter(SqlConnection& sql, std::int64_t next_game) : sql_(sql), next_game_(next_game) {}

  void append(std::string_view row);
  void flush();

 private:
  void open_block();
  void close_block();
  void write_waiting();

  SqlConnection& sql_;
  std::int64_t next_game_;
  RowBlock open_;
  bool is_open_ = false;  // open_ holds all rows of its block up to next_game_
  std::vector<std::pair<std::int64_t, std::string>> waiting_;
};

/// Finds the fields of games: in their blocks, and in the tables where no block has them.
/// Cost: half a microsecond for a row in a block.
class RowReader {
 public:
  explicit RowReader(SqlConnection& sql);

  /// False if there is no such game. Fields are valid until the next call.
  [[nodiscard]] bool find(GameId game);
  [[nodiscard]] const RowFields& fields() const { return fields_; }
  /// Leaves the row, and the read lock where no transaction holds it.
  void reset();

 private:
  SqlStatement blocks_;
  SqlStatement tables_;
  std::int64_t block_ = -1;  // where blocks_ stands
  RowBlockView view_;        // of that block
  RowFields fields_;
};

/// Has blocks say what the tables say now of these games, ascending. Within a transaction.
void renew_rows(SqlConnection& sql, std::span<const GameId> games);
/// Makes the blocks that there are not and those that are damaged, for games below `next_game`;
/// returns how many. Within a transaction. Cost: some 5 us a game that had none.
std::int64_t add_missing_row_blocks(SqlConnection& sql, std::int64_t next_game);

}  // namespace ludex
