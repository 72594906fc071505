#include "formats/sgf/sgf_start.hpp"

#include "core/ascii.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace ludex {
namespace {

constexpr std::size_t kHeaderReach = 1024;  // identifier and value of a header without ";"

// What real files without the first ";" open with; Nihon Ki-in writes TE, RD and KO for EV, DT, KM.
constexpr std::array<std::string_view, 40> kHeaderIdents = {
    "AN", "AP", "BR", "BT", "CA", "CP", "DT", "EV", "FF", "GC", "GK", "GM", "GN", "HA",
    "ID", "KM", "KO", "LC", "LT", "ON", "OT", "PB", "PC", "PW", "RD", "RE", "RL", "RO",
    "RU", "SO", "ST", "SY", "SZ", "TC", "TE", "TM", "TT", "US", "WR", "WT"};

/// Reads on through a text that may end too early.
class Lookahead {
 public:
  explicit Lookahead(std::string_view text) : text_(text) {}
  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  [[nodiscard]] char peek() const { return at_end() ? '\0' : text_[at_]; }
  char take() { return text_[at_++]; }
  [[nodiscard]] std::size_t position() const { return at_; }
  void skip_blanks() {
    while (!at_end() && is_blank(text_[at_])) ++at_;
  }
  [[nodiscard]] std::string take_folded_ident() {
    std::string folded;
    while (!at_end() && (is_upper(peek()) || is_lower(peek()))) {
      const char c = take();
      if (is_upper(c)) folded += c;
    }
    return folded;
  }
  /// After "[": goes behind the "]" that ends the value.
  void skip_value() {
    while (!at_end()) {
      const char c = take();
      if (c == ']') return;
      if (c == '\\' && !at_end()) take();
    }
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

// A header property with its value, and then a node or another property. nullopt: ended too early.
std::optional<bool> is_header(std::string_view text) {
  Lookahead ahead(text);
  if (!is_upper(ahead.peek())) return false;
  const std::string ident = ahead.take_folded_ident();
  if (ahead.at_end()) return std::nullopt;
  if (ahead.take() != '[') return false;
  if (!std::ranges::binary_search(kHeaderIdents, ident)) return false;
  ahead.skip_value();
  ahead.skip_blanks();
  if (ahead.at_end()) return std::nullopt;
  if (ahead.peek() == ';') return true;
  if (ahead.take_folded_ident().empty()) return false;
  if (ahead.at_end()) return std::nullopt;
  return ahead.peek() == '[';
}

SgfStart judge_header(std::string_view text, bool final) {
  const std::optional<bool> header = is_header(text.substr(0, kHeaderReach));
  if (header) return *header ? SgfStart::bytes : SgfStart::none;
  return final || text.size() >= kHeaderReach ? SgfStart::none : SgfStart::undecided;
}

}  // namespace

SgfStart judge_sgf_start(std::string_view text, bool final) {
  const std::string_view reach = text.substr(0, kSgfStartReach);
  const auto next = std::find_if_not(reach.begin() + 1, reach.end(), is_blank);
  if (next == reach.end()) {
    return final || reach.size() == kSgfStartReach ? SgfStart::none : SgfStart::undecided;
  }
  const auto at = static_cast<std::size_t>(next - reach.begin());
  if (*next != ';') return judge_header(text.substr(at), final);
  if (text[1] != '\0' || at % 2 != 0) return SgfStart::bytes;
  if (at + 1 < text.size()) return text[at + 1] == '\0' ? SgfStart::wide : SgfStart::bytes;
  return final ? SgfStart::bytes : SgfStart::undecided;
}

}  // namespace ludex
