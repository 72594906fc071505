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

/// The packed rows of consecutive games, as the table `row_block` stores them. A row may be missing
/// (empty); if the game exists, its values are in the tables.
class RowBlock {
 public:
  /// Rows longer than 16 KiB are left out.
  void append(std::string_view row);
  void clear() {
    rows_.clear();
    ends_.clear();
  }
  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  [[nodiscard]] std::string_view row(std::size_t place) const {
    const std::size_t begin = place == 0 ? 0 : ends_[place - 1];
    return std::string_view(rows_).substr(begin, ends_[place] - begin);
  }
  [[nodiscard]] std::string data() const;

 private:
  std::string rows_;
  std::vector<std::uint32_t> ends_;
};

/// The rows in bytes from RowBlock::data(). Does not copy them.
class RowBlockView {
 public:
  RowBlockView() = default;  ///< no rows
  /// \throws DatabaseError if the checksum does not match
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

/// Appends packed rows in the order of game ids. Blocks are collected until there are about a
/// hundred, so that they are adjacent in the file. Call flush() before every commit and before
/// stored rows are changed.
class RowBlockWriter {
 public:
  RowBlockWriter(SqlConnection& sql, std::int64_t next_game) : sql_(sql), next_game_(next_game) {}

  void append(const RowBlock& rows);
  void flush();

 private:
  void append(std::string_view row);
  void open_block();
  void close_block();
  void add_waiting(const RowBlock& rows);
  void write_waiting();

  SqlConnection& sql_;
  std::int64_t next_game_;
  RowBlock open_;
  bool is_open_ = false;  // open_ holds all rows of its block up to next_game_
  std::vector<std::pair<std::int64_t, std::string>> waiting_;
};

/// Finds the fields of games in their blocks, or in the tables if no block has them. Cost: half a
/// microsecond for a row in a block.
class RowReader {
 public:
  explicit RowReader(SqlConnection& sql);

  /// False if there is no such game. Fields are valid until the next call.
  [[nodiscard]] bool find(GameId game);
  [[nodiscard]] const RowFields& fields() const { return fields_; }
  /// Releases the row, and the read lock unless a transaction holds it.
  void reset();

 private:
  SqlStatement blocks_;
  SqlStatement tables_;
  std::int64_t block_ = -1;  // the current block of blocks_
  RowBlockView view_;        // of that block
  RowFields fields_;
};

/// Walks over the rows of the tables, which the blocks repeat, in the order of game ids.
class TableRowWalk {
 public:
  explicit TableRowWalk(SqlConnection& sql);

  /// Goes to the next game; false at the end.
  [[nodiscard]] bool next();
  [[nodiscard]] GameId game() const { return game_; }
  /// Also those that blocks do not hold: the properties and the scores. Valid until next().
  [[nodiscard]] const RowFields& fields() const { return fields_; }
  /// As a block holds it; empty if the row is too long for one.
  [[nodiscard]] std::string_view packed() const { return packed_; }
  /// False if the game's record does not exist.
  [[nodiscard]] bool has_record() const { return has_record_; }

 private:
  SqlStatement select_;
  GameId game_ = GameId::none;
  RowFields fields_;
  std::string packed_;
  bool has_record_ = false;
};

/// Rewrites the blocks of these games from the current table rows. \param games ascending. Within a
/// transaction.
void renew_rows(SqlConnection& sql, std::span<const GameId> games);
/// Creates missing blocks and replaces damaged ones, for games below `next_game`. Returns how many.
/// Within a transaction. Cost: about 5 us per game without a block.
std::int64_t add_missing_row_blocks(SqlConnection& sql, std::int64_t next_game);

}  // namespace ludex
