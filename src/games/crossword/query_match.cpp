#include "core/ascii.hpp"
#include "games/crossword/crossword_rules.hpp"
#include "games/crossword/scored_board.hpp"
#include "games/crossword/state.hpp"

#include <algorithm>
#include <array>

namespace ludex::crossword {
namespace {

/// Translates the codes of one game to those of another. No tile of a board is kNone.
class CodeMap {
 public:
  static constexpr TileCode kNone = 1;

  CodeMap(const TileNames& from, const TileNames& to) {
    for (std::size_t code = 0; code < tile::kFirstNamed; ++code) {
      codes_[code] = static_cast<TileCode>(code);
    }
    for (std::size_t n = 0; n < from.size(); ++n) {
      const auto letter = static_cast<TileCode>(tile::kFirstNamed + 2 * n);
      const auto code = to.find_code(from.text_of(letter));
      codes_[letter] = code.value_or(kNone);
      codes_[tile::blank_of(letter)] = code ? tile::blank_of(*code) : kNone;
    }
  }
  [[nodiscard]] TileCode operator()(TileCode code) const { return codes_[code]; }

 private:
  std::array<TileCode, 256> codes_{};
};

class Comparison {
 public:
  Comparison(const QueryPosition& query, const Position& found, const Match& match)
      : query_(query),
        asked_(query.position),
        wanted_(state_of(asked_)),
        found_(found),
        has_(state_of(found)),
        orientation_(match.orientation),
        to_found_(wanted_.names, has_.names) {}

  [[nodiscard]] bool fits() const {
    return may_be_turned() && same_board() &&
           (!query_.known.rest || (racks_agree() && counts_agree() && opcodes_agree()));
  }

 private:
  [[nodiscard]] bool may_be_turned() const {
    if (orientation_ == Orientation::identity) return true;
    const auto symmetric = [](const Position& position) {
      return layout_of(state_of(position).opcodes.board_name, position.size) != nullptr;
    };
    return symmetric(found_) && (!query_.known.rest || symmetric(asked_));
  }

  [[nodiscard]] bool same_board() const {
    if (found_.size != map_size(orientation_, asked_.size)) return false;
    const bool fold = query_.known.blank_as_letter;
    for (Point point = 0; point < asked_.cells.size(); ++point) {
      const TileCode wanted = to_found_(asked_.cells[point]);
      const TileCode has = found_.cells[map_point(orientation_, point, asked_.size)];
      if (fold ? tile::letter_of(wanted) != tile::letter_of(has) : wanted != has) return false;
    }
    return true;
  }

  using Counts = std::array<int, 256>;

  [[nodiscard]] static bool holds(const Counts& more, const Counts& less) {
    for (std::size_t code = 0; code < more.size(); ++code) {
      if (more[code] < less[code]) return false;
    }
    return true;
  }

  [[nodiscard]] bool rack_agrees(std::size_t player) const {
    static const std::vector<TileCode> kNothing;
    Counts asked{}, has{};
    for (const TileCode code : player < wanted_.racks.size() ? wanted_.racks[player] : kNothing) {
      ++asked[to_found_(code)];
    }
    for (const TileCode code : player < has_.racks.size() ? has_.racks[player] : kNothing) {
      ++has[code];
    }
    if (query_.exact) return asked == has;
    return holds(has, asked) || (query_.loose && holds(asked, has));
  }

  [[nodiscard]] bool racks_agree() const {
    if (query_.exact && wanted_.racks.size() != has_.racks.size()) return false;
    const std::size_t players = std::max(wanted_.racks.size(), has_.racks.size());
    for (std::size_t player = 0; player < players; ++player) {
      if (!rack_agrees(player)) return false;
    }
    return true;
  }

  [[nodiscard]] bool counts_agree() const {
    return !query_.exact || (wanted_.scores == has_.scores && asked_.passes == found_.passes);
  }

