#include "formats/sgf/sgf.hpp"

#include "core/ascii.hpp"
#include "core/simd.hpp"
#include "formats/charset/charset.hpp"
#include "formats/sgf/sgf_info_reader.hpp"
#include "formats/sgf/sgf_tree_builder.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace ludex {
namespace {

/// Which "]" ends a value.
enum class SgfBracketRule : std::uint8_t {
  first,         ///< the first one that no backslash protects
  before_token,  ///< of those, the first before `[ ; ( )`, an identifier with "[", or the end
};

struct SgfValueEnd {
  std::size_t at = 0;             ///< of the "]"; text.size() if there is none
  bool idle_backslash = false;    ///< one protects nothing that needs it
  bool bracket_in_value = false;  ///< a "]" was taken as text
};

bool is_high(char c) { return static_cast<unsigned char>(c) >= 0x80; }
bool is_lead(char c) {
  return static_cast<unsigned char>(c) >= 0x81 && static_cast<unsigned char>(c) <= 0xFE;
}

// The next "]" or backslash, and with `pairs` the next byte >= 0x80.
std::size_t find_special(std::string_view text, std::size_t at, bool pairs) {
  const Bytes16 closing = Bytes16::all(']');
  const Bytes16 backslash = Bytes16::all('\\');
  for (; at + Bytes16::kSize <= text.size(); at += Bytes16::kSize) {
    const Bytes16 bytes = Bytes16::load(text.data() + at);
    Bytes16 special = bytes.equal(closing) | bytes.equal(backslash);
    if (pairs) special = special | bytes;
    const std::uint16_t mask = special.high_bits();
    if (mask != 0) return at + static_cast<std::size_t>(std::countr_zero(mask));
  }
  while (at < text.size() && text[at] != ']' && text[at] != '\\' && !(pairs && is_high(text[at]))) {
    ++at;
  }
  return at;
}

bool is_before_token(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  if (at == text.size()) return true;
  if (!is_letter(text[at]))
    return std::string_view("[;()").find(text[at]) != std::string_view::npos;
  while (at < text.size() && (is_letter(text[at]) || is_digit(text[at]))) ++at;
  return at < text.size() && text[at] == '[';
}

bool needs_backslash(char c) { return c == ']' || c == '\\' || c == ':' || c == '\n' || c == '\r'; }

/// Finds the end of the value that starts at `from`. \param pairs lead bytes 0x81-0xFE protect the
/// byte after them.
SgfValueEnd find_value_end(std::string_view text, std::size_t from, bool pairs,
                           SgfBracketRule rule) {
  SgfValueEnd end;
  std::size_t at = find_special(text, from, pairs);
  for (; at < text.size(); at = find_special(text, at, pairs)) {
    if (text[at] == '\\') {
      if (at + 1 < text.size() && !needs_backslash(text[at + 1])) end.idle_backslash = true;
      // With pairs, a lead byte after the backslash still protects its own trail byte.
      at += pairs && at + 1 < text.size() && is_lead(text[at + 1]) ? 3 : 2;
    } else if (text[at] != ']') {
      at += is_lead(text[at]) ? 2 : 1;
    } else if (rule == SgfBracketRule::first || is_before_token(text, at + 1)) {
      end.at = at;
      return end;
    } else {
      end.bracket_in_value = true;
      ++at;
    }
  }
  end.at = text.size();
  return end;
}

class SgfRecordParser {
 public:
  SgfRecordParser(std::string_view text, bool pairs, SgfBracketRule rule, SgfTree& tree,
                  const SgfLimits& limits)
      : text_(text), pairs_(pairs), rule_(rule), build_(tree, limits) {}

  std::optional<Problem> parse() {
    while (at_ < text_.size() && !build_.rejected()) {
      switch (text_[at_]) {
        case ';':
          take_node();
          break;
        case '(':
          build_.open_branch(at_++);
          break;
        case ')':
          build_.close_branch(at_++);
          break;
        default:
          if (is_letter(text_[at_])) {
            take_property();
          } else if (is_blank(text_[at_])) {
            ++at_;
          } else {
            take_stray();
          }
      }
    }
    if (text_.find('\0') != std::string_view::npos) {
      build_.note(ProblemKind::nul_byte, text_.find('\0'));
    }
    return build_.finish(text_.size());
  }

