#include "query/pattern/pattern_tally.hpp"

#include "core/ascii.hpp"
#include "query/explore/explore.hpp"
#include "query/pattern/pattern_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace ludex {
namespace {

/// Where a cell of a w x h pattern goes.
PatternPoint mapped(PatternPoint point, Orientation orientation, int width, int height) {
  const int right = width - 1, bottom = height - 1;
  switch (orientation) {
    case Orientation::identity:
      return point;
    case Orientation::rot90:
      return {bottom - point.y, point.x};
    case Orientation::rot180:
      return {right - point.x, bottom - point.y};
    case Orientation::rot270:
      return {point.y, right - point.x};
    case Orientation::mirror_h:
      return {right - point.x, point.y};
    case Orientation::mirror_v:
      return {point.x, bottom - point.y};
    case Orientation::diag:
      return {point.y, point.x};
    case Orientation::anti:
      return {bottom - point.y, right - point.x};
  }
  return point;
}

bool keeps_anchor(const PatternAnchor& anchor, Orientation orientation) {
  if (!anchor.point.empty()) return orientation == Orientation::identity;
  // Each side as a point in the middle of a 3 x 3 board's edge.
  const auto goes_to_side = [&](PatternPoint side) {
    const PatternPoint image = mapped(side, orientation, 3, 3);
    if (image.x == 0) return anchor.left;
    if (image.x == 2) return anchor.right;
    return image.y == 0 ? anchor.top : anchor.bottom;
  };
  return goes_to_side({0, 1}) == anchor.left && goes_to_side({2, 1}) == anchor.right &&
         goes_to_side({1, 0}) == anchor.top && goes_to_side({1, 2}) == anchor.bottom;
}

/// 1 to 4; 0 where nobody won.
std::uint32_t seat_of_winner(Winner winner) {
  for (std::uint32_t seat = 1; seat <= 4; ++seat) {
    if (winner == winner_at_seat(seat)) return seat;
  }
  return 0;
}

/// \param mover  the seat that made the move; 0: none
void add_result(Winner result, std::uint32_t mover, bool swapped, MoveCounts& counts) {
  if (result == Winner::draw) ++counts.draws;
  const std::uint32_t winner = seat_of_winner(result);
  if (winner == 0) return;
  if (winner <= 2) ++counts.wins[swapped ? 2 - winner : winner - 1];
  if (mover != 0) ++(mover == winner ? counts.mover_wins : counts.mover_losses);
}

}  // namespace

ContinuationNames::ContinuationNames(SqlConnection& sql, const Pattern& pattern)
    : positions_(sql), pattern_(pattern), rules_(*find_rules(pattern.game)) {
  find_symmetries();
}

void ContinuationNames::find_symmetries() {
  const BoardSize square{64, 64};
  for (const bool swapped : {false, true}) {
    if (swapped && !pattern_.swap_colors) break;
    for (const Orientation one : swapped ? rules_.role_swaps(square) : rules_.symmetries(square)) {
      const bool is_asked = pattern_.orientation != OrientationMode::exact || symmetries_.empty();
      if (!is_asked) break;
      const Match match{one, swapped};
      if (maps_onto_itself(pattern_, match, rules_) && keeps_anchor(pattern_.anchor, one)) {
        symmetries_.push_back(match);
      }
    }
  }
}

ContinuationNames::Key ContinuationNames::key_of(GameId game, BoardSize size,
                                                 const FoundPattern& hit, const Continuation& next,
                                                 std::uint32_t& alike) {
  if (rules_.traits().has_tiles) return word_key(game, size, hit, next);
  const auto place = to_pattern(pattern_, next.point, size, hit);
  const auto swap = [&](Key& key) {
    key.player = cell::swapped(key.player);
    key.code = rules_.swapped(key.code);
  };
  Key named{place.y, place.x, next.player, next.code, next.from_hand};
  if (hit.match.colors_swapped) swap(named);
  std::optional<Key> first;
  std::uint32_t same = 0;
  for (std::size_t i = 0; i < symmetries_.size(); ++i) {
    const std::uint32_t bit = 1U << i;
    if ((alike & bit) == 0) continue;
    Key key = named;
    const auto image = mapped(place, symmetries_[i].orientation, pattern_.width, pattern_.height);
    key.row = image.y;
    key.column = image.x;
    if (symmetries_[i].colors_swapped) swap(key);
    if (!first || key < *first) {
      first = key;
      same = 0;
    }
    if (key == *first) same |= bit;
  }
  alike = same;
  return first.value_or(named);
}

