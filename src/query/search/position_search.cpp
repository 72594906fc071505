#include "query/search/position_search.hpp"

#include "core/refused_database.hpp"
#include "index/posting_block.hpp"
#include "ludex/error.hpp"

#include <algorithm>
#include <deque>
#include <utility>

namespace ludex {
/// The answer of a query for all visits of one moment; evaluated at one of them, on demand.
struct KnownMoment {
  bool asked = false;
  std::optional<Match> match;
  std::optional<Move> next_move;  ///< as seen on the query's board
  Player mover = Player::first;   ///< as PositionHit::mover
};

namespace {

/// The postings that a query must check, each with its moment if the index has one. One search per
/// object; moments live as long as the object.
class PositionVisits {
 public:
  /// \param left_out  ids of segments that are not searched
  PositionVisits(PostingTables& postings, PositionGroups& groups,
                 std::span<const std::int64_t> left_out)
      : postings_(postings), groups_(groups), left_out_(left_out) {}

  /// Receives a posting number and its moment, or nullptr; returns false to stop.
  using Visitor = std::function<bool(std::uint64_t number, KnownMoment* moment)>;

  /// Visits postings in ascending order, each once.
  /// \returns false if the visitor stopped. \throws DatabaseError if the index is damaged. Memory:
  /// 16 bytes per posting, unless there is one key and segments do not overlap.
  bool for_each(const std::vector<KeyRange>& keys, const Visitor& visit) {
    const bool one_key = keys.size() == 1 && keys[0].first == keys[0].last;
    const std::span<const SegmentInfo> segments = postings_.segments();
    if (one_key && follow_each_other(postings_)) {
      return std::all_of(segments.begin(), segments.end(), [&](const SegmentInfo& segment) {
        return visit_segment(segment, keys[0], visit);
      });
    }
    using Visit = std::pair<std::uint64_t, KnownMoment*>;
    std::vector<Visit> visits;
    for (const SegmentInfo& segment : segments) {
      for (const KeyRange& range : keys) {
        visit_segment(segment, range, [&](std::uint64_t number, KnownMoment* moment) {
          visits.emplace_back(number, moment);
          return true;
        });
      }
    }
    const auto by_number = [](const Visit& a, const Visit& b) { return a.first < b.first; };
    const auto same_number = [](const Visit& a, const Visit& b) { return a.first == b.first; };
    std::sort(visits.begin(), visits.end(), by_number);
    visits.erase(std::unique(visits.begin(), visits.end(), same_number), visits.end());
    return std::all_of(visits.begin(), visits.end(),
                       [&](const Visit& one) { return visit(one.first, one.second); });
  }

 private:
  /// Follows the groups of a segment along with its postings.
  class PartWalk {
   public:
    PartWalk(PositionVisits& visits, std::vector<PositionGroups::Part> parts)
        : visits_(visits), parts_(std::move(parts)) {}

    /// The moment of the next posting.
    KnownMoment* next(std::uint64_t key) {
      while (part_ < parts_.size() &&
             (parts_[part_].key < key || (parts_[part_].key == key && posting_ == size()))) {
        ++part_;
        posting_ = 0;
      }
      if (part_ == parts_.size() || parts_[part_].key != key) return nullptr;
      if (posting_ == 0) open();
      const std::uint32_t posting = posting_++;
      if (moments_ == nullptr) return nullptr;
      const std::uint32_t moment = list_.moment(posting);
      if (moment >= moments_->size()) {
        refuse_database("a position group of the index is damaged");
      }
      return &(*moments_)[moment];
    }

   private:
    [[nodiscard]] std::uint32_t size() const { return parts_[part_].postings; }

    void open() {
      moments_ = nullptr;
      if (parts_[part_].moments == 0) return;
      list_ = visits_.groups_.read(parts_[part_], data_);
      moments_ = &visits_.moments_.emplace_back(parts_[part_].moments);
    }

    PositionVisits& visits_;
    std::vector<PositionGroups::Part> parts_;
    std::size_t part_ = 0;
    std::uint32_t posting_ = 0;  // in the part
    std::string data_;
    MomentList list_;
    std::vector<KnownMoment>* moments_ = nullptr;  // of the part
  };

