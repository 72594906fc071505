#pragma once

#include "games/api/query_position.hpp"
#include "store/position_groups.hpp"
#include "store/posting_tables.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ludex {

/// What a query says of all visits that agree in it; asked at one of them, when it is needed.
struct KnownMoment {
  bool asked = false;
  std::optional<Match> match;
  std::optional<Move> next_move;  ///< as seen on the query's board
  Player mover = Player::first;   ///< as PositionHit::mover
};

/// The postings that a query has to look at, each with the moment it belongs to, where the index
/// knows that. One search an object; moments live as long as it.
class PositionVisits {
 public:
  PositionVisits(PostingTables& postings, PositionGroups& groups)
      : postings_(postings), groups_(groups) {}

  /// Gets a posting number and its moment, or nullptr; returns false to stop.
  using Visitor = std::function<bool(std::uint64_t number, KnownMoment* moment)>;

  /// Shows postings in ascending order, each once.
  /// \returns false if the visitor stopped. \throws DatabaseError if the index is damaged.
  /// Memory: 16 bytes a posting, unless one key was asked for and segments follow each other.
  bool for_each(const std::vector<KeyRange>& keys, const Visitor& visit);

 private:
  class PartWalk;
  bool visit_segment(const SegmentInfo& segment, const KeyRange& keys, const Visitor& visit);
  [[nodiscard]] bool segments_follow_each_other();

  PostingTables& postings_;
  PositionGroups& groups_;
  std::deque<std::vector<KnownMoment>> moments_;  // of each part that was read
};

}  // namespace ludex
