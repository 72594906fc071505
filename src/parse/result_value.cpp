#include "ludex/parse/result_value.hpp"

#include "parse/value_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace ludex {
namespace {

using namespace value_text;
using Words = std::span<const std::string_view>;

constexpr std::string_view kBlackWords[] = {"black", "schwarz", "zwart", "noir", "黑", "黒", "흑"};
constexpr std::string_view kWhiteWords[] = {"white", "weiss", "wit", "blanc", "白", "백"};
constexpr std::string_view kWinWords[] = {"wins",  "won", "gewinnt", "wint",
                                          "gagne", "胜",  "勝",      "승"};
constexpr std::string_view kLossWords[] = {"loses", "lost", "resigns", "resigned", "负",   "負",
                                           "败",    "敗",   "패",      "认输",     "認輸", "投了"};
constexpr std::string_view kDrawWords[] = {"和棋", "持碁",   "持棋", "ジゴ",     "jigo",
                                           "draw", "무승부", "빅",   "引き分け", "引分"};
constexpr std::string_view kVoidWords[] = {"void", "no result", "无胜负", "無勝負"};

constexpr std::string_view kResignWords[] = {"resig", "opgave", "aufgabe", "abandon", "中盘",
                                             "中盤",  "中押",   "不计",    "不計",    "불계",
                                             "认输",  "認輸",   "投了",    "投子"};
constexpr std::string_view kTimeWords[] = {"time", "超时", "超時", "时间", "時間", "시간"};
constexpr std::string_view kForfeitWords[] = {"forfeit", "forfait", "offline", "弃权", "棄権",
                                              "棄權",    "不战",    "不戦",    "不戰", "기권"};
constexpr std::string_view kIllegalWords[] = {"illegal", "反則", "反则", "犯规", "반칙"};
constexpr std::string_view kRepetitionWords[] = {"repetition", "superko"};
/// What is counted by these is not points. Behind a colour and an amount, only the units say so.
constexpr std::string_view kOtherUnits[] = {"手",    "수",    "move",  "stone",
                                            "stein", "steen", "pierre"};
constexpr std::string_view kOtherCounters[] = {"局", "回", "期", "届", "年", "月", "日", "段", "%"};

GameResult written(Winner winner, WinBy by = WinBy::unknown) {
  return {winner, by, std::nullopt, ResultFrom::written};
}

GameResult won_by_score(Winner winner, double points) {
  if (points == 0 || points > 10000) return written(winner);
  return {winner, WinBy::score, points, ResultFrom::written};
}

WinBy find_reason(std::string_view text) {
  if (contains_any(text, kResignWords)) return WinBy::resign;
  if (contains_any(text, kForfeitWords)) return WinBy::forfeit;
  if (contains_any(text, kIllegalWords)) return WinBy::illegal;
  if (contains_any(text, kRepetitionWords)) return WinBy::repetition;
  if (contains_any(text, kTimeWords)) return WinBy::time;
  return WinBy::unknown;
}

/// Whether the number in front of `rest` is not yet all of it: "1e3", "1.2.3", "1/0", "1 000".
bool number_goes_on(std::string_view rest) {
  constexpr std::string_view kMarks = ".,:";
  constexpr std::string_view kSigns = "+-*/^%~_";
  if (rest.empty()) return false;
  if (kMarks.find(rest.front()) != std::string_view::npos) {
    return rest.size() > 1 && is_digit(rest[1]);
  }
  if (is_letter(rest.front()) || kSigns.find(rest.front()) != std::string_view::npos) return true;
  skip_spaces(rest);
  return !rest.empty() && is_digit(rest.front());
}

/// Takes an amount off the front, but none whose number is understood in part only.
std::optional<Amount> take_margin(std::string_view& text) {
  std::string_view rest = text;
  const auto amount = take_amount(rest);
  if (!amount) return std::nullopt;
  const char last = text[text.size() - rest.size() - 1];
  const bool has_unit = !is_digit(last) && last != '.';
  if (!has_unit && number_goes_on(rest)) return std::nullopt;
  if (last == 'p' && !rest.empty() && is_digit(rest.front())) return std::nullopt;  // "3p5"
  text = rest;
  return amount;
}

/// Whether one of `words` says what was counted in front of `rest`.
bool counts(Words words, std::string_view rest) {
  skip_spaces(rest);
  return skip_any(rest, words);
}

/// "B+3.5", "W+Resign": most of all results. Nothing if it is not quite that.
std::optional<GameResult> parse_common(std::string_view raw) {
  if (raw.size() < 3 || raw[1] != '+' || (raw[0] != 'B' && raw[0] != 'W')) return std::nullopt;
  const Winner winner = raw[0] == 'B' ? Winner::first : Winner::second;
  const std::string_view how = raw.substr(2);
  if (how == "R" || how == "Resign") return written(winner, WinBy::resign);
  if (how == "T" || how == "Time") return written(winner, WinBy::time);
  if (how == "F" || how == "Forfeit") return written(winner, WinBy::forfeit);
  double points = 0;
  const auto [end, error] =
      std::from_chars(how.data(), how.data() + how.size(), points, std::chars_format::fixed);
  const bool number = is_digit(how.front()) && is_digit(how.back());
  if (!number || error != std::errc{} || end != how.data() + how.size()) return std::nullopt;
  return won_by_score(winner, points);
}

/// The colour in front: "b", "black", `黑`. Letters must end there.
std::optional<Winner> take_color(std::string_view& text) {
  std::string_view rest = text;
  std::optional<Winner> color;
  if (skip_any(rest, kBlackWords)) {
    color = Winner::first;
  } else if (skip_any(rest, kWhiteWords)) {
    color = Winner::second;
  } else if (skip(rest, "b")) {
    color = Winner::first;
  } else if (skip(rest, "w")) {
    color = Winner::second;
  }
  const bool ends = !is_letter(text.front()) || rest.empty() || !is_letter(rest.front());
  if (!color || !ends) return std::nullopt;
  text = rest;
  return color;
}

/// "t", "t 45", but not "tie".
bool is_letter_alone(char letter, std::string_view how) {
  return how.starts_with(letter) && (how.size() == 1 || !is_letter(how[1]));
}

/// What follows "B+".
GameResult parse_margin(Winner winner, std::string_view how) {
  skip_spaces(how);
  skip(how, "by ");
  skip_spaces(how);
  if (is_letter_alone('r', how)) return written(winner, WinBy::resign);
  if (is_letter_alone('t', how)) return written(winner, WinBy::time);
  if (is_letter_alone('f', how)) return written(winner, WinBy::forfeit);
  std::string_view rest = how;
  const auto amount = take_margin(rest);
  if (amount && !counts(kOtherUnits, rest)) return won_by_score(winner, amount->points());
  return written(winner, find_reason(how.starts_with("res") ? "resign" : how));
}

/// Whether `text` goes on to say that `color` won, too.
bool claims_win_of(Winner color, std::string_view text) {
  const auto at = text.find('+');
  if (at == std::string_view::npos || at == 0) return false;
  return text[at - 1] == (color == Winner::first ? 'b' : 'w');
}

/// "b+...", "white + 3": nothing if the text does not start so.
std::optional<GameResult> parse_plus_form(std::string_view text) {
  const auto winner = take_color(text);
  if (!winner) return std::nullopt;
  skip_spaces(text);
  if (text.empty()) return written(*winner);
  if (!skip(text, "+")) return std::nullopt;
  const Winner other = *winner == Winner::first ? Winner::second : Winner::first;
  if (claims_win_of(other, text)) return GameResult{};  // "b+1.5 ? w+time": says both
  return parse_margin(*winner, text);
}

bool at_word_start(std::string_view text, std::size_t at) {
  return at == 0 || !is_letter(text[at]) || !is_letter(text[at - 1]);
}

/// The winner in a sentence: the colour that the verb belongs to. Unknown if two verbs disagree.
Winner winner_of_sentence(std::string_view text) {
  Winner color = Winner::unknown;
  Winner winner = Winner::unknown;
  std::size_t at = 0;
  while (at < text.size()) {
    std::string_view rest = text.substr(at);
    Winner said = Winner::unknown;
    if (!at_word_start(text, at)) {
      ++at;
      continue;
    }
    if (const auto named = take_color(rest)) {
      color = *named;
    } else if (skip_any(rest, kWinWords)) {
      said = color;
    } else if (skip_any(rest, kLossWords)) {
      said = color == Winner::first    ? Winner::second
             : color == Winner::second ? Winner::first
                                       : Winner::unknown;
    } else {
      at += character_bytes(rest);
      continue;
    }
    if (said != Winner::unknown && winner != Winner::unknown && said != winner) {
      return Winner::unknown;
    }
    if (said != Winner::unknown) winner = said;
    at = text.size() - rest.size();
  }
  return winner;
}

/// The first amount in a sentence that counts points.
std::optional<Amount> margin_of_sentence(std::string_view text) {
  while (!text.empty()) {
    if (auto amount = take_margin(text)) {
      if (!counts(kOtherUnits, text) && !counts(kOtherCounters, text)) return amount;
    } else if (is_digit(text.front())) {
      text.remove_prefix(std::min(text.find(' '), text.size()));
    } else {
      text.remove_prefix(character_bytes(text));
    }
  }
  return std::nullopt;
}

GameResult parse_sentence(std::string_view text) {
  const Winner winner = winner_of_sentence(text);
  if (winner == Winner::unknown) {
    if (contains_any(text, kVoidWords)) return written(Winner::void_game);
    if (contains_any(text, kDrawWords)) return written(Winner::draw);
    return {};
  }
  if (const WinBy by = find_reason(text); by != WinBy::unknown) return written(winner, by);
  if (const auto margin = margin_of_sentence(text)) return won_by_score(winner, margin->points());
  return written(winner);
}

}  // namespace

