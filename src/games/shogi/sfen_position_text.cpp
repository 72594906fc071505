#include "core/ascii.hpp"
#include "formats/charset/charset.hpp"
#include "formats/position_text.hpp"
#include "games/shogi/cells.hpp"
#include "games/shogi/move_text.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>

namespace ludex {
namespace {

using shogi::kHandOrder;
using shogi::kSide;

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view first_word(std::string_view text) {
  return text.substr(0, text.find_first_of(kBlanks));
}

std::string_view take_word(std::string_view& text) {
  const std::string_view word = first_word(text);
  text.remove_prefix(word.size());
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return word;
}

void read_rank(std::string_view text, std::size_t rank, std::vector<std::uint8_t>& cells) {
  int width = 0;
  while (!text.empty()) {
    const bool is_run = text[0] >= '1' && text[0] <= '9';
    const std::string_view symbol = text.substr(0, text[0] == '+' ? 2 : 1);
    const auto code = is_run ? std::uint8_t{cell::kEmpty} : shogi::find_cell(symbol);
    if (!code) {
      std::string shown;
      append_utf8(Charset::utf8, symbol, shown);
      throw UsageError(fmt::format("position: sfen: rank {}: `{}` is no piece", rank, shown));
    }
    const int squares = is_run ? text[0] - '0' : 1;
    cells.insert(cells.end(), static_cast<std::size_t>(squares), *code);
    width += squares;
    text.remove_prefix(symbol.size());
  }
  if (width != kSide) {
    throw UsageError(
        fmt::format("position: sfen: rank {} is {} squares wide, expected 9", rank, width));
  }
}

void read_board(std::string_view text, Position& position) {
  position.game = GameType::shogi;
  position.size = shogi::kBoardSize;
  const auto ranks = std::count(text.begin(), text.end(), '/') + 1;
  if (ranks != kSide) {
    throw UsageError(fmt::format("position: sfen: the board has {} ranks, expected 9", ranks));
  }
  for (std::size_t rank = 1; rank <= kSide; ++rank) {
    const auto end = std::min(text.find('/'), text.size());
    read_rank(text.substr(0, end), rank, position.cells);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

Player read_side(std::string_view text) {
  if (text == "b") return Player::first;
  if (text == "w") return Player::second;
  throw UsageError(fmt::format("position: sfen: side to move: expected b or w, not `{}`", text));
}

void read_hands(std::string_view text, std::array<shogi::Hand, 2>& hands) {
  if (text == "-") return;
  const std::string_view all = text;
  while (!text.empty()) {
    const auto digits = std::find_if_not(text.begin(), text.end(), is_digit) - text.begin();
    int count = 1;
    if (digits > 0) (void)std::from_chars(text.data(), text.data() + digits, count);
    text.remove_prefix(static_cast<std::size_t>(digits));
    const auto code = shogi::find_cell(text.substr(0, 1));
    const auto piece = static_cast<std::size_t>(shogi::piece_of(code.value_or(0)));
    if (piece < 1 || piece > shogi::kHandKinds || digits > 2) {
      throw UsageError(
          fmt::format("position: sfen: hands: expected pieces as `2Pb`, not `{}`", all));
    }
    std::uint8_t& held = hands[shogi::seat_index(shogi::owner_of(*code))][piece - 1];
    if (held + count > shogi::kMaxWrittenInHand) {
      throw UsageError(fmt::format("position: sfen: hands: more than {} of a kind in `{}`",
                                   shogi::kMaxWrittenInHand, all));
    }
    held = static_cast<std::uint8_t>(held + count);
    text.remove_prefix(1);
  }
}

/// Board, then side, hands and ply as far as they are written; the ply says nothing.
void read_fields(std::string_view& text, QueryPosition& query) {
  read_board(take_word(text), query.position);
  const auto more = [&] { return !text.empty() && first_word(text) != "moves"; };
  if (more()) {
    query.position.to_move = read_side(take_word(text));
    query.known.to_move = true;
  }
  if (more()) {
    shogi::Hands hands;
    read_hands(take_word(text), hands.of_seat);
    query.position.rest = GameData(hands);
    query.known.rest = true;
  }
  if (!more()) return;
  const std::string_view ply = take_word(text);
  if (!std::all_of(ply.begin(), ply.end(), is_digit)) {
    throw UsageError(fmt::format("position: sfen: ply: expected a number, not `{}`", ply));
  }
}

}  // namespace

bool is_sfen(std::string_view text, const PositionTextOptions& options) {
  std::string_view rest = text;
  const std::string_view first = take_word(rest);
  if (first == "sfen" || first == "startpos" || first == "position") return true;
  const bool board_alone = rest.empty() && options.game == GameType::shogi;
  if (board_alone) return first.find('[') == std::string_view::npos;
  const std::string_view second = first_word(rest);
  return second == "b" || second == "w";
}

QueryPosition read_sfen(std::string_view text, const PositionTextOptions& options) {
  check_game(GameType::shogi, options);
  if (first_word(text) == "position") take_word(text);
  QueryPosition query;
  if (first_word(text) == "startpos") {
    take_word(text);
    const GameRules& rules = get_position_rules(GameType::shogi);
    query.position = rules.start_position(rules.default_size());
    query.known = rules.identity();
  } else {
    if (first_word(text) == "sfen") take_word(text);
    read_fields(text, query);
  }
  if (text.empty()) return query;
  if (take_word(text) != "moves") throw UsageError("position: sfen: too many fields");
  if (!query.known.rest) {
    throw UsageError("position: sfen: moves need the side to move and the hands before them");
  }
  play_moves(text, query.position);
  return query;
}

std::string to_sfen(const Position& position) {
  if (position.game != GameType::shogi) {
    throw UsageError(fmt::format("a position of {} has no SFEN", game_name(position.game)));
  }
  std::string text;
  for (std::size_t point = 0; point < shogi::kSquares; ++point) {
    if (point > 0 && point % kSide == 0) text += '/';
    const std::uint8_t code = position.cells[point];
    const bool joins = point % kSide != 0 && position.cells[point - 1] == cell::kEmpty;
    if (code != cell::kEmpty) {
      text += shogi::cell_letters(code);
    } else if (joins) {
      ++text.back();
    } else {
      text += '1';
    }
  }
  text += position.to_move == Player::first ? " b " : " w ";
  const std::size_t start = text.size();
  for (const Player player : {Player::first, Player::second}) {
    for (const shogi::Piece piece : kHandOrder) {
      const unsigned count =
          shogi::hands_of(position)[shogi::seat_index(player)][shogi::hand_kind(piece)];
      if (count > 1) text += std::to_string(count);
      if (count > 0) text += shogi::cell_letters(shogi::cell_of(player, piece));
    }
  }
  if (text.size() == start) text += '-';
  return text + " " + std::to_string(position.ply + 1);
}

}  // namespace ludex