  /// Something that Little Golem's unescaped values explain.
  [[nodiscard]] bool looks_unescaped() const { return loose_bracket_ || idle_backslash_; }

 private:
  void take_node() {
    while (take_plain_move()) {
      if (build_.is_below_root()) take_line();
    }
    if (is_at(';')) build_.open_node(at_++);
  }

  // ";B[pd]": nine tenths of all text. "f5" is a point of Othello and of Hex.
  [[nodiscard]] bool is_plain_move(std::size_t at) const {
    if (text_.size() - at <= kPlainMoveBytes) return false;
    const char* const p = text_.data() + at;
    return p[0] == ';' && (p[1] == 'B' || p[1] == 'W') && p[2] == '[' && is_letter(p[3]) &&
           (is_letter(p[4]) || is_digit(p[4])) && p[5] == ']';
  }

  // One before the next node or the end of a branch.
  bool take_plain_move() {
    if (!is_plain_move(at_)) return false;
    std::size_t next = at_ + kPlainMoveBytes;
    while (next < text_.size() && is_blank(text_[next])) ++next;
    if (next == text_.size()) return false;
    if (text_[next] != ';' && text_[next] != ')' && text_[next] != '(') return false;
    if (!build_.open_node(at_)) return false;
    build_.add_only_property(text_.substr(at_ + 1, 1), text_.substr(at_ + 3, 2));
    at_ = next;
    return true;
  }

  // All that follow each other at once. \pre a plain move was taken last
  void take_line() {
    std::size_t end = at_;
    while (is_plain_move(end) && text_[end + kPlainMoveBytes] == ';') end += kPlainMoveBytes;
    const std::string_view moves = text_.substr(at_, end - at_);
    at_ += kPlainMoveBytes * build_.extend_line(moves, at_);
  }

  void take_property() {
    const std::size_t start = at_;
    bool has_lower = false;
    for (; at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_])); ++at_) {
      has_lower = has_lower || is_lower(text_[at_]);
    }
    const std::string_view ident = text_.substr(start, at_ - start);
    skip_blanks();
    if (!is_at('[')) {
      build_.note(
          is_upper(ident[0]) ? ProblemKind::property_without_value : ProblemKind::stray_text,
          start);
      return;
    }
    if (has_lower) build_.note_lower_case(start);
    if (build_.open_property(ident, start)) take_values();
  }

  void take_values() {
    while (is_at('[') && build_.add_value(take_value(), at_)) skip_blanks();
  }

  void take_stray() {
    build_.note(ProblemKind::stray_text, at_);
    if (text_[at_] == '[') {
      take_value();
      return;
    }
    if (text_[at_] == ']') loose_bracket_ = true;
    ++at_;
  }

  // \pre at "[". Moves past the "]".
  std::string_view take_value() {
    const std::size_t start = at_ + 1;
    const SgfValueEnd end = find_value_end(text_, start, pairs_, rule_);
    if (end.bracket_in_value) build_.note(ProblemKind::unescaped_bracket, start);
    idle_backslash_ = idle_backslash_ || end.idle_backslash;
    at_ = end.at < text_.size() ? end.at + 1 : text_.size();
    return text_.substr(start, end.at - start);
  }

  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }

  [[nodiscard]] bool is_at(char c) const { return at_ < text_.size() && text_[at_] == c; }

  std::string_view text_;
  bool pairs_;
  SgfBracketRule rule_;
  SgfTreeBuilder build_;
  std::size_t at_ = 0;
  bool loose_bracket_ = false;
  bool idle_backslash_ = false;
};

// Its server, its event names, or its game number where no game type is said.
bool says_little_golem(std::string_view record) {
  if (contains(record, "littlegolem") || contains(record, "EV[hex.") ||
      contains(record, "EV[twixt.")) {
    return true;
  }
  constexpr std::string_view kGameNumber = "game #";
  const std::size_t at = record.find(kGameNumber);
  if (at == std::string_view::npos || contains(record, "GM[")) return false;
  const std::size_t digit = at + kGameNumber.size();
  return digit < record.size() && is_digit(record[digit]);
}