// A play is named whole, from its first square, which may lie outside the pattern.
ContinuationNames::Key ContinuationNames::word_key(GameId game, BoardSize size,
                                                   const FoundPattern& hit,
                                                   const Continuation& next) {
  const auto position = positions_.find(game, next.ply);
  const auto start = to_pattern(pattern_, next.point, size, hit);
  if (!position || !position->last_move) return {start.y, start.x};
  const std::string text = rules_.move_text(*position->last_move, size);
  const bool is_turned = hit.match.orientation == Orientation::diag;
  const auto first = to_pattern(pattern_, position->last_move->point, size, hit);
  return {.row = first.y,
          .column = first.x,
          .down = is_letter(text.front()) != is_turned,
          .word = text.substr(std::min(text.find(' '), text.size() - 1) + 1)};
}

std::string ContinuationNames::name_of(const Key& key) const {
  if (key.elsewhere) return {};
  const std::string column = pattern_column_text(key.column);
  const std::string row = pattern_row_text(key.row);
  if (!key.word.empty()) return (key.down ? column + row : row + column) + ' ' + key.word;
  if (!rules_.traits().has_hands) return column + row;
  return fmt::format("{}{}{}", rules_.cell_text(key.code), key.from_hand ? "*" : "-", column + row);
}

PatternTally::PatternTally(SqlConnection& sql, const Pattern& pattern)
    : facts_(sql), names_(sql, pattern), rules_(*find_rules(pattern.game)), nodes_(1) {}

void PatternTally::add(GameId game, BoardSize size, std::span<const FoundPattern> hits, int depth) {
  for (const FoundPattern& hit : hits) {
    count(nodes_[0], game, hit, nullptr);
    std::size_t node = 0;
    std::uint32_t alike = ContinuationNames::kAll;
    for (const Continuation& next : hit.next) {
      node = node_for(node, names_.key_of(game, size, hit, next, alike));
      count(nodes_[node], game, hit, &next);
    }
    if (static_cast<int>(hit.next.size()) == depth) continue;
    node = node_for(node, {.elsewhere = true});
    count(nodes_[node], game, hit, nullptr);
  }
}

void PatternTally::finish() {
  const auto order = [&](std::size_t a, std::size_t b) {
    const Node& one = nodes_[a];
    const Node& other = nodes_[b];
    if (one.name.empty() != other.name.empty()) return other.name.empty();
    if (one.games != other.games) return one.games > other.games;
    return one.visits > other.visits;
  };
  // Rows that tie come in the order of their keys: reading order.
  for (Node& node : nodes_) node.below.clear();
  for (const auto& [place, index] : places_) nodes_[place.first].below.push_back(index);
  for (Node& node : nodes_) std::ranges::stable_sort(node.below, order);
}

std::size_t PatternTally::node_for(std::size_t parent, const Key& key) {
  const auto [place, is_new] = places_.try_emplace({parent, key}, nodes_.size());
  if (is_new) nodes_.emplace_back().name = names_.name_of(key);
  return place->second;
}

void PatternTally::count(Node& node, GameId game, const FoundPattern& hit,
                         const Continuation* next) {
  ++node.visits;
  if (next != nullptr) ++(next->at_once ? node.at_once : node.later);
  if (node.last_game == raw(game)) return;
  node.last_game = raw(game);
  ++node.games;
  const GameFacts facts = read(game);
  const bool swapped = hit.match.colors_swapped;
  std::uint32_t mover = 0;  // the seat in the game
  if (next != nullptr) {
    mover = rules_.traits().has_numbered_seats
                ? next->player
                : seat_moving(static_cast<Player>(next->player), next->ply - 1, facts.flags);
    const std::uint32_t shown = swapped && mover <= 2 ? 3 - mover : mover;
    if (node.games == 1) node.mover = shown;
    if (node.mover != shown) node.mover = 0;
  }
  add_result(facts.winner, mover, swapped, node);
  if (facts.from != 0) {
    node.first_year = std::min(node.first_year.value_or(year_of(facts.from)), year_of(facts.from));
  }
  if (facts.to != 0) {
    node.last_year = std::max(node.last_year.value_or(year_of(facts.to)), year_of(facts.to));
  }
  if (facts.to <= node.last_day) return;
  node.last_day = facts.to;
  node.sample = game;
  node.sample_ply = hit.ply;
}

PatternTally::GameFacts PatternTally::read(GameId game) {
  const std::int64_t chunk = (raw(game) - 1) / kFactChunkGames;
  if (chunk != chunk_) {
    facts_.read(Fact::result, chunk, result_);
    facts_.read(Fact::date_from, chunk, from_);
    facts_.read(Fact::date_to, chunk, to_);
    facts_.read(Fact::flags, chunk, flags_);
    chunk_ = chunk;
  }
  const auto place = static_cast<std::size_t>((raw(game) - 1) % kFactChunkGames);
  return {winner_in(result_[place]), static_cast<Day>(from_[place]), static_cast<Day>(to_[place]),
          GameFlags(flags_[place])};
}

}  // namespace ludex
