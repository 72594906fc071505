#include "formats/values/result_parts.hpp"

#include "formats/values/value_text.hpp"

#include <algorithm>
#include <string>

namespace ludex {
namespace {

using namespace result_parts;
using namespace value_text;

/// Who won, and the text around the colour that the verb belongs to.
struct Claim {
  Winner winner = Winner::unknown;
  std::string_view before;
  std::string_view behind;
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
  std::string_view behind_color;
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
      behind_color = rest;
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
      claim = {said, before_color, behind_color};
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
  if (form.ends_with(')')) return margin_behind_winner(inside);
  return {margin_before_winner(inside).points, false};
}

/// The amount behind the colour; else the one before it, or in brackets.
SentenceMargin find_margin(const Claim& claim, std::string_view form) {
  const SentenceMargin behind = margin_behind_winner(claim.behind);
  if (behind.points) return behind;
  const SentenceMargin before = margin_before_winner(claim.before);
  if (before.points && !behind.unread) return before;
  if (behind.unread || before.unread) return {std::nullopt, true};
  return margin_in_brackets(form);
}

}  // namespace

WinSentence parse_win_sentence(std::string_view form) {
  const std::string text = without_brackets(form);
  const Claim claim = find_claim(text);
  if (claim.winner == Winner::unknown) return {};
  const SentenceMargin margin = find_margin(claim, form);
  return {claim.winner, margin.points, margin.unread};
}

}  // namespace ludex