void read_format_version(SgfTree& tree) {
  if (tree.nodes.empty()) return;
  for (const SgfProperty& property : tree.properties_of(tree.nodes.front())) {
    if (property.id != SgfId::FF || property.value_count == 0) continue;
    std::string_view text = tree.value_of(property);
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    if (text.starts_with('+')) text.remove_prefix(1);  // FF[4]: a Number may have a sign
    int version = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), version);
    if (read.ec != std::errc() || version < 1) return;
    tree.ff = version;
    tree.ff_declared = true;
  }
}

bool has_upper(std::string_view ident) { return std::ranges::any_of(ident, is_upper); }

/// True if `b` and `r` are moves of Little Golem's Twixt. No dialect uses `w` as a move.
bool has_little_golem_moves(const SgfTree& tree) {
  bool any_upper = false;
  bool any_b = false;
  bool any_other = false;
  for (const SgfProperty& property : tree.properties) {
    if (property.ident == "r") return true;
    any_upper = any_upper || has_upper(property.ident);
    any_b = any_b || property.ident == "b";
    any_other =
        any_other || property.ident == "w" || property.id == SgfId::B || property.id == SgfId::W;
  }
  return any_b && any_upper && !any_other;
}

/// Gives properties in lower case their names: `gm` is GM.
void read_lower_case(SgfTree& tree) {
  const bool keeps_moves = has_little_golem_moves(tree);
  for (SgfProperty& property : tree.properties) {
    const bool is_move = property.ident == "b" || property.ident == "r";
    if (has_upper(property.ident) || (keeps_moves && is_move)) continue;
    std::string upper(property.ident);
    for (char& c : upper) c = is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
    const SgfId id = find_sgf_id(upper);
    if (id == SgfId::unknown) continue;
    property.id = id;
    property.ident = info_of(id).name;
  }
}

std::optional<Problem> parse_bytes(std::string_view text, bool pairs, SgfTree& tree,
                                   const SgfLimits& limits) {
  SgfRecordParser parser(text, pairs, SgfBracketRule::first, tree, limits);
  std::optional<Problem> reject = parser.parse();
  if (parser.looks_unescaped() && says_little_golem(text)) {
    tree.clear();
    tree.little_golem = true;
    reject = SgfRecordParser(text, pairs, SgfBracketRule::before_token, tree, limits).parse();
  }
  const bool has_lower_case = std::ranges::any_of(
      tree.problems, [](const Problem& p) { return p.kind == ProblemKind::lower_case_ident; });
  if (has_lower_case) read_lower_case(tree);
  read_format_version(tree);
  if (tree.ff_declared && tree.ff == 3) {  // where lower-case letters in names are the rule
    std::erase_if(tree.problems,
                  [](const Problem& p) { return p.kind == ProblemKind::lower_case_ident; });
  }
  if (is_ggf(tree)) {  // all moves in one node
    std::erase_if(tree.problems,
                  [](const Problem& p) { return p.kind == ProblemKind::duplicate_property; });
  }
  const bool kierulfs = tree.ff_declared && tree.ff == 1;
  if (kierulfs || tree.little_golem) tree.escapes = SgfEscapes::brackets_only;
  return reject;
}

}  // namespace

SgfLimits SgfLimits::within(std::uint64_t memory_bytes) {
  constexpr std::uint64_t kBytesEach = 256;  // a node, a value, a property: 72 in the tree
  SgfLimits limits;
  const auto most = static_cast<std::size_t>(memory_bytes / kBytesEach);
  limits.max_nodes = std::min(limits.max_nodes, most);
  limits.max_values = std::min(limits.max_values, most);
  return limits;
}

std::optional<Problem> parse_sgf(std::string_view record, TextForm form, SgfTree& tree,
                                 const SgfLimits& limits) {
  tree.clear();
  if (record.size() > std::numeric_limits<std::uint32_t>::max()) {
    return Problem{ProblemKind::record_too_large, -1, 0, ""};
  }
  if (is_wide(form)) {
    utf16_to_utf8(record, form == TextForm::utf16be, tree.utf8_copy);
    return parse_bytes(tree.utf8_copy, false, tree, limits);
  }
  return parse_bytes(record, form == TextForm::pair_aware, tree, limits);
}

}  // namespace ludex
