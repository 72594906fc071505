#include "formats/position_text.hpp"

#include "core/ascii.hpp"
#include "formats/format_room.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace ludex {
namespace {

constexpr std::string_view kBetweenMoves = " \t\r\n,";

/// Some notations say in the first move which game it is.
GameType game_of_moves(std::string_view text) {
  const std::size_t start = std::min(text.find_first_not_of(kBetweenMoves), text.size());
  const std::string_view rest = text.substr(start);
  const std::string_view first = rest.substr(0, rest.find_first_of(kBetweenMoves));
  for (const Format format : all_formats()) {
    if (const auto game = room_of(format).game_of_move(first)) return *game;
  }
  return kDefaultGame;
}

/// The notation of some format that a text is in.
const PositionNotation& notation_of(std::string_view text, const PositionTextOptions& options) {
  const PositionNotation* anything_else = nullptr;
  for (const Format format : all_formats()) {
    for (const PositionNotation& notation : room_of(format).positions) {
      if (notation.is == nullptr) {
        anything_else = &notation;
      } else if (notation.is(text, options)) {
        return notation;
      }
    }
  }
  return *anything_else;
}

bool is_rank_of_sfen(std::string_view rank) {
  const auto squares = [](int sum, char c) { return sum + (is_digit(c) ? c - '0' : c != '+'); };
  constexpr int kFiles = 9;
  return std::accumulate(rank.begin(), rank.end(), 0, squares) == kFiles;
}

bool is_board_of_sfen(std::string_view board) {
  constexpr std::ptrdiff_t kRanks = 9;
  if (std::ranges::count(board, '/') + 1 != kRanks) return false;
  while (board.find('/') != std::string_view::npos) {
    const std::size_t end = board.find('/');
    if (!is_rank_of_sfen(board.substr(0, end))) return false;
    board.remove_prefix(end + 1);
  }
  return is_rank_of_sfen(board);
}

/// True if a text is SFEN with a number where its hands belong, which could also be a position of
/// one player in CGP: nine ranks of nine squares, a side to move and no "/" among scores.
bool is_sfen_without_hands(std::string_view text, const PositionTextOptions& options) {
  const std::string_view board = take_word(text);
  const std::string_view turn = take_word(text);
  const std::string_view hands = take_word(text);
  return options.game.value_or(GameType::shogi) == GameType::shogi && is_board_of_sfen(board) &&
         (turn == "b" || turn == "w") && hands.find('/') == std::string_view::npos;
}

}  // namespace

const GameRules& get_position_rules(GameType game) {
  const GameRules* rules = find_rules(game);
  if (rules == nullptr) {
    throw UsageError(fmt::format("position: positions of {} are not indexed", game_name(game)));
  }
  return *rules;
}

void check_size(const GameRules& rules, GameType game, BoardSize size) {
  if (rules.playable(size)) return;
  throw UsageError(
      fmt::format("position: {} is not played on {}x{}", game_name(game), size.width, size.height));
}

void check_game(GameType game, const PositionTextOptions& options) {
  if (options.game.value_or(game) == game) return;
  throw UsageError(fmt::format("position: this is a position of {}, but {} was asked for",
                               game_name(game), game_name(*options.game)));
}

QueryPosition parse_position(std::string_view text, const PositionTextOptions& options) {
  const std::string_view body = trimmed(text);
  if (body.empty()) throw UsageError("position: it is empty");
  if (body.starts_with("moves:")) return read_moves(body.substr(6), options);
  if (is_cgp_line(body) && !is_sfen_without_hands(body, options)) return read_cgp(body, options);
  return notation_of(body, options).read(body, options);
}

QueryPosition read_moves(std::string_view text, const PositionTextOptions& options) {
  const GameType game = options.game.value_or(game_of_moves(text));
  const GameRules& rules = get_position_rules(game);
  const BoardSize size = options.size.value_or(rules.default_size());
  check_size(rules, game, size);
  QueryPosition query;
  query.position = rules.start_position(size);
  query.known = rules.identity();
  query.known.rest = rules.moves_tell_rest(play_moves(text, query.position));
  return query;
}

bool play_moves(std::string_view text, Position& position) {
  const GameRules& rules = get_position_rules(position.game);
  bool has_details = false;
  std::size_t start = 0;
  const auto word_at = [&](std::size_t from) {
    return std::min(text.find_first_not_of(kBetweenMoves, from), text.size());
  };
  const auto end_at = [&](std::size_t from) {
    return std::min(text.find_first_of(kBetweenMoves, from), text.size());
  };
  for (int number = 1; (start = word_at(start)) < text.size(); ++number) {
    auto end = end_at(start);
    const std::string_view word = text.substr(start, end - start);
    auto move = rules.parse_move(word, position);
    if (!move) {  // a crossword play is two words
      end = end_at(word_at(end));
      move = rules.parse_move(text.substr(start, end - start), position);
    }
    if (!move) {
      throw UsageError(fmt::format("position: move {} is no move on a {}x{} board: `{}`", number,
                                   position.size.width, position.size.height, word));
    }
    auto next = rules.after(position, *move);
    if (!next) {
      throw UsageError(fmt::format("position: move {} cannot be played there: `{}`", number, word));
    }
    if (const std::string_view why = rules.refusal(position, *move); !why.empty()) {
      throw UsageError(
          fmt::format("position: move {} is not allowed: `{}`: {}", number, word, why));
    }
    has_details |= !move->detail.empty();
    position = std::move(*next);
    start = end;
  }
  return has_details;
}

std::string draw(const Position& position, bool ascii) {
  return draw(position, whole_board(position.size, ascii));
}

std::string draw(const Position& position, const Diagram& diagram) {
  return get_position_rules(position.game).draw(position, diagram);
}

}  // namespace ludex
