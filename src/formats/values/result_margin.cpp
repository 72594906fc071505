#include "formats/values/result_parts.hpp"

#include "formats/values/game_terms.hpp"
#include "formats/values/value_text.hpp"

#include <algorithm>
#include <cmath>

namespace ludex {
namespace {

using namespace result_parts;
using namespace value_text;

constexpr std::string_view kPunctuation = ",.:;!?-+=/\"'";
/// Between a colour or a verb and the amount, without a space.
constexpr std::string_view kBeforeMargin[] = {"棋", "方", "番", "以", "了", "の",
                                              "は", "が", "이", "가", "은", "는"};
constexpr std::string_view kAfterMargin[] = {"差", "차", "로", "으로", "で", "の"};
/// The amount is no exact one after these, or is not the margin.
constexpr std::string_view kInexactBefore[] = {"约",   "約",    "약",   "about",  "over",
                                               "than", "least", "most", "almost", "nearly",
                                               "반면", "盘面",  "盤面", "board"};
constexpr std::string_view kInexactAfter[] = {"이상", "이하",  "미만", "정도",    "내외",
                                              "以上", "以下",  "左右", "or ",     "and ",
                                              "plus", "minus", "on ",  "without", "before"};

bool is_punctuation(char c) { return kPunctuation.find(c) != std::string_view::npos; }

std::string_view last_word(std::string_view text) {
  const auto space = text.rfind(' ');
  return space == std::string_view::npos ? text : text.substr(space + 1);
}

bool takes_verb(std::string_view text) { return take_win_word(text) || take_loss_word(text); }

/// True if the text after an amount does not change it.
bool is_clear_after(std::string_view rest) {
  skip_any(rest, kAfterMargin);
  const bool adjoins = !rest.empty() && rest.front() != ' ';
  skip_spaces(rest);
  if (rest.empty() || is_punctuation(rest.front())) return true;
  if (takes_verb(rest) || take_color(rest)) return true;
  return !adjoins && !skip_any(rest, kInexactAfter);
}

/// Reads the amounts of a text from left to right, until one is the margin or could be it.
class MarginReader {
 public:
  MarginReader(std::string_view text, bool after_winner)
      : whole_(text), rest_(text), after_winner_(after_winner) {}

  SentenceMargin read() {
    while (!rest_.empty() && !done_) {
      if (!take_known_word() && !take_komi_amount() && !take_number()) {
        rest_.remove_prefix(character_bytes(rest_));
      }
    }
    return found_;
  }

 private:
  [[nodiscard]] std::string_view before() const {
    return whole_.substr(0, whole_.size() - rest_.size());
  }
  /// Goes on at `rest`; all up to there is understood.
  void go_on_at(std::string_view rest) {
    rest_ = rest;
    understood_ = before().size();
  }
  void give_up() {
    found_ = {std::nullopt, true};
    done_ = true;
  }

  bool take_known_word() {
    std::string_view rest = rest_;
    const bool inside_word =
        is_letter(rest_.front()) && !before().empty() && is_letter(before().back());
    if (inside_word) return false;
    if (!take_color(rest) && !take_win_word(rest) && !take_loss_word(rest)) return false;
    go_on_at(rest);
    return true;
  }

  bool take_komi_amount() {
    std::string_view rest = rest_;
    take_komi(rest);
    if (rest.size() == rest_.size()) return false;
    std::string_view next = rest;
    skip_spaces(next);
    if (take_amount(next)) {  // the word for komi may belong to either
      give_up();
    } else {
      go_on_at(rest);
    }
    return true;
  }

  bool take_number() {
    std::string_view rest = rest_;
    const auto margin = take_margin(rest);
    if (!margin) {
      if (!is_digit(rest_.front())) return false;
      skip_odd_number();
    } else if (skip_count_unit(rest)) {
      go_on_at(rest);
    } else if (is_half_of_a_word(rest)) {
      return false;
    } else {
      understand(*margin, rest);
    }
    return true;
  }

  /// "272" before `1집반` counts moves; "1 000", "1e3" are not understood.
  void skip_odd_number() {
    std::string_view rest = rest_;
    const bool alone = take_digits(rest) && rest.starts_with(' ');
    std::string_view next = rest;
    skip_spaces(next);
    const auto digits = std::min(next.find_first_not_of("0123456789"), next.size());
    if (after_winner_) found_.unread = true;
    if (alone && digits != 3) return go_on_at(rest);
    rest_.remove_prefix(std::min(rest_.find(' '), rest_.size()));
  }

  /// `반` of `일반`, `반면`.
  [[nodiscard]] bool is_half_of_a_word(std::string_view rest) const {
    const std::string_view amount = rest_.substr(0, rest_.size() - rest.size());
    if (amount != "半" && amount != "반") return false;
    const bool ends = rest.empty() || rest.front() == ' ' || is_punctuation(rest.front());
    return !ends && !takes_verb(rest);
  }

  void understand(const Amount& margin, std::string_view rest) {
    const double points = margin.points();
    const bool in_halves = std::fmod(points, 1) == 0.5;  // quarters are of Chinese stones
    const bool is_margin = margin.has_unit || (after_winner_ && (in_halves || follows_by()));
    const bool may_be_margin = after_winner_ || std::fmod(points, 1) != 0;
    if (is_margin) {
      const bool clear = is_clear_before() && is_clear_after(rest) && is_possible(margin);
      if (!clear) return give_up();
      found_ = {points, false};
      done_ = true;
    } else {
      if (may_be_margin) found_.unread = true;
      go_on_at(rest);
    }
  }

  /// "by 3": a bare number after these is the margin.
  [[nodiscard]] bool follows_by() const {
    constexpr std::string_view kBy[] = {"by ", "met ", "mit ", "de "};
    return std::ranges::any_of(kBy, [&](std::string_view by) { return before().ends_with(by); });
  }

  /// True if the text before the amount does not change it.
  [[nodiscard]] bool is_clear_before() const {
    std::string_view text = before();
    while (text.ends_with(' ')) text.remove_suffix(1);
    if (text.size() <= understood_ || is_punctuation(text.back())) return true;
    const std::string_view word = last_word(text);
    if (contains_any(word, kInexactBefore)) return false;
    if (text.size() == before().size()) return ends_with_particle(text);
    const bool half_alone = rest_.starts_with("半") || rest_.starts_with("반");
    return (!half_alone || is_letter(word.back())) && std::ranges::none_of(word, is_digit);
  }

  [[nodiscard]] bool ends_with_particle(std::string_view text) const {
    return std::ranges::any_of(kBeforeMargin, [&](std::string_view particle) {
      return text.ends_with(particle) && text.size() - particle.size() == understood_;
    });
  }

  std::string_view whole_;
  std::string_view rest_;
  bool after_winner_;
  std::size_t understood_ = 0;  // bytes of `whole_`
  bool done_ = false;
  SentenceMargin found_;
};

bool names_color(std::string_view text) {
  constexpr std::string_view kColors[] = {"黑", "黒", "흑", "白", "백", "black", "white"};
  return contains_any(text, kColors);
}

}  // namespace

SentenceMargin margin_after_winner(std::string_view text) {
  return MarginReader(text, true).read();
}

SentenceMargin margin_before_winner(std::string_view text) {
  SentenceMargin margin = MarginReader(text, false).read();
  if (margin.points && names_color(text)) margin = {std::nullopt, true};
  return margin;
}

}  // namespace ludex
