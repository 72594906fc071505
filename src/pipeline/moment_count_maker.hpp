#pragma once

#include "index/moment_counts.hpp"
#include "index/moment_list.hpp"
#include "pipeline/visited_games.hpp"
#include "query/explore/moment_counter.hpp"
#include "store/game_scripts.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace ludex {

/// Counts the games of position groups by moment.
class MomentCountMaker {
 public:
  explicit MomentCountMaker(VisitedGames& games) : games_(games) {}

  /// False if the game of this posting is not explored by moment.
  [[nodiscard]] bool may_count(std::uint64_t number);
  /// Games of hidden sources are counted, too. Cost: 40 ns a posting, besides reading facts.
  /// \param numbers  the postings of the group, ascending; at least one
  /// \param list     of the group \param moments  how many there are in it
  /// \param most_others  visits that may be listed one by one
  /// \returns none if the group has no counts: it holds postings of removed games or of different
  ///          boards, its game is not explored by moment, the list is not of this group, or there
  ///          would be more others. Samples come without their operations.
  [[nodiscard]] std::optional<MomentCounts> count(
      std::span<const std::uint64_t> numbers, const MomentList& list, std::uint32_t moments,
      std::size_t most_others = std::numeric_limits<std::size_t>::max());

 private:
  [[nodiscard]] bool count_games(std::span<const std::uint64_t> numbers, const MomentList& list,
                                 std::uint32_t moments, std::size_t most_others);
  [[nodiscard]] bool add_game(const PostingOwners::Owner& owner,
                              std::span<const MomentCounts::Visit> visits, bool may_go_on);
  [[nodiscard]] bool is_on_main_line(const CountedGame& game, std::uint64_t last_number);
  [[nodiscard]] bool add_samples();

  VisitedGames& games_;
  MomentCells cells_;
  MomentCounts counts_;
};

/// Adds the scripts of samples.
class SampleScripts {
 public:
  explicit SampleScripts(SqlConnection& sql) : scripts_(sql) {}

  /// Adds the operations of all samples, in the order of their games: each block of moves is read
  /// once.
  void add_to(std::span<MomentCounts* const> all);

 private:
  [[nodiscard]] std::vector<std::uint16_t> needed_ops(const MomentCell& cell,
                                                      const MomentCounts& counts);
  GameScripts scripts_;
};

}  // namespace ludex
