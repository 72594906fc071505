#pragma once

#include "games/api/game_rules.hpp"
#include "ludex/types.hpp"
#include "store/facts.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::clickhouse {

/// A second hash of a position, independent of its key, and the way it lies. The high 40 bits hash
/// the placement alone, up to the symmetries that a key has, the low 24 the rest: hands, links,
/// racks.
struct PositionCheck {
  std::uint64_t bits = 0;
  /// All orientations that turn the board into the one form that stands for it: several where the
  /// placement is symmetric. The first `count` are valid.
  std::array<Orientation, 8> orientations{};
  std::size_t count = 0;
};

/// Computes checks of positions that follow each other in a game: only cells that differ from those
/// of the position before are hashed. One thread at a time.
class PositionChecker {
 public:
  [[nodiscard]] PositionCheck check(const Position& position);

 private:
  void start(const Position& position);
  void hash_cells(const Position& position);
  [[nodiscard]] PositionCheck check_tiles(const Position& position) const;

  const GameRules* rules_ = nullptr;
  BoardSize size_{};
  std::vector<Orientation> symmetries_;
  std::vector<std::uint32_t> images_;  // of each point under each symmetry
  std::vector<std::uint8_t> cells_;    // that lanes_ stands for
  std::array<std::uint64_t, 8> lanes_{};
};

/// What is the same for all rows of a game.
struct RowsGame {
  std::uint32_t id = 0;
  GameType game{};
  BoardSize size{};
  std::uint32_t plies = 0;       ///< to be published
  std::uint32_t main_plies = 0;  ///< of them on the main line
  GameFlags flags{};
  std::uint8_t winner = 0;      ///< Winner
  std::uint32_t date_from = 0;  ///< yyyymmdd, 0 unknown
  std::uint32_t date_to = 0;
};

/// Where rows go: the columns that all tables have.
struct RowsPlace {
  std::uint16_t db = 0;
  std::uint32_t batch = 0;
  std::uint64_t gen = 0;
};

/// Rows of the table of positions, gathered game by game and written as one block, sorted by key.
class PositionRows {
 public:
  void add(const RowsGame& game, std::span<const std::uint16_t> script);
  [[nodiscard]] std::size_t count() const { return keys_.size(); }
  [[nodiscard]] std::uint64_t key_sum() const { return key_sum_; }
  [[nodiscard]] std::uint64_t check_sum() const { return check_sum_; }
  /// Writes the block in place of what `out` held.
  void write(const RowsPlace& place, std::string& out) const;
  void clear();

 private:
  void add_position(const RowsGame& game, const Position& position);

  PositionChecker checker_;
  std::vector<PositionKey> game_keys_;
  std::vector<std::uint64_t> keys_, checks_;
  std::vector<std::uint32_t> games_, plies_;
  std::vector<std::uint8_t> movers_, swaps_, forced_, orients_, variations_, winners_;
  std::vector<std::uint32_t> dates_from_, date_spans_;
  std::string nexts_;
  std::vector<std::uint32_t> next_ends_;
  std::uint64_t key_sum_ = 0;
  std::uint64_t check_sum_ = 0;
};

}  // namespace ludex::clickhouse
