#include "games/othello/othello_rules.hpp"

#include "formats/sgf/sgf_game_evidence.hpp"

#include <algorithm>

namespace ludex::othello {
namespace {

using enum ProblemKind;

// What may be played, whatever format says it.
constexpr Rule kRules[] = {
    {occupied_point, "", "", "a disc is played on an empty square"},
    {illegal_move, "", "", "a move turns at least one disc"},
    {wrong_player, "", "", "a player without a move passes"},
};

// What the page of the game in SGF asks for.
constexpr Rule kPage[] = {
    {bad_point, "", "Point", "a column and a row: f5, or two letters: fe"},
    {off_board, "", "Point", "a column and a row of the board: f5, or two letters: fe"},
    {bad_size, "", "SZ", "an even number, 8 where none is written"},
};

constexpr std::string_view kNames[] = {"othello", "reversi"};
constexpr std::string_view kPrograms[] = {"Edax", "edax", "Cassio"};
constexpr std::string_view kLittleGolemNames[] = {"reversi"};

/// One of the four first moves, in either of the two ways to set up the four discs.
bool is_opening(std::string_view move) {
  constexpr std::string_view kMoves[] = {"f5", "e6", "d3", "c4", "f4", "e3", "d6", "c5"};
  return std::ranges::find(kMoves, move) != std::end(kMoves);
}

}  // namespace

OthelloRules::OthelloRules()
    : BoardRules(
          GameType::othello,
          {.name = "othello", .default_size = {8, 8}, .min_side = kMinSide, .max_side = kMaxSide},
          {.names = kNames, .programs = kPrograms, .little_golem_names = kLittleGolemNames}) {}

RuleBook OthelloRules::rule_book() const { return {"Othello", kRules}; }
RuleBook OthelloRules::page() const { return {"SGF for Othello", kPage}; }

int OthelloRules::claim(const SgfEvidence& evidence) const {
  if (evidence.is_little_golem || !evidence.style.lower_digits) return 0;
  const bool is_usual = evidence.width == 8 || evidence.width == 0;
  return is_usual && is_opening(evidence.style.first) ? 2 : 0;
}

bool OthelloRules::may_be_played_on(BoardSize size) const {
  const auto fits = [](int side) { return side % 2 == 0 && side <= kMaxSide; };
  return fits(size.width) && fits(size.height);
}

Position OthelloRules::start_position(BoardSize size) const {
  Position position = GameRules::start_position(size);
  for (const StartDisc& disc : start_discs(size)) position.cells[disc.point] = disc.cell;
  return position;
}

std::optional<Position> OthelloRules::after(const Position& position, const Move& move) const {
  Position next = next_of(position, move);
  if (move.kind == MoveKind::stone) {
    Board& board = board_of(position);
    if (!board.can_play(move.player, move.point)) return std::nullopt;
    board.play(move.player, move.point);
    board.describe(next);
    next.to_move = board.next_player();
  }
  return next;
}

std::array<std::uint32_t, 2> OthelloRules::scores(const Position& position) const {
  const auto discs = [&](std::uint8_t code) {
    return static_cast<std::uint32_t>(std::ranges::count(position.cells, code));
  };
  return {discs(cell::kFirst), discs(cell::kSecond)};
}

}  // namespace ludex::othello
