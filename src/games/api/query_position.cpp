#include "games/api/query_position.hpp"

#include "games/api/game_rules.hpp"
#include "ludex/error.hpp"

#include <algorithm>
#include <tuple>

namespace ludex {
namespace {

const GameRules& get_rules(const Position& position) {
  const GameRules* rules = find_rules(position.game);
  if (rules == nullptr) {
    throw UsageError("positions of " + game_name(position.game) + " are not indexed");
  }
  return *rules;
}

/// The position as it lies under `match`. Captures and plies are of no use there.
Position mapped(const Position& position, const Match& match, const GameRules& rules) {
  Position image;
  image.game = position.game;
  image.size = map_size(match.orientation, position.size);
  image.cells.resize(position.cells.size());
  for (Point point = 0; point < position.cells.size(); ++point) {
    const std::uint8_t code = position.cells[point];
    image.cells[map_point(match.orientation, point, position.size)] =
        match.colors_swapped ? rules.swapped(code) : code;
  }
  image.rest = position.rest.mapped(match, position.size);
  image.to_move = match.colors_swapped ? opponent(position.to_move) : position.to_move;
  return image;
}

/// The known parts of the query besides the placement.
bool has_known_of(const QueryPosition& query, const Position& found, const Match& match) {
  const Position& position = query.position;
  const bool swapped = match.colors_swapped;
  if (query.known.to_move) {
    const Player wanted = swapped ? opponent(position.to_move) : position.to_move;
    if (found.to_move != wanted) return false;
  }
  return !query.known.rest || found.rest == position.rest.mapped(match, position.size);
}

bool lies_on(const Position& position, const Position& found, const Match& match,
             const GameRules& rules) {
  if (found.size != map_size(match.orientation, position.size)) return false;
  for (Point point = 0; point < position.cells.size(); ++point) {
    const std::uint8_t code = position.cells[point];
    const Point image = map_point(match.orientation, point, position.size);
    if (found.cells[image] != (match.colors_swapped ? rules.swapped(code) : code)) return false;
  }
  return true;
}

}  // namespace

Move map_move(Move move, const Match& match, BoardSize size) {
  const bool has_point = move.kind == MoveKind::stone || move.kind == MoveKind::step ||
                         move.kind == MoveKind::drop || move.kind == MoveKind::play ||
                         move.kind == MoveKind::withdraw;
  if (has_point) move.point = map_point(match.orientation, move.point, size);
  if (move.kind == MoveKind::step) move.from = map_point(match.orientation, move.from, size);
  if (match.colors_swapped) move.player = opponent(move.player);
  move.detail = move.detail.mapped(match, size);
  return move;
}

bool GameRules::reads_before(const Move& one, const Move& other) const {
  return std::tie(one.point, one.detail) < std::tie(other.point, other.detail);
}

bool GameRules::fits(const QueryPosition& query, const Position& found, const Match& match) const {
  return lies_on(query.position, found, match, *this) && has_known_of(query, found, match);
}

std::vector<QueryPosition::Image> QueryPosition::images() const {
  const GameRules& rules = get_rules(position);
  std::vector<Image> images;
  for (const bool swapped : {false, true}) {
    if (swapped && !swap_colors) break;
    const Orientation straight = allowed(swapped).front();
    const auto add = [&](Orientation one) {
      images.push_back({mapped(position, {one, swapped}, rules), swapped});
    };
    add(straight);
    if (adds_mirror(rules)) add(mirrored_h(straight));
  }
  return images;
}

std::vector<KeyRange> QueryPosition::key_ranges() const {
  const GameRules& rules = get_rules(position);
  const auto by_first = [](const KeyRange& a, const KeyRange& b) { return a.first < b.first; };
  const auto same = [](const KeyRange& a, const KeyRange& b) { return a.first == b.first; };
  std::vector<KeyRange> ranges;
  for (const Image& image : images()) ranges.push_back(rules.key_range(image.position, known));
  std::sort(ranges.begin(), ranges.end(), by_first);
  ranges.erase(std::unique(ranges.begin(), ranges.end(), same), ranges.end());
  return ranges;
}

std::optional<Match> QueryPosition::match(const Position& found) const {
  if (found.game != position.game) return std::nullopt;
  const GameRules& rules = get_rules(position);
  for (const bool swapped : {false, true}) {
    if (swapped && !swap_colors) break;
    for (const Orientation candidate : allowed(swapped)) {
      const Match match{candidate, swapped};
      if (rules.fits(*this, found, match)) return match;
    }
  }
  return std::nullopt;
}

Move QueryPosition::to_query(const Move& move, const Match& match) const {
  const BoardSize size = map_size(match.orientation, position.size);
  return map_move(move, {inverse(match.orientation), match.colors_swapped}, size);
}

std::vector<Orientation> QueryPosition::own_symmetries() const {
  const GameRules& rules = get_rules(position);
  std::vector<Orientation> own = allowed(false);
  std::erase_if(own, [&](Orientation one) { return !rules.fits(*this, position, {one, false}); });
  return own;
}

Move QueryPosition::first_equivalent(const Move& move, Notation notation) const {
  return first_equivalent(move, own_symmetries(), notation);
}

Move QueryPosition::first_equivalent(const Move& move, std::span<const Orientation> own,
                                     Notation notation) const {
  const GameRules& rules = get_rules(position);
  Move first = move;
  for (const Orientation candidate : own) {
    const Move image = map_move(move, {candidate, false}, position.size);
    if (rules.shows_before(image, first, position.size, notation)) first = image;
  }
  return first;
}

bool QueryPosition::adds_mirror(const GameRules& rules) const {
  return orientation == OrientationMode::mirror && rules.has_mirror();
}

std::vector<Orientation> QueryPosition::allowed(bool colors_swapped) const {
  const GameRules& rules = get_rules(position);
  const auto fitting =
      colors_swapped ? rules.role_swaps(position.size) : rules.symmetries(position.size);
  if (orientation == OrientationMode::exact) return {fitting.front()};
  std::vector<Orientation> result(fitting.begin(), fitting.end());
  if (adds_mirror(rules)) {
    for (const Orientation one : fitting) result.push_back(mirrored_h(one));
  }
  return result;
}

}  // namespace ludex
