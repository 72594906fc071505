#include "formats/csa/csa_values.hpp"

#include "core/ascii.hpp"
#include "formats/text_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace ludex {
namespace {

constexpr double kFinestScale = 1e9;  // of decimals
constexpr double kSecondsPerMinute = 60;
constexpr double kSecondsPerHour = 3600;

void add_overtime(CsaClock& clock, double seconds, std::string_view kind) {
  if (seconds <= 0) return;
  if (!clock.overtime.empty()) clock.overtime += ", ";
  clock.overtime += fmt::format("{} s {}", seconds, kind);
}

/// Main time, byoyomi and increment, as $TIME has them.
std::optional<std::array<double, 3>> three_times(std::string_view text) {
  const auto first = text.find('+');
  const auto second = first == text.npos ? text.npos : text.find('+', first + 1);
  if (second == text.npos) return std::nullopt;
  const auto main = parse_csa_seconds(trimmed_text(text.substr(0, first)));
  const auto byoyomi = parse_csa_seconds(trimmed_text(text.substr(first + 1, second - first - 1)));
  const auto increment = parse_csa_seconds(trimmed_text(text.substr(second + 1)));
  if (!main || !byoyomi || !increment) return std::nullopt;
  return std::array{*main, *byoyomi, *increment};
}

/// The digits at the end of `text`, taken off it.
std::string_view take_last_digits(std::string_view& text) {
  std::size_t start = text.size();
  while (start > 0 && is_digit(text[start - 1])) --start;
  const std::string_view digits = text.substr(start);
  text.remove_suffix(digits.size());
  return digits;
}

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
  const Winner by_kind[] = {Winner::unknown, winner_of(to_move), winner_of(opponent(to_move)),
                            Winner::first,   Winner::second,     Winner::draw};
  return by_kind[static_cast<std::size_t>(winner)];
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

/// Which side of the summary is sente; nothing if the names do not show it.
std::optional<std::size_t> sente_side(const CsaSummary& summary, std::string_view sente,
                                      std::string_view gote) {
  if (sente == gote) return std::nullopt;
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    if (summary.sides[side].name == sente || summary.sides[1 - side].name == gote) return side;
  }
  return std::nullopt;
}

}  // namespace

std::string csa_note_of(std::string_view value) {
  std::string note;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const bool escape = value[i] == '\\' && i + 1 < value.size();
    if (escape && (value[i + 1] == 'n' || value[i + 1] == '\\')) {
      note.push_back(value[++i] == 'n' ? '\n' : '\\');
    } else {
      note.push_back(value[i]);
    }
  }
  return note;
}

std::string csa_value_of_note(std::string_view note) {
  std::string value;
  for (const char c : note) {
    if (c == '\\') value += '\\';
    if (c == '\n') value += "\\n";
    if (c != '\n') value += c;
  }
  return value;
}

std::optional<double> parse_csa_seconds(std::string_view text) {
  double seconds = 0;
  std::size_t at = 0;
  for (; at < text.size() && is_digit(text[at]); ++at) seconds = seconds * 10 + (text[at] - '0');
  if (at == 0 || seconds > kMostCsaSeconds) return std::nullopt;
  if (at == text.size()) return seconds;
  if (text[at++] != '.' || at == text.size()) return std::nullopt;
  double decimals = 0;
  double scale = 1;
  for (; at < text.size() && is_digit(text[at]) && scale < kFinestScale; ++at) {
    decimals = decimals * 10 + (text[at] - '0');
    scale *= 10;
  }
  return at == text.size() ? std::optional(seconds + decimals / scale) : std::nullopt;
}

CsaClock parse_csa_time_limit(std::string_view text) {
  const auto colon = text.find(':');
  const auto plus = text.find('+');
  if (colon == std::string_view::npos || plus == std::string_view::npos || plus < colon) return {};
  const auto hours = parse_csa_seconds(trimmed_text(text.substr(0, colon)));
  const auto minutes = parse_csa_seconds(trimmed_text(text.substr(colon + 1, plus - colon - 1)));
  const auto byoyomi = parse_csa_seconds(trimmed_text(text.substr(plus + 1)));
  if (!hours || !minutes || !byoyomi) return {};
  CsaClock clock;
  clock.seconds = *hours * kSecondsPerHour + *minutes * kSecondsPerMinute;
  add_overtime(clock, *byoyomi, "byoyomi");
  return clock;
}

CsaClock parse_csa_time(std::string_view text) {
  CsaClock clock;
  if (const auto times = three_times(text)) {
    clock.seconds = (*times)[0];
    add_overtime(clock, (*times)[1], "byoyomi");
    add_overtime(clock, (*times)[2], "increment");
  }
  return clock;
}