  bool visit_segment(const SegmentInfo& segment, const KeyRange& keys, const Visitor& visit) {
    if (std::find(left_out_.begin(), left_out_.end(), segment.id) != left_out_.end()) return true;
    PartWalk walk(*this, groups_.find(segment, keys));
    return for_each_posting(postings_, segment, keys, [&](const Posting& posting) {
      return visit(posting.number, walk.next(posting.key));
    });
  }

  PostingTables& postings_;
  PositionGroups& groups_;
  std::span<const std::int64_t> left_out_;
  std::deque<std::vector<KnownMoment>> moments_;  // of each part that was read
};

}  // namespace

/// Collects the postings of one game, verifies them, and visits the game.
class PositionSearch::Collector {
 public:
  Collector(PositionSearch& search, const QueryPosition& query, const IdSet* among,
            const GameVisitor& visit)
      : search_(search), query_(query), among_(among), visit_(visit) {}

  [[nodiscard]] bool wants(GameId game) const {
    return (among_ == nullptr || among_->contains(raw(game))) && search_.positions_.is_answer(game);
  }

  /// \returns false if the visitor stopped. \pre games ascend, and plies within a game.
  bool add(GameId game, std::uint32_t ply, KnownMoment* moment) {
    if (game != game_) {
      if (!show()) return false;
      game_ = game;
    }
    plies_.push_back(ply);
    moments_.push_back(moment);
    return true;
  }

  /// Verifies the collected plies and visits the game.
  bool show() {
    if (!plies_.empty() && wants(game_)) {
      if (std::find(moments_.begin(), moments_.end(), nullptr) == moments_.end()) {
        take_known();
      } else {
        search_.verify(query_, game_, plies_);
        shown_ = nullptr;
      }
      if (!search_.hits_.empty()) going_on_ = visit_(search_.hits_);
    }
    plies_.clear();
    moments_.clear();
    return going_on_;
  }

  [[nodiscard]] bool going_on() const { return going_on_; }

 private:
  void take_known() {
    if (plies_.size() == 1 && moments_[0] == shown_) {  // the same hit as in the last game
      search_.hits_[0].game = game_;
      search_.hits_[0].ply = plies_[0];
      return;
    }
    search_.hits_.clear();
    ask_unknown();
    for (std::size_t i = 0; i < plies_.size(); ++i) {
      const KnownMoment& moment = *moments_[i];
      if (moment.match) {
        search_.hits_.push_back({game_, plies_[i], *moment.match, moment.next_move, moment.mover});
      }
    }
    shown_ = plies_.size() == 1 && search_.hits_.size() == 1 ? moments_[0] : nullptr;
  }

  /// Evaluates the query for each moment that was not asked yet, at its first visit in this game.
  void ask_unknown() {
    unknown_.clear();
    unknown_plies_.clear();
    for (std::size_t i = 0; i < plies_.size(); ++i) {
      if (std::exchange(moments_[i]->asked, true)) continue;
      unknown_.push_back(moments_[i]);
      unknown_plies_.push_back(plies_[i]);
    }
    search_.positions_.show(game_, unknown_plies_, [&](std::size_t i, const Position& position) {
      const auto hit = find_hit(query_, game_, position);
      if (!hit) return;
      unknown_[i]->match = hit->match;
      unknown_[i]->next_move = hit->next_move;
      unknown_[i]->mover = hit->mover;
    });
  }

