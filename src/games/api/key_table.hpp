#pragma once

#include "core/position_key.hpp"
#include "games/api/orientation.hpp"
#include "games/api/position.hpp"
#include "ludex/types.hpp"

#include <xxhash.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ludex {

/// The Zobrist hashes of one placement as each symmetry of the board shows it: lane n stands for
/// the n-th symmetry of the game; where there are fewer than eight they are repeated.
struct alignas(64) SymmetricHash {
  std::array<std::uint64_t, 8> lanes{};

  void toggle(const SymmetricHash& stone) {
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) lanes[lane] ^= stone.lanes[lane];
  }
};

/// A hash while many stones are toggled: in registers, where an array would go through memory.
class HashSum {
 public:
  explicit HashSum(const SymmetricHash& hash) {
    std::memcpy(&a_, &hash.lanes[0], sizeof a_);
    std::memcpy(&b_, &hash.lanes[2], sizeof b_);
    std::memcpy(&c_, &hash.lanes[4], sizeof c_);
    std::memcpy(&d_, &hash.lanes[6], sizeof d_);
  }
  void toggle(const SymmetricHash& stone) {
    const HashSum other(stone);
    a_ ^= other.a_;
    b_ ^= other.b_;
    c_ ^= other.c_;
    d_ ^= other.d_;
  }
  void store(SymmetricHash& hash) const {
    std::memcpy(&hash.lanes[0], &a_, sizeof a_);
    std::memcpy(&hash.lanes[2], &b_, sizeof b_);
    std::memcpy(&hash.lanes[4], &c_, sizeof c_);
    std::memcpy(&hash.lanes[6], &d_, sizeof d_);
  }

 private:
  using Pair = std::uint64_t __attribute__((vector_size(16)));
  Pair a_, b_, c_, d_;
};

/// The constant of a stone: the n-th output of splitmix64 seeded with 0, where
/// n = (y * 64 + x) * 2 + (1 for black, 2 for white), x and y from 0 at the top left; on boards
/// with a side above 64, 1024 in place of 64.
/// Stored on disk through the keys: never changes within a kKeyVersion.
[[nodiscard]] std::uint64_t stone_constant(int x, int y, std::uint8_t colour, int stride = 64);

/// What keys of one game's board size are made of. Zobrist hashing (TR 88, 1970) with eight hashes
/// kept up to date side by side; the least of them names the position whatever way it is turned.
class KeyTable {
 public:
  KeyTable(GameType game, BoardSize size, std::span<const Orientation> symmetries);

  [[nodiscard]] GameType game() const { return game_; }
  [[nodiscard]] BoardSize size() const { return size_; }
  /// \param point  row * width + column. \param colour  1 black, 2 white.
  [[nodiscard]] const SymmetricHash& stone(unsigned point, unsigned colour) const {
    return rows_[point * 2 + colour - 1];
  }

  /// 64 uniformly distributed bits. The minimum of eight hashes is small, so it passes through a
  /// bijection together with the size. Among 10^9 different positions expect 0.12 equal pairs
  /// (taking the least of eight makes 4.3 times as many as n^2 / 2^65).
  [[nodiscard]] PositionKey key(const SymmetricHash& hash) const {
    return key_of_least(least(hash.lanes));
  }
  /// For boards that keep no more hashes than they have symmetries.
  [[nodiscard]] PositionKey key_of_least(std::uint64_t hash) const { return {mix(hash ^ salt_)}; }

  /// The bijective output function of splitmix64 (Steele, Lea, Flood 2014; "variant 13").
  [[nodiscard]] static constexpr std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
  }
  /// The n-th output of splitmix64 seeded with 0.
  [[nodiscard]] static constexpr std::uint64_t random(std::uint64_t n) {
    return mix(n * 0x9E37'79B9'7F4A'7C15);
  }
  /// Sets the keys of games and board sizes apart.
  [[nodiscard]] static std::uint64_t salt_of(GameType game, BoardSize size) {
    return random(static_cast<std::uint64_t>(game) << 32 |
                  static_cast<std::uint64_t>(size.width) << 16 |
                  static_cast<std::uint64_t>(size.height));
  }

 private:
  [[nodiscard]] static std::uint64_t least(const std::array<std::uint64_t, 8>& lanes) {
    const auto min = [](std::uint64_t a, std::uint64_t b) { return a < b ? a : b; };
    return min(min(min(lanes[0], lanes[1]), min(lanes[2], lanes[3])),
               min(min(lanes[4], lanes[5]), min(lanes[6], lanes[7])));
  }

  GameType game_;
  BoardSize size_;
  std::uint64_t salt_;
  std::vector<SymmetricHash> rows_;
};

/// The table of a size: one of the few that this thread used last, or a new one (12 us for 19x19).
/// At most 8 tables of 128 bytes a point stay in memory for each thread.
/// \param symmetries  those that keep the rules of `game` on such boards, one to eight
[[nodiscard]] std::shared_ptr<const KeyTable> key_table(GameType game, BoardSize size,
                                                        std::span<const Orientation> symmetries);

/// Gathers what makes two visits of a position the same to every query: GameRules::append_moments.
/// Never stored. Cost: some 20 ns for the cells of a 19x19 board.
class MomentHash {
 public:
  void add(std::span<const std::uint8_t> cells) {
    hash_ = KeyTable::mix(hash_ ^ XXH3_64bits(cells.data(), cells.size()));
  }
  void add(std::uint64_t number) { hash_ = KeyTable::mix(hash_ ^ number * 0x9E37'79B9'7F4A'7C15); }
  void add(const std::optional<Move>& move) {
    if (!move) return add(std::uint64_t{0});
    const auto kind = static_cast<std::uint64_t>(move->kind);
    const auto player = static_cast<std::uint64_t>(move->player);
    add(std::uint64_t{move->point} << 32 | move->from);
    add(std::uint64_t{1} << 32 | kind << 24 | player << 16 | std::uint64_t{move->piece} << 8 |
        std::uint64_t{move->promotes});
    if (!move->detail.empty()) add(move->detail.hash());
  }

  [[nodiscard]] std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0;
};

}  // namespace ludex
