#include "query/stats/openings.hpp"

#include "formats/position_text.hpp"
#include "games/api/game_rules.hpp"
#include "games/api/orientation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace ludex {
namespace {

/// The beginning of a game: the start position and the first moves.
struct Beginning {
  Position start;
  std::vector<Move> moves;
};

std::optional<Beginning> beginning_of(const GameRules& rules, BoardSize size,
                                      std::span<const std::uint16_t> ops, std::size_t moves) {
  std::optional<Beginning> beginning;
  rules.walk(ops, size, [&](const Position& position) {
    if (position.ply == 0) {
      beginning = {position, {}};
      return moves > 0;
    }
    const bool goes_on = position.parent_ply + 1 == static_cast<std::int32_t>(position.ply);
    if (!goes_on || !position.last_move) return false;
    beginning->moves.push_back(*position.last_move);
    return beginning->moves.size() < moves;
  });
  return beginning;
}

bool has_points(const Move& move) {
  return move.kind == MoveKind::stone || move.kind == MoveKind::step ||
         move.kind == MoveKind::drop || move.kind == MoveKind::links;
}

Move turned(Move move, Orientation orientation, BoardSize size) {
  return has_points(move) ? map_move(std::move(move), {orientation, false}, size) : move;
}

std::vector<std::uint8_t> turned(const std::vector<std::uint8_t>& cells, Orientation orientation,
                                 BoardSize size) {
  std::vector<std::uint8_t> result(cells.size());
  for (Point point = 0; point < cells.size(); ++point) {
    result[map_point(orientation, point, size)] = cells[point];
  }
  return result;
}

bool comes_before(const Beginning& a, const Beginning& b, const GameRules& rules,
                  Notation notation) {
  if (a.start.cells != b.start.cells) return a.start.cells > b.start.cells;
  const BoardSize size = a.start.size;
  return std::lexicographical_compare(
      a.moves.begin(), a.moves.end(), b.moves.begin(), b.moves.end(),
      [&](const Move& one, const Move& other) {
        const bool is_for_players = notation == Notation::board || notation == Notation::japanese;
        const bool by_corner = is_for_players && rules.traits().begins_at_right;
        if (by_corner && has_points(one) && has_points(other) && one.point != other.point) {
          return rules.shows_before(one, other, size, notation);
        }
        return std::tie(one.point, one.from, one.detail) <
               std::tie(other.point, other.from, other.detail);
      });
}

void turn_first(const GameRules& rules, Notation notation, Beginning& beginning) {
  const BoardSize size = beginning.start.size;
  Beginning best = beginning;
  for (const Orientation orientation : rules.symmetries(size)) {
    if (map_size(orientation, size) != size) continue;
    Beginning candidate = beginning;
    candidate.start.cells = turned(beginning.start.cells, orientation, size);
    for (Move& move : candidate.moves) move = turned(move, orientation, size);
    if (comes_before(candidate, best, rules, notation)) best = std::move(candidate);
  }
  beginning = std::move(best);
}

std::string placement_of(const Position& position) {
  const std::string line = to_cgp(position);
  return line.substr(0, line.find(' '));
}

/// The names of moves that follow each other.
class MoveNames {
 public:
  MoveNames(const GameRules& rules, Notation notation, const Position& start)
      : rules_(rules), notation_(notation), position_(start) {}

  std::string next(const Move& move) {
    if (notation_ != Notation::japanese) return rules_.move_text(move, position_.size, notation_);
    const std::string name = rules_.move_text_at(move, position_, last_to_, notation_);
    if (auto after = rules_.after(position_, move)) position_ = std::move(*after);
    last_to_ = move.point;
    return name;
  }

 private:
  const GameRules& rules_;
  Notation notation_;
  Position position_;
  std::optional<Point> last_to_;
};

std::string text_of(const GameRules& rules, Notation notation, const Beginning& beginning) {
  const Position& start = beginning.start;
  std::string text;
  const auto add = [&](std::string_view word) {
    if (!text.empty()) text += ' ';
    text += word;
  };
  if (start.game != kDefaultGame) add(game_name(start.game));
  if (start.size != rules.default_size()) {
    add(fmt::format("{}x{}", start.size.width, start.size.height));
  }
  if (start.cells != rules.start_position(start.size).cells) add(placement_of(start));
  Player expected = Player::first;
  MoveNames names(rules, notation, start);
  for (const Move& move : beginning.moves) {
    const std::string name = names.next(move);
    const char* const mark = move.player == Player::first ? "B:" : "W:";
    add(move.player == expected ? name : mark + name);
    expected = opponent(move.player);
  }
  return text;
}

/// The first moves of a script's main line, turned as comes first in reading order: `dd pp dp`; in
/// Notation::board to the corner of the players: `Q16 D4 Q4`. In front: the game unless it is Go,
/// the size unless it is the usual one, the placement unless the game starts as usual; `W:` before
/// a move out of turn. Empty if there is no move.
/// \param ops  may be cut after the last needed move.
std::string opening_text(GameType game, BoardSize size, std::span<const std::uint16_t> ops,
                         std::size_t moves, Notation notation) {
  const GameRules* const rules = find_rules(game);
  if (rules == nullptr || !rules->playable(size)) return {};
  std::optional<Beginning> beginning = beginning_of(*rules, size, ops, moves);
  if (!beginning || beginning->moves.empty()) return {};
  turn_first(*rules, notation, *beginning);
  return text_of(*rules, notation, *beginning);
}

}  // namespace

Openings::Openings(const StatsQuestion& question)
    : moves_(static_cast<std::size_t>(question.opening_moves)), notation_(question.notation) {}

bool Openings::are_plain(GameType game, std::span<const std::uint16_t> first) {
  const GameRules* const rules = find_rules(game);
  return rules != nullptr && rules->are_plain_moves(first);
}

std::int64_t Openings::code_of(GameType game, BoardSize size, std::span<const std::uint16_t> ops) {
  if (ops.empty()) return kUnknownCode;
  const auto first = ops.first(std::min(ops.size(), moves_));
  if (!are_plain(game, first)) return id_of(opening_text(game, size, ops, moves_, notation_));
  std::string key = fmt::format("{} {}x{} ", static_cast<int>(game), size.width, size.height);
  key.append(reinterpret_cast<const char*>(first.data()), first.size_bytes());
  const auto [known, is_new] = codes_of_beginnings_.try_emplace(std::move(key), kUnknownCode);
  if (is_new) known->second = id_of(opening_text(game, size, first, moves_, notation_));
  return known->second;
}

std::int64_t Openings::id_of(std::string text) {
  if (text.empty()) return kUnknownCode;
  const auto next = static_cast<std::int64_t>(texts_.size());
  const auto [known, is_new] = ids_.try_emplace(std::move(text), next);
  if (is_new) texts_.push_back(known->first);
  return known->second;
}

}  // namespace ludex