  /// \param fallback  what the text of CGP says of the opcode where it is not written
  template <class Value>
  [[nodiscard]] bool agrees(const std::optional<Value>& wanted, const std::optional<Value>& has,
                            const std::optional<Value>& fallback = std::nullopt) const {
    if (!wanted) return true;
    if (has) return *wanted == *has;
    return fallback ? *wanted == *fallback : query_.loose;
  }

  [[nodiscard]] bool opcodes_agree() const {
    const CgpOpcodes& wanted = wanted_.opcodes;
    const CgpOpcodes& has = has_.opcodes;
    return agrees(wanted.bingo_bonus, has.bingo_bonus, std::optional(kDefaultBingoBonus)) &&
           agrees(wanted.exchange_tile_limit, has.exchange_tile_limit,
                  std::optional(kDefaultExchangeTileLimit)) &&
           agrees(wanted.max_zero_turns, has.max_zero_turns, std::optional(kDefaultMaxZeroTurns)) &&
           agrees(wanted.challenge_rule, has.challenge_rule) &&
           agrees(wanted.game_id, has.game_id) &&
           name_agrees(wanted.distribution, has.distribution) &&
           name_agrees(wanted.lexicon, has.lexicon) &&
           agrees(wanted.timer_increment_ms, has.timer_increment_ms) &&
           agrees(wanted.timers_ms, has.timers_ms) &&
           agrees(wanted.max_overtime_ms, has.max_overtime_ms) && board_name_agrees() &&
           name_agrees(wanted.variant, has.variant) && others_agree() && last_move_agrees();
  }

  [[nodiscard]] bool board_name_agrees() const {
    const auto& wanted = wanted_.opcodes.board_name;
    const auto& has = has_.opcodes.board_name;
    if (!wanted || (!has && query_.loose)) return true;
    const BoardLayout* layout = layout_of(wanted, asked_.size);
    return layout == nullptr ? wanted == has : layout == layout_of(has, asked_.size);
  }

  /// Names of lexica, distributions and variants are written in either case.
  [[nodiscard]] bool name_agrees(const std::optional<std::string>& wanted,
                                 const std::optional<std::string>& has) const {
    return !wanted || (has ? same_but_case(*wanted, *has) : query_.loose);
  }

  [[nodiscard]] bool others_agree() const {
    const auto& others = has_.opcodes.others;
    return std::all_of(
        wanted_.opcodes.others.begin(), wanted_.opcodes.others.end(), [&](const auto& wanted) {
          if (std::find(others.begin(), others.end(), wanted) != others.end()) return true;
          const bool is_said = std::any_of(others.begin(), others.end(), [&](const auto& other) {
            return other.first == wanted.first;
          });
          return query_.loose && !is_said;
        });
  }

  [[nodiscard]] bool last_move_agrees() const {
    if (!wanted_.last_move) return true;
    if (!has_.last_move) return query_.loose;
    CgpMove wanted = *wanted_.last_move;
    for (TileCode& code : wanted.tiles) code = to_found_(code);
    if (is_transposing(orientation_)) {
      std::swap(wanted.row, wanted.column);
      wanted.down = !wanted.down;
    }
    const bool has_place =
        wanted.kind == CgpMove::Kind::play || wanted.kind == CgpMove::Kind::challenge;
    if (!has_place) wanted.row = wanted.column = 0, wanted.down = false;
    if (wanted.kind == CgpMove::Kind::exchange) std::sort(wanted.tiles.begin(), wanted.tiles.end());
    CgpMove has = *has_.last_move;
    if (has.kind == CgpMove::Kind::exchange) std::sort(has.tiles.begin(), has.tiles.end());
    return wanted == has;
  }

  const QueryPosition& query_;
  const Position& asked_;
  const CrosswordState& wanted_;
  const Position& found_;
  const CrosswordState& has_;
  Orientation orientation_;
  CodeMap to_found_;
};

}  // namespace

bool fits(const QueryPosition& query, const Position& found, const Match& match) {
  return Comparison(query, found, match).fits();
}

}  // namespace ludex::crossword