GameResult parse_result(std::string_view utf8) {
  if (const auto common = parse_common(utf8)) return *common;
  const std::string folded = value_form(utf8);
  if (folded == "?") return written(Winner::asked);
  if (folded == "nr") return written(Winner::void_game);
  if (folded == "0" || folded == "d" || folded == "j" || folded.starts_with("d+")) {
    return written(Winner::draw);
  }
  const std::string text = without_brackets(folded);
  if (text.empty()) return {};
  if (const auto result = parse_plus_form(text)) return *result;
  return parse_sentence(text);
}

bool has_unread_amount(std::string_view utf8, const GameResult& result) {
  const bool has_winner = result.winner == Winner::first || result.winner == Winner::second;
  if (!has_winner || result.by != WinBy::unknown || result.margin) return false;
  const std::string form = without_brackets(value_form(utf8));
  std::string_view text = form;
  if (!take_color(text)) return false;
  skip_spaces(text);
  if (!skip(text, "+")) return false;
  skip_spaces(text);
  skip(text, "by ");
  skip_spaces(text);
  constexpr std::string_view kRemarks = ",;?";
  if (text.empty() || kRemarks.find(text.front()) != std::string_view::npos) return false;
  const auto amount = take_margin(text);
  return !amount || amount->points() != 0;
}

}  // namespace ludex
