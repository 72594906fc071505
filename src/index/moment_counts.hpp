#pragma once

#include "index/moment_cell.hpp"
#include "index/posting_block.hpp"
#include "ludex/types.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// What is counted of a group of postings by moment, and the visits that cells cannot count.
struct MomentCounts {
  GameType game = kDefaultGame;  ///< of all samples
  BoardSize size;                ///< of their boards
  /// Ascending by moment. The sample is not stored as a game.
  std::vector<MomentCell> cells;
  /// Where a cell's sample is, and the beginning of its script: as far as its position and next
  /// move need it.
  struct Sample {
    std::uint64_t number = 0;  ///< of the posting
    std::vector<std::uint16_t> ops;
  };
  std::vector<Sample> samples;  ///< of each cell
  struct Visit {
    std::uint64_t number = 0;  ///< of the posting
    std::uint32_t moment = 0;
    friend bool operator==(const Visit&, const Visit&) = default;
  };
  /// All visits of games that visit the position twice, or in a variation, or whose visits another
  /// group may go on with. Ascending by number.
  std::vector<Visit> others;
};

/// The layout below.
///   0  u8   format version          8  u64  XXH64 of bytes 0 to 7 and 16 to the end
///   1  u8   0                       4  u32  moments of the group
///   2  u16  0
/// then varints: game, width, height; how many cells; for each, moment * 2 + seats_exchanged less
/// that of the cell before, games, wins of seat 1, of seat 2, of others, draws, first day, last day
/// + 1, the sample's number and ply, how many words of its script, and these; how many other
/// visits; for each, number less that of the one before, and moment. Numbers count from the
/// segment's first one.
inline constexpr std::uint8_t kMomentCountsFormat = 1;

/// \param moments  of the group
[[nodiscard]] std::string pack_moment_counts(const MomentCounts& counts, std::uint32_t moments,
                                             std::uint64_t first_number);

/// \param moments  the bytes must be of a group with as many
/// \returns none if the bytes are sound; else `counts` is empty
[[nodiscard]] BlockFault read_moment_counts(std::string_view bytes, std::uint32_t moments,
                                            std::uint64_t first_number, MomentCounts& counts);

}  // namespace ludex
