#include "formats/gcg/gcg_lines.hpp"

#include "core/ascii.hpp"
#include "formats/text_lines.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace ludex {
namespace {

/// The word after "#", in lower case as far as it matters: pragmas are ASCII.
bool is_pragma(std::string_view line, std::string_view name) {
  return line.size() > name.size() && same_but_case(line.substr(1, name.size()), name) &&
         (line.size() == name.size() + 1 || is_blank(line[name.size() + 1]));
}

bool is_any_pragma(std::string_view line, std::initializer_list<std::string_view> names) {
  return std::any_of(names.begin(), names.end(),
                     [&](std::string_view name) { return is_pragma(line, name); });
}

/// "16", "-5"; with `plus` "+16" too, but not "16".
std::optional<int> points(std::string_view token, bool plus) {
  if (token.empty() || (plus && is_digit(token.front()))) return std::nullopt;
  if (plus && token.front() == '+') token.remove_prefix(1);
  return find_number<int>(token);
}

/// True if it contains a score, which quoted mail does not.
bool is_scored(std::string_view event) {
  const auto colon = event.find(':');
  if (colon == std::string_view::npos) return false;
  for (std::size_t at = colon; at + 2 < event.size(); ++at) {
    if (is_blank(event[at]) && is_sign(event[at + 1]) && is_digit(event[at + 2])) return true;
  }
  return false;
}

/// "#player1", "#rack2"
bool is_numbered(std::string_view line, std::string_view name) {
  if (line.size() < name.size() + 2) return false;
  const char digit = line[name.size() + 1];
  return is_nonzero_digit(digit) && is_pragma(line, std::string(name) + digit);
}

}  // namespace

std::string_view from_gcg_angle(std::string_view line) {
  std::size_t at = 0;
  while (at < line.size() && is_digit(line[at])) ++at;
  if (at > 0 && at < line.size() && line[at] == ':') ++at;
  const bool found = at < line.size() && line[at] == '>' && (at == 0 || line[at - 1] == ':');
  return found ? line.substr(at) : std::string_view();
}

GcgLine gcg_line_kind(std::string_view line) {
  line = without_front(line);
  if (line.empty()) return GcgLine::blank;
  if (line.front() != '#') {
    return from_gcg_angle(line).find(':') != std::string_view::npos ? GcgLine::event
                                                                    : GcgLine::text;
  }
  if (is_numbered(line, "player")) return GcgLine::player;
  if (is_pragma(line, "note")) return GcgLine::note;
  if (is_pragma(line, "character-encoding")) return GcgLine::encoding;
  if (is_pragma(line, "description")) return GcgLine::description;
  if (is_numbered(line, "rack") || is_any_pragma(line, {"incomplete", "-"})) return GcgLine::tail;
  if (is_any_pragma(line, {"title", "id", "lexicon", "game-type", "board-layout",
                           "tile-distribution", "tile-set", "game-board", "style", "tile"})) {
    return GcgLine::head;
  }
  return GcgLine::other;
}

int gcg_player_number(std::string_view line) {
  const auto at = line.find_first_of("123456789");
  return at == std::string_view::npos ? 0 : line[at] - '0';
}

std::optional<GcgScore> gcg_event_score(std::string_view line) {
  std::string_view rest = from_gcg_angle(without_front(line));
  const auto colon = rest.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  GcgScore found;
  found.nick = rest.substr(1, colon - 1);
  rest.remove_prefix(colon + 1);
  std::optional<int> score;
  for (auto token = take_word(rest); !token.empty(); token = take_word(rest)) {
    if (const auto total = points(token, false); score && total) {
      found.score = *score;
      found.total = *total;
      return found;
    }
    score = points(token, true);
  }
  return std::nullopt;
}

bool holds_gcg(std::string_view head) {
  while (!head.empty()) {
    const std::string_view line = without_front(take_line(head));
    if (line.empty()) continue;
    if (is_scored(from_gcg_angle(line))) return true;
    if (gcg_line_kind(line) == GcgLine::player) return true;
    // Continued notes may stand before the first player, other text not.
    if (line.front() != '#' && from_gcg_angle(line).empty()) return false;
  }
  return false;
}

}  // namespace ludex
