#pragma once

#include "store/sql/sql_statement.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ludex {

/// The captures of 256 games (games/api/captures.hpp), as a row of table capture_block holds them:
///
///     u8   format, 1
///     u8   0
///     u16  games
///     u16  length of each game's captures; 65535: not stored, the game is replayed
///     ...  the captures
class CaptureBlock {
 public:
  /// Keeps a view of `data`. \throws DatabaseError if it is damaged.
  explicit CaptureBlock(std::string_view data);
  /// The captures of the game at a place of the block; none if unknown. Places must ascend from
  /// call to call.
  [[nodiscard]] std::optional<std::span<const std::uint8_t>> at(std::size_t place);

 private:
  [[nodiscard]] std::size_t length(std::size_t place) const;

  std::string_view data_;
  std::size_t games_ = 0;
  std::size_t place_ = 0;
  std::size_t offset_ = 0;  // of that place's captures
};

/// Collects the captures of a block's games, in the order of places.
class CapturePacker {
 public:
  /// \param captures  none: unknown
  void add(std::optional<std::span<const std::uint8_t>> captures);
  void clear();
  /// True if some game has captures, so that a row is needed.
  [[nodiscard]] bool has_any() const { return has_any_; }
  [[nodiscard]] std::string block() const;

 private:
  std::string lengths_;
  std::string captures_;
  bool has_any_ = false;
};

/// Reads blocks by number; empty if a block is missing, as in databases of older versions.
class GameCaptures {
 public:
  explicit GameCaptures(SqlConnection& sql);
  [[nodiscard]] std::string block(std::int64_t id);

 private:
  std::optional<SqlStatement> select_;  // none: an older database has no such table
};

/// Adds the captures of games stored by an older version. \returns how many blocks
std::int64_t add_missing_captures(SqlConnection& sql, std::int64_t next_game);

}  // namespace ludex
