#include "formats/csa/csa_result.hpp"

#include <algorithm>
#include <iterator>

namespace ludex {
namespace {

enum class MarkWinner : std::uint8_t { unknown, to_move, opponent, sente, gote, draw };

struct Mark {
  std::string_view name;
  MarkWinner winner;
  WinBy by;
};

/// The marks of all versions; whose sign is in the name does not depend on who is to move.
constexpr Mark kMarks[] = {
    {"TORYO", MarkWinner::opponent, WinBy::resign},
    {"TIME_UP", MarkWinner::opponent, WinBy::time},
    {"ILLEGAL_MOVE", MarkWinner::opponent, WinBy::illegal},
    {"+ILLEGAL_ACTION", MarkWinner::gote, WinBy::illegal},
    {"-ILLEGAL_ACTION", MarkWinner::sente, WinBy::illegal},
    {"KACHI", MarkWinner::to_move, WinBy::declaration},
    {"TSUMI", MarkWinner::opponent, WinBy::mate},
    {"SENNICHITE", MarkWinner::draw, WinBy::repetition},
    {"JISHOGI", MarkWinner::draw, WinBy::impasse},
    {"HIKIWAKE", MarkWinner::draw, WinBy::unknown},
    {"MAX_MOVES", MarkWinner::draw, WinBy::max_moves},
    {"CHUDAN", MarkWinner::unknown, WinBy::unknown},
    {"MATTA", MarkWinner::unknown, WinBy::unknown},
    {"ERROR", MarkWinner::unknown, WinBy::unknown},
    {"FUZUMI", MarkWinner::unknown, WinBy::unknown},
};

const Mark* find_mark(std::string_view name) {
  const auto* mark = std::ranges::find(kMarks, name, &Mark::name);
  return mark == std::end(kMarks) ? nullptr : mark;
}

Winner winner_of(Player player) { return player == Player::first ? Winner::first : Winner::second; }

Winner winner_of(MarkWinner winner, Player to_move) {
  switch (winner) {
    case MarkWinner::to_move:
      return winner_of(to_move);
    case MarkWinner::opponent:
      return winner_of(opponent(to_move));
    case MarkWinner::sente:
      return Winner::first;
    case MarkWinner::gote:
      return Winner::second;
    case MarkWinner::draw:
      return Winner::draw;
    case MarkWinner::unknown:
      break;
  }
  return Winner::unknown;
}

struct Cause {
  std::string_view name;
  WinBy by;
};

/// The causes that shogi-server writes. "abnormal": a player was gone; "outori": a king was taken;
/// "try": a king reached the other side.
constexpr Cause kCauses[] = {
    {"toryo", WinBy::resign},          {"kachi", WinBy::declaration},
    {"try", WinBy::declaration},       {"time up", WinBy::time},
    {"illegal move", WinBy::illegal},  {"illegal kachi", WinBy::illegal},
    {"uchifuzume", WinBy::illegal},    {"oute_kaihimore", WinBy::illegal},
    {"outori", WinBy::illegal},        {"oute_sennichite", WinBy::repetition},
    {"sennichite", WinBy::repetition}, {"jishogi", WinBy::impasse},
    {"max_moves", WinBy::max_moves},   {"tsumi", WinBy::mate},
    {"abnormal", WinBy::forfeit},
};

WinBy by_of(std::string_view cause) {
  const auto* found = std::ranges::find(kCauses, cause, &Cause::name);
  return found == std::end(kCauses) ? WinBy::unknown : found->by;
}

/// "name win" as a side; names may hold blanks.
std::optional<CsaSummary::Side> parse_side(std::string_view text) {
  constexpr std::string_view kWords[] = {" win", " lose", " draw"};
  for (std::size_t i = 0; i < std::size(kWords); ++i) {
    if (!text.ends_with(kWords[i])) continue;
    text.remove_suffix(kWords[i].size());
    return CsaSummary::Side{text, static_cast<CsaSummary::Outcome>(i)};
  }
  return std::nullopt;
}

/// Which side of the summary is sente; nothing if the names do not tell.
std::optional<std::size_t> sente_side(const CsaSummary& summary, std::string_view sente,
                                      std::string_view gote) {
  if (sente == gote) return std::nullopt;
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    if (summary.sides[side].name == sente || summary.sides[1 - side].name == gote) return side;
  }
  return std::nullopt;
}

}  // namespace

GameResult result_of_end_mark(std::string_view name, Player to_move) {
  GameResult result;
  const Mark* mark = find_mark(name);
  if (mark == nullptr || mark->winner == MarkWinner::unknown) return result;
  result.winner = winner_of(mark->winner, to_move);
  result.by = mark->by;
  result.from = ResultFrom::end_mark;
  return result;
}

bool is_csa_end_mark(std::string_view mark) { return find_mark(mark) != nullptr; }

std::optional<CsaSummary> parse_csa_summary(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  CsaSummary summary;
  summary.cause = text.substr(0, colon);
  const std::string_view sides = text.substr(colon + 1);
  // A name may hold ":"; the right one stands behind a result.
  for (auto at = sides.find(':'); at != std::string_view::npos; at = sides.find(':', at + 1)) {
    const auto first = parse_side(sides.substr(0, at));
    const auto second = parse_side(sides.substr(at + 1));
    if (!second) return std::nullopt;
    if (!first) continue;
    summary.sides = {*first, *second};
    return summary;
  }
  return std::nullopt;
}

GameResult result_of_summary(const CsaSummary& summary, std::string_view sente,
                             std::string_view gote, const GameResult& of_end_mark) {
  using Outcome = CsaSummary::Outcome;
  GameResult result;
  result.by = by_of(summary.cause);
  result.from = ResultFrom::summary;
  const auto& sides = summary.sides;
  if (sides[0].outcome == Outcome::draw && sides[1].outcome == Outcome::draw) {
    result.winner = Winner::draw;
    return result;
  }
  const bool first_won = sides[0].outcome == Outcome::win && sides[1].outcome == Outcome::lose;
  const bool second_won = sides[1].outcome == Outcome::win && sides[0].outcome == Outcome::lose;
  if (!first_won && !second_won) return {};
  const auto side = sente_side(summary, sente, gote);
  // A declaration that was wrong stands as %KACHI, and the server's %TORYO of an abnormal end was
  // said by nobody.
  const bool mark_counts = of_end_mark.winner != Winner::unknown && summary.cause != "abnormal";
  if (!side && mark_counts) {
    if (summary.cause != "illegal kachi") return of_end_mark;
    result.winner = of_end_mark.winner == Winner::first ? Winner::second : Winner::first;
    return result;
  }
  const bool sente_is_first = side.value_or(0) == 0;
  result.winner = sente_is_first == first_won ? Winner::first : Winner::second;
  return result;
}

bool contradicts_end_mark(const CsaSummary& summary, const GameResult& of_summary,
                          const GameResult& of_end_mark) {
  if (summary.cause == "abnormal") return false;
  const bool both_say = of_summary.from == ResultFrom::summary &&
                        of_summary.winner != Winner::unknown &&
                        of_end_mark.winner != Winner::unknown;
  return both_say && of_summary.winner != of_end_mark.winner;
}

}  // namespace ludex
