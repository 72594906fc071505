#include "formats/values/result_value.hpp"

#include "formats/values/result_parts.hpp"
#include "formats/values/value_text.hpp"

#include <algorithm>
#include <charconv>
#include <string>

namespace ludex {
namespace {

using namespace result_parts;
using namespace value_text;

/// Who won, and the text around the colour that the verb belongs to.
struct Claim {
  Winner winner = Winner::unknown;
  std::string_view before;
  std::string_view after;
};

bool at_word_start(std::string_view text, std::size_t at) {
  return at == 0 || !is_letter(text[at]) || !is_letter(text[at - 1]);
}

Winner opponent_of(Winner color) {
  if (color == Winner::unknown) return color;
  return color == Winner::first ? Winner::second : Winner::first;
}

/// Unknown if two verbs disagree.
Claim find_claim(std::string_view text) {
  Winner color = Winner::unknown;
  std::string_view before_color;
  std::string_view after_color;
  Claim claim;
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
      before_color = text.substr(0, at);
      after_color = rest;
    } else if (take_outcome_word(rest)) {
      // nobody's
    } else if (take_win_word(rest)) {
      said = color;
    } else if (take_loss_word(rest)) {
      said = opponent_of(color);
    } else {
      at += character_bytes(rest);
      continue;
    }
    if (said != Winner::unknown && claim.winner != Winner::unknown && said != claim.winner) {
      return {};
    }
    if (said != Winner::unknown && claim.winner == Winner::unknown) {
      claim = {said, before_color, after_color};
    }
    at = text.size() - rest.size();
  }
  return claim;
}

/// The amount in the last brackets: `흑승(272수 1집반)`, `흑(2집반)승`. Before the verb they may
/// hold a name, with any number.
SentenceMargin margin_in_brackets(std::string_view form) {
  const auto open = form.rfind('(');
  if (open == std::string_view::npos) return {};
  const auto close = std::min(form.find(')', open), form.size());
  const std::string_view inside = form.substr(open + 1, close - open - 1);
  if (form.ends_with(')')) return margin_after_winner(inside);
  return {margin_before_winner(inside).points, false};
}

/// The amount after the colour; else the one before it, or in brackets.
SentenceMargin find_margin(const Claim& claim, std::string_view form) {
  const SentenceMargin after = margin_after_winner(claim.after);
  if (after.points) return after;
  const SentenceMargin before = margin_before_winner(claim.before);
  if (before.points && !after.unread) return before;
  if (after.unread || before.unread) return {std::nullopt, true};
  return margin_in_brackets(form);
}

/// A win described by a sentence: "White wins by 16.5 points", `共240手 白胜2目半`, `백 3집반승`.
struct WinSentence {
  Winner winner = Winner::unknown;  ///< unknown: none, or both
  std::optional<double> points;     ///< the margin
  /// An amount stands there that may be the margin, and is not understood: `백승 272`, `흑 10집
  /// 이상승`.
  bool unread_amount = false;
};

WinSentence parse_win_sentence(std::string_view form) {
  const std::string text = without_brackets(form);
  const Claim claim = find_claim(text);
  if (claim.winner == Winner::unknown) return {};
  const SentenceMargin margin = find_margin(claim, form);
  return {claim.winner, margin.points, margin.unread};
}

GameResult written(Winner winner, WinBy by = WinBy::unknown) {
  return {winner, by, std::nullopt, ResultFrom::written};
}

GameResult won_by_score(Winner winner, double points) {
  if (points == 0 || points > 10000) return written(winner);
  return {winner, WinBy::score, points, ResultFrom::written};
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

/// "t", "t 45", but not "tie".
bool is_letter_alone(char letter, std::string_view how) {
  return how.starts_with(letter) && (how.size() == 1 || !is_letter(how[1]));
}

/// The text after "B+".
GameResult parse_margin(Winner winner, std::string_view how) {
  skip_spaces(how);
  skip(how, "by ");
  skip_spaces(how);
  if (is_letter_alone('r', how)) return written(winner, WinBy::resign);
  if (is_letter_alone('t', how)) return written(winner, WinBy::time);
  if (is_letter_alone('f', how)) return written(winner, WinBy::forfeit);
  std::string_view rest = how;
  const auto margin = take_margin(rest);
  const bool is_margin = margin && !counts_moves(rest) && is_possible(*margin);
  if (is_margin) return won_by_score(winner, margin->points());
  return written(winner, find_reason(how.starts_with("res") ? "resign" : how));
}

/// True if `text` also says that `color` won.
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

/// `흑불계`, `白中押`: the winner and how, without a verb.
std::optional<GameResult> parse_resignation(std::string_view text) {
  constexpr std::string_view kByResignation[] = {"불계", "中押し", "中押", "中盘", "中盤"};
  const auto winner = take_color(text);
  if (!winner) return std::nullopt;
  skip_spaces(text);
  if (!skip_any(text, kByResignation) || !text.empty()) return std::nullopt;
  return written(*winner, WinBy::resign);
}

GameResult parse_sentence(std::string_view form) {
  const std::string text = without_brackets(form);
  if (const auto result = parse_resignation(text)) return *result;
  const WinSentence sentence = parse_win_sentence(form);
  if (sentence.winner == Winner::unknown) {
    if (says_void(text)) return written(Winner::void_game);
    if (says_draw(text)) return written(Winner::draw);
    return {};
  }
  if (const WinBy by = find_reason(text); by != WinBy::unknown) return written(sentence.winner, by);
  if (sentence.points) return won_by_score(sentence.winner, *sentence.points);
  return written(sentence.winner);
}

/// Takes "b+", "white +" off the front.
bool skip_plus_form(std::string_view& text) {
  if (!take_color(text)) return false;
  skip_spaces(text);
  return skip(text, "+");
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
  return parse_sentence(folded);
}

bool has_unread_amount(std::string_view utf8, const GameResult& result) {
  const bool has_winner = result.winner == Winner::first || result.winner == Winner::second;
  if (!has_winner || result.by != WinBy::unknown || result.margin) return false;
  const std::string form = value_form(utf8);
  const std::string plain = without_brackets(form);
  std::string_view text = plain;
  if (!skip_plus_form(text)) return parse_win_sentence(form).unread_amount;
  skip_spaces(text);
  skip(text, "by ");
  skip_spaces(text);
  constexpr std::string_view kRemarks = ",;?";
  if (text.empty() || kRemarks.find(text.front()) != std::string_view::npos) return false;
  if (says_offline(text)) return false;
  const auto margin = take_margin(text);
  return !margin || margin->points() != 0;
}

}  // namespace ludex
