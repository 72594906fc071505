#pragma once

#include "index/moment_counts.hpp"
#include "index/moment_list.hpp"
#include "query/explore/moment_counter.hpp"
#include "query/explore/move_counter.hpp"
#include "store/facts.hpp"
#include "store/game_scripts.hpp"
#include "store/posting_tables.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace ludex {

/// Memory for facts where no limit says more.
inline constexpr std::uint64_t kLeastCountMemory = 4 << 20;

/// Counts the games of position groups by moment.
class MomentCountMaker {
 public:
  /// \param memory_bytes  for facts of games, which each group reads
  MomentCountMaker(SqlConnection& sql, std::uint64_t memory_bytes);

  /// False if the game of this posting is not explored by moment.
  [[nodiscard]] bool may_count(std::uint64_t number);
  /// Games of hidden sources are counted, too. Cost: 40 ns a posting, and a read of five facts of
  /// each chunk of games that is not in memory.
  /// \param numbers  the postings of the group, ascending; at least one
  /// \param list     of the group \param moments  how many there are in it
  /// \param most_others  visits that may be listed one by one
  /// \returns none if the group has no counts: it holds postings of removed games or of different
  ///          boards, its game is not explored by moment, the list is not of this group, or there
  ///          would be more others. Samples come without their operations.
  [[nodiscard]] std::optional<MomentCounts> count(
      std::span<const std::uint64_t> numbers, const MomentList& list, std::uint32_t moments,
      std::size_t most_others = std::numeric_limits<std::size_t>::max());
  /// Adds the operations of all samples, in the order of their games: each block of moves is read
  /// once.
  void add_ops(std::span<MomentCounts* const> all);

 private:
  [[nodiscard]] bool count_games(std::span<const std::uint64_t> numbers, const MomentList& list,
                                 std::uint32_t moments, std::size_t most_others);
  [[nodiscard]] bool add_game(const PostingOwners::Owner& owner,
                              std::span<const MomentCounts::Visit> visits, bool may_go_on);
  [[nodiscard]] bool is_on_main_line(const CountedGame& game, std::uint64_t last_number);
  [[nodiscard]] bool add_samples();
  [[nodiscard]] std::vector<std::uint16_t> needed_ops(const MomentCell& cell,
                                                      const MomentCounts& counts);

  PostingOwners owners_;
  FactReader facts_;
  GameScripts scripts_;
  CountedGames games_;
  MomentCells cells_;
  MomentCounts counts_;
};

}  // namespace ludex
