#include "parse/result_sentence.hpp"

#include "parse/result_parts.hpp"
#include "parse/value_text.hpp"

#include <algorithm>
#include <cmath>

namespace ludex {
namespace {

using namespace result_parts;
using namespace value_text;

/// Who won, and the text behind the colour that the verb belongs to.
struct Claim {
  Winner winner = Winner::unknown;
  std::string_view text;
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
    if (said != Winner::unknown && claim.winner == Winner::unknown) claim = {said, behind_color};
    at = text.size() - rest.size();
  }
  return claim;
}

/// "by 3": a bare number behind these is the margin.
bool ends_with_by(std::string_view before) {
  constexpr std::string_view kBy[] = {"by ", "met ", "mit ", "de "};
  return std::ranges::any_of(kBy, [&](std::string_view by) { return before.ends_with(by); });
}

/// Reads the first amount of points, or finds a bare number that nothing says the meaning of.
void read_points(std::string_view text, WinSentence& sentence) {
  const std::string_view whole = text;
  while (!text.empty()) {
    const std::string_view before = whole.substr(0, whole.size() - text.size());
    const auto margin = take_margin(text);
    if (!margin) {
      text.remove_prefix(is_digit(text.front()) ? std::min(text.find(' '), text.size())
                                                : character_bytes(text));
      continue;
    }
    if (counts_moves(text) || counts_others(text)) continue;
    const double points = margin->amount.points();
    const bool in_halves =
        std::fmod(points, 1) == 0.5;  // not of moves; quarters are of Chinese stones
    if (margin->has_unit || in_halves || ends_with_by(before)) {
      sentence.points = points;
      return;
    }
    sentence.unread_number = true;
  }
}

}  // namespace

WinSentence parse_win_sentence(std::string_view text) {
  const Claim claim = find_claim(text);
  WinSentence sentence{claim.winner, std::nullopt, false};
  if (claim.winner != Winner::unknown) read_points(claim.text, sentence);
  return sentence;
}

}  // namespace ludex
