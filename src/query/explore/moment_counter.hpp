#pragma once

#include "index/moment_cell.hpp"
#include "index/moment_counts.hpp"
#include "index/moment_list.hpp"
#include "index/posting_block.hpp"
#include "query/explore/move_counter.hpp"
#include "query/filter/id_set.hpp"
#include "query/search/position_search.hpp"
#include "store/moment_count_table.hpp"
#include "store/posting_tables.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ludex {

/// Counts games by moment.
class MomentCells {
 public:
  /// \pre games ascend. Memory: 160 bytes for each moment up to the largest
  void add(std::uint32_t moment, const CountedGame& game, std::uint32_t ply);
  /// The cells with games, ascending by moment; the others start again from nothing.
  [[nodiscard]] std::vector<MomentCell> take();

 private:
  std::vector<MomentCell> cells_;  // two for each moment: seats as they are, and exchanged
};

/// The postings of a key in one segment, each with its moment. Moments are numbered through all
/// groups of the key.
class MomentPostings {
 public:
  MomentPostings(PostingTables& postings, PositionGroups& groups, const SegmentInfo& segment,
                 PositionKey key);

  /// False if the segment has no moment for some posting.
  [[nodiscard]] bool are_known() const { return are_known_; }
  [[nodiscard]] std::span<const PositionGroups::Part> parts() const { return parts_; }
  /// \throws DatabaseError: a group is damaged
  [[noreturn]] static void refuse();
  /// Calls visit(posting number, moment), ascending by number. \pre are_known()
  template <class Visit>
  void for_each(Visit visit) {
    visit_postings(postings_, segment_, {key_, key_}, [&](const Posting& posting) {
      if (posting_ == size_) open_next();
      visit(posting.number, first_moment_ + moment_of(posting_++));
      return true;
    });
  }

 private:
  void open_next();
  [[nodiscard]] std::uint32_t moment_of(std::uint32_t posting) const {
    const std::uint32_t moment = list_.moment(posting);
    if (moment >= part_moments_) refuse();
    return moment;
  }
  PostingTables& postings_;
  PositionGroups& groups_;
  SegmentInfo segment_;
  PositionKey key_;
  std::vector<PositionGroups::Part> parts_;
  bool are_known_ = false;
  // of the part that is open:
  std::size_t next_part_ = 0;
  std::uint32_t posting_ = 0, size_ = 0;
  std::uint32_t first_moment_ = 0, part_moments_ = 0;
  std::string data_;
  MomentList list_;
};

/// Counts the visits to a position by moment, without a look at each hit. Games that cannot be
/// counted so are shown with their hits.
class MomentCounter {
 public:
  MomentCounter(SqlConnection& sql, const QueryPosition& query, bool with_variations);

  struct Wish {
    const IdSet& games;       ///< these count
    const IdSet& one_by_one;  ///< of these, the ones that are shown with their hits
    bool all = false;         ///< all visible games that visit the position are in `games`
    PositionSearch& search;   ///< for what has no moments
    /// Receives the first hit of a moment and what is counted of its games.
    std::function<void(const PositionHit&, const MomentCell&)> count;
    /// Receives all hits of one game. Hits in variations may be among them.
    PositionSearch::GameVisitor show;
  };
  /// Every game that visits the position is counted or shown once.
  void run(const Wish& wish);

 private:
  /// The answer of the query for a moment; evaluated at one of its visits, on demand.
  struct Answer {
    bool asked = false;
    std::optional<PositionHit> hit;
  };
  struct Visit {
    GameId game = GameId::none;
    std::uint32_t ply = 0;
    std::uint32_t moment = 0;
  };
  [[nodiscard]] bool may_count();
  void begin_segment();
  void know_samples(std::span<const MomentCounts> stored,
                    std::span<const PositionGroups::Part> parts);
  void run_segment(const Wish& wish, MomentPostings& postings);
  void count_visits(const Wish& wish, std::span<const Visit> visits);
  void run_stored(const Wish& wish, std::span<const MomentCounts> stored,
                  std::span<const PositionGroups::Part> parts);
  /// One for each cell, in their order.
  [[nodiscard]] std::vector<PostingOwners::Owner> owners_of_samples(const MomentCounts& counts);
  void count_stored(const Wish& wish, const MomentCounts& counts, std::uint32_t first_moment);
  void count_cells(const Wish& wish);
  void add_game(const Wish& wish, std::span<const Visit> visits);
  [[nodiscard]] std::span<const Visit> on_main_line(std::span<const Visit> visits);
  Answer& answer_of(std::uint32_t moment);
  const Answer& ask(std::uint32_t moment, GameId game, std::uint32_t ply);
  /// Asks at once, in one walk through the game, what ask() would ask at each of its visits.
  void ask_all(std::span<const Visit> visits);
  [[nodiscard]] std::optional<PositionHit> hit_at(const MomentCounts& counts, std::size_t cell,
                                                  GameId game);

  const QueryPosition& query_;
  bool with_variations_;
  PostingTables postings_;
  PositionGroups groups_;
  MomentCountTable stored_;
  PostingOwners owners_;
  GamePositions positions_;
  FactReader facts_;
  CountedGames counted_;
  MomentCells cells_;
  /// A visit at a moment whose moves are stored with the counts.
  struct KnownSample {
    std::uint32_t moment = 0;
    const MomentCounts* counts = nullptr;
    std::size_t cell = 0;
  };
  [[nodiscard]] const KnownSample* sample_of(std::uint32_t moment) const;

  std::vector<Answer> answers_;       // by moment of the segment; grows as they are met
  std::vector<KnownSample> samples_;  // ascending by moment of the segment
  std::vector<Visit> gathered_;       // room for those of a chunk of facts
  std::vector<PositionHit> hits_;
  std::vector<std::uint32_t> unknown_;  // moments that a game visits and nobody asked for yet
  std::vector<std::uint32_t> unknown_plies_;
};

}  // namespace ludex
