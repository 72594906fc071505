#include "query/pattern/pattern_tally.hpp"

#include "core/ascii.hpp"
#include "query/pattern/pattern_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace ludex {
namespace {

bool keeps_anchor(const PatternAnchor& anchor, Orientation orientation) {
  if (!anchor.point.empty()) return orientation == Orientation::identity;
  // Each side as a point in the middle of a 3 x 3 board's edge.
  const auto goes_to_side = [&](GridPlace side) {
    const GridPlace image = map_place(orientation, side, {3, 3});
    if (image.x == 0) return anchor.left;
    if (image.x == 2) return anchor.right;
    return image.y == 0 ? anchor.top : anchor.bottom;
  };
  return goes_to_side({0, 1}) == anchor.left && goes_to_side({2, 1}) == anchor.right &&
         goes_to_side({1, 0}) == anchor.top && goes_to_side({1, 2}) == anchor.bottom;
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
    const GridPlace image = map_place(symmetries_[i].orientation, place, pattern_.size());
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
  std::string_view piece = rules_.cell_text(key.code);
  if (piece.starts_with('[')) piece = piece.substr(1, piece.size() - 2);
  return fmt::format("{}{}{}", piece, key.from_hand ? "*" : "-", column + row);
}

PatternTally::PatternTally(SqlConnection& sql, const Pattern& pattern)
    : counted_(sql),
      names_(sql, pattern),
      rules_(*find_rules(pattern.game)),
      nodes_(1),
      known_(kKnownSteps) {}

void PatternTally::add(GameId game, BoardSize size, std::span<const FoundPattern> hits, int depth) {
  const CountedGame counted = counted_.read(game);
  for (const FoundPattern& hit : hits) {
    count(nodes_[0], counted, hit, nullptr);
    Step at;
    for (const Continuation& next : hit.next) {
      at = step(at, game, size, hit, next);
      count(nodes_[at.node], counted, hit, &next);
    }
    if (static_cast<int>(hit.next.size()) == depth) continue;
    count(nodes_[elsewhere(at.node)], counted, hit, nullptr);
  }
}

// A word has its own name in each game; every other step is known by its points.
PatternTally::Step PatternTally::step(const Step& from, GameId game, BoardSize size,
                                      const FoundPattern& hit, const Continuation& next) {
  const auto go = [&] {
    Step to = from;
    const Key key = names_.key_of(game, size, hit, next, to.alike);
    to.node = node_for(from.node, key);
    return to;
  };
  if (rules_.traits().has_tiles) return go();
  const auto width = static_cast<Point>(size.width);
  KnownStep asked;
  asked.from = from;
  asked.column = next.point % width - hit.place % width;
  asked.row = next.point / width - hit.place / width;
  asked.what = {next.code, next.player, next.from_hand};
  asked.match = hit.match;
  KnownStep& known = known_[asked.hash() % known_.size()];
  if (!known.is(asked)) {
    known = asked;
    known.to = go();
  }
  return known.to;
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

std::size_t PatternTally::elsewhere(std::size_t parent) {
  if (nodes_[parent].elsewhere == 0) {
    const std::size_t node = node_for(parent, {.elsewhere = true});
    nodes_[parent].elsewhere = node;
  }
  return nodes_[parent].elsewhere;
}

std::size_t PatternTally::node_for(std::size_t parent, const Key& key) {
  const auto [place, is_new] = places_.try_emplace({parent, key}, nodes_.size());
  if (is_new) {
    Node& node = nodes_.emplace_back();
    node.name = names_.name_of(key);
    if (!key.elsewhere) node.points.push_back({key.column, key.row});
  }
  return place->second;
}

void PatternTally::count(Node& node, const CountedGame& game, const FoundPattern& hit,
                         const Continuation* next) {
  ++node.visits;
  if (next != nullptr) ++(next->at_once ? node.at_once : node.later);
  const bool swapped = hit.match.colors_swapped;
  std::uint32_t mover = 0;  // the seat in the game
  if (next != nullptr) {
    mover = rules_.traits().has_numbered_seats
                ? next->player
                : seat_moving(static_cast<Player>(next->player), next->ply - 1, game.flags);
  }
  if (!node.counter.add(game, hit.ply, mover, swapped, node) || next == nullptr) return;
  const std::uint32_t shown = swapped && mover <= 2 ? 3 - mover : mover;
  if (node.games == 1) node.mover = shown;
  if (node.mover != shown) node.mover = 0;
}

}  // namespace ludex