CsaClock parse_csa_event_clock(std::string_view event, std::string_view& clock_part) {
  std::string_view rest = event;
  const bool fischer = rest.ends_with('F');
  if (fischer) rest.remove_suffix(1);
  const std::string_view extra = take_last_digits(rest);
  if (extra.empty() || !rest.ends_with('-')) return {};
  rest.remove_suffix(1);
  const std::string_view main = take_last_digits(rest);
  if (main.empty() || !rest.ends_with('-')) return {};
  const auto main_seconds = parse_csa_seconds(main);
  const auto extra_seconds = parse_csa_seconds(extra);
  if (!main_seconds || !extra_seconds) return {};
  clock_part = event.substr(rest.size());
  CsaClock clock;
  clock.seconds = *main_seconds;
  add_overtime(clock, *extra_seconds, fischer ? "increment" : "byoyomi");
  return clock;
}

std::string_view csa_event_of_id(std::string_view id) {
  constexpr std::size_t kTimeDigits = 14;
  const auto first = id.find('+');
  const auto last = id.rfind('+');
  if (first == 0 || first == std::string_view::npos || id.size() - last - 1 != kTimeDigits) {
    return {};
  }
  if (!std::ranges::all_of(id.substr(last + 1), is_digit)) return {};
  const auto second = id.find('+', first + 1);
  if (std::ranges::count(id, '+') < 4 || second == first + 1) return {};
  return id.substr(first + 1, second - first - 1);
}

std::optional<std::string> csa_time_of_limit(std::string_view raw) {
  const double seconds = *parse_csa_time_limit(raw).seconds;
  const auto plus = raw.find('+');
  const auto byoyomi =
      plus == raw.npos ? std::nullopt : parse_csa_seconds(trimmed_text(raw.substr(plus + 1)));
  std::string time = fmt::format("{}+{}+0", seconds, byoyomi.value_or(0));
  if (parse_csa_time(time).seconds != seconds) return std::nullopt;
  return time;
}

std::optional<std::string> csa_limit_of_time(std::string_view raw) {
  const auto times = raw.find_first_of(" \t") == raw.npos ? three_times(raw) : std::nullopt;
  if (!times) return std::nullopt;
  const auto [main, byoyomi, increment] = *times;
  const bool has_limit = increment == 0 && std::fmod(main, 60) == 0 && main < 360'000 &&
                         byoyomi == std::floor(byoyomi) && byoyomi < 100;
  if (!has_limit) return std::nullopt;
  const auto minutes = static_cast<int>(main / 60);
  return fmt::format("{:02}:{:02}+{:02}", minutes / 60, minutes % 60, static_cast<int>(byoyomi));
}

GameResult result_of_end_mark(std::string_view name, Player to_move) {
  const Mark* mark = find_mark(name);
  if (mark == nullptr || mark->winner == MarkWinner::unknown) return {};
  return {winner_of(mark->winner, to_move), mark->by, std::nullopt, ResultFrom::end_mark};
}

std::string_view csa_end_mark_for(const GameResult& result, Player to_move) {
  if (result.winner == Winner::unknown) return {};
  for (const Mark& mark : kMarks) {
    const GameResult said = result_of_end_mark(mark.name, to_move);
    if (said.winner == result.winner && said.by == result.by) return mark.name;
  }
  return {};
}

bool is_csa_end_mark(std::string_view mark) { return find_mark(mark) != nullptr; }

bool begins_with_csa_end_mark(std::string_view text) {
  return std::ranges::any_of(kMarks, [&](const Mark& mark) { return text.starts_with(mark.name); });
}

std::optional<CsaSummary> parse_csa_summary(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  CsaSummary summary;
  summary.cause = text.substr(0, colon);
  const std::string_view sides = text.substr(colon + 1);
  // A name may contain ":"; the right one follows a result.
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

std::string csa_summary_of(const GameResult& result, std::string_view sente,
                           std::string_view gote) {
  const auto* const cause = std::ranges::find(kCauses, result.by, &Cause::by);
  const bool sente_won = result.winner == Winner::first;
  return fmt::format("{}:{} {}:{} {}", cause == std::end(kCauses) ? "unknown" : cause->name, sente,
                     sente_won ? "win" : "lose", gote, sente_won ? "lose" : "win");
}

GameResult result_of_summary(const CsaSummary& summary, std::string_view sente,
                             std::string_view gote, const GameResult& of_end_mark) {
  using Outcome = CsaSummary::Outcome;
  GameResult result{Winner::draw, by_of(summary.cause), std::nullopt, ResultFrom::summary};
  const auto& sides = summary.sides;
  if (sides[0].outcome == Outcome::draw && sides[1].outcome == Outcome::draw) return result;
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