  PositionSearch& search_;
  const QueryPosition& query_;
  const IdSet* among_;
  const GameVisitor& visit_;
  GameId game_ = GameId::none;
  std::vector<std::uint32_t> plies_;
  std::vector<KnownMoment*> moments_;  // of the plies; nullptr: unknown
  std::vector<KnownMoment*> unknown_;  // that were not asked yet
  std::vector<std::uint32_t> unknown_plies_;
  KnownMoment* shown_ = nullptr;  // the moment of the only hit
  bool going_on_ = true;
};

bool follow_each_other(PostingTables& postings) {
  const std::span<const SegmentInfo> segments = postings.segments();
  return std::adjacent_find(segments.begin(), segments.end(),
                            [](const SegmentInfo& one, const SegmentInfo& next) {
                              return next.first_number < one.end_number;
                            }) == segments.end();
}

std::optional<PositionHit> find_hit(const QueryPosition& query, GameId game,
                                    const Position& position) {
  const std::optional<Match> match = query.match(position);
  if (!match) return std::nullopt;
  const Player mover = mover_of(position);
  PositionHit hit{game, position.ply, *match, std::nullopt,
                  match->colors_swapped ? opponent(mover) : mover};
  if (position.next_move) hit.next_move = query.to_query(*position.next_move, *match);
  return hit;
}

std::string orientation_text(const Match& match) {
  std::string text(orientation_name(match.orientation));
  return match.colors_swapped ? text + "+swap-colors" : text;
}

PositionSearch::PositionSearch(SqlConnection& sql)
    : facts_(sql), postings_(sql), groups_(sql), owners_(sql), positions_(sql) {}

void PositionSearch::for_each_game(const QueryPosition& query, const IdSet* among,
                                   const GameVisitor& visit,
                                   std::span<const std::int64_t> left_out) {
  Collector collector(*this, query, among, visit);
  PositionVisits visits(postings_, groups_, left_out);
  visits.for_each(query.key_ranges(), [&](std::uint64_t number, KnownMoment* moment) {
    const auto [game, ply] = owners_.owner(number);
    return collector.add(game, ply, moment);
  });
  if (!collector.going_on() || !collector.show()) return;
  const std::int64_t first_game = find_gap();
  if (first_game != 0) search_gap(query, first_game, collector);
}

IdSet PositionSearch::games_with(const QueryPosition& query, const IdSet* among) {
  IdSet games;
  for_each_game(query, among, [&](std::span<const PositionHit> hits) {
    games.insert(raw(hits.front().game));
    return true;
  });
  return games;
}

std::optional<PositionHit> PositionSearch::find_first(const QueryPosition& query) {
  std::optional<PositionHit> first;
  for_each_game(query, nullptr, [&](std::span<const PositionHit> hits) {
    first = hits.front();
    return false;
  });
  return first;
}

std::int64_t PositionSearch::find_gap() {
  std::int64_t covered = 0;
  for (const SegmentInfo& segment : postings_.segments()) {
    covered = std::max(covered, static_cast<std::int64_t>(segment.end_number));
  }
  std::int64_t first_game = 0;
  std::vector<std::int64_t> first_numbers;
  for (std::int64_t chunk = facts_.chunk_count() - 1; chunk >= 0; --chunk) {
    if (facts_.range(Fact::first_posting, chunk).maximum < covered) break;
    facts_.read(Fact::first_posting, chunk, first_numbers);
    const auto place = std::lower_bound(first_numbers.begin(), first_numbers.end(), covered);
    first_game = chunk * kFactChunkGames + 1 + (place - first_numbers.begin());
  }
  return first_game;
}

void PositionSearch::search_gap(const QueryPosition& query, std::int64_t first_game,
                                Collector& collector) {
  const std::vector<KeyRange> ranges = query.key_ranges();
  const std::int64_t end_game = facts_.chunk_count() * kFactChunkGames + 1;
  for (std::int64_t id = first_game; id < end_game; ++id) {
    const auto game = static_cast<GameId>(id);
    if (!collector.wants(game) || positions_.game_type(game) != query.position.game) continue;
    find_plies(query, ranges, game);
    for (const std::uint32_t ply : plies_) collector.add(game, ply, nullptr);
    if (!collector.show()) return;
  }
}

void PositionSearch::find_plies(const QueryPosition& query, std::span<const KeyRange> ranges,
                                GameId game) {
  plies_.clear();
  keys_.clear();
  const GameRules* const rules = find_rules(query.position.game);
  if (rules == nullptr) return;
  rules->append_keys(positions_.script(game), positions_.size(game), 0,
                     positions_.searched_plies(game), keys_);
  for (std::size_t ply = 0; ply < keys_.size(); ++ply) {
    const bool wanted = std::any_of(ranges.begin(), ranges.end(), [&](const KeyRange& range) {
      return range.first <= keys_[ply] && keys_[ply] <= range.last;
    });
    if (wanted) plies_.push_back(static_cast<std::uint32_t>(ply));
  }
}

void PositionSearch::verify(const QueryPosition& query, GameId game,
                            std::span<const std::uint32_t> plies) {
  hits_.clear();
  if (positions_.game_type(game) != query.position.game) return;
  positions_.show(game, plies, [&](std::size_t, const Position& position) {
    if (auto hit = find_hit(query, game, position)) hits_.push_back(std::move(*hit));
  });
}

}  // namespace ludex
