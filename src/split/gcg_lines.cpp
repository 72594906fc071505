#include "split/gcg_lines.hpp"

#include <algorithm>
#include <cstddef>

namespace ludex {
namespace {

bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  return text;
}

/// The word behind "#", in lower case as far as it matters: pragmas are ASCII.
bool is_pragma(std::string_view line, std::string_view name) {
  const auto same = [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 32) : a) == b;
  };
  if (line.size() <= name.size()) return false;
  const std::string_view word = line.substr(1, name.size());
  return std::equal(word.begin(), word.end(), name.begin(), same) &&
         (line.size() == name.size() + 1 || is_blank(line[name.size() + 1]));
}

bool is_any_pragma(std::string_view line, std::initializer_list<std::string_view> names) {
  return std::any_of(names.begin(), names.end(),
                     [&](std::string_view name) { return is_pragma(line, name); });
}

/// "8:>Paul:" is an event too.
bool is_event(std::string_view line) {
  std::size_t at = 0;
  while (at < line.size() && is_digit(line[at])) ++at;
  if (at > 0 && at < line.size() && line[at] == ':') ++at;
  return at < line.size() && line[at] == '>' && (at == 0 || line[at - 1] == ':');
}

/// ">Paul: ABC 8H CAB +16 16": what no quoted mail has is the score.
bool is_scored_event(std::string_view line) {
  if (!is_event(line)) return false;
  const auto colon = line.find(':', line.find('>'));
  if (colon == std::string_view::npos) return false;
  for (std::size_t at = colon; at + 2 < line.size(); ++at) {
    const bool sign = line[at + 1] == '+' || line[at + 1] == '-';
    if (is_blank(line[at]) && sign && is_digit(line[at + 2])) return true;
  }
  return false;
}

}  // namespace

GcgLine gcg_line_kind(std::string_view line) {
  line = without_blanks(line);
  if (line.empty()) return GcgLine::blank;
  if (is_event(line)) return GcgLine::event;
  if (line.front() != '#') return GcgLine::body;
  if (is_pragma(line, "player1")) return GcgLine::player1;
  if (is_any_pragma(line, {"player2", "player3", "player4"})) return GcgLine::player2;
  if (is_pragma(line, "character-encoding")) return GcgLine::encoding;
  if (is_any_pragma(line, {"note", "rack1", "rack2", "rack3", "rack4", "incomplete", "-"})) {
    return GcgLine::body;
  }
  return GcgLine::head;
}

bool holds_gcg(std::string_view head) {
  while (!head.empty()) {
    const auto end = std::min(head.find_first_of("\r\n"), head.size());
    const std::string_view line = without_blanks(head.substr(0, end));
    head.remove_prefix(std::min(head.size(), end + 1));
    if (line.empty()) continue;
    if (is_scored_event(line)) return true;
    const GcgLine kind = gcg_line_kind(line);
    if (kind == GcgLine::player1 || kind == GcgLine::player2) return true;
    // Continued notes may stand before the first player, other text not.
    if (line.front() != '#' && kind != GcgLine::event) return false;
  }
  return false;
}

}  // namespace ludex
