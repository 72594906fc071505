#include "formats/gcg/gcg_event.hpp"

#include "core/ascii.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string>
#include <vector>

namespace ludex {
namespace {

constexpr int kLargestSide = 999;
constexpr int kLargestScore = 1'000'000;

/// 1 to 26; 0 for other characters.
int letter_number(char c) { return is_letter(c) ? to_lower(c) - 'a' + 1 : 0; }

struct Token {
  std::string_view text;
  std::size_t end;  // in the line
};

std::vector<Token> tokens_of(std::string_view line) {
  std::vector<Token> tokens;
  std::size_t at = 0;
  while (true) {
    while (at < line.size() && is_space_or_tab(line[at])) ++at;
    if (at == line.size()) return tokens;
    const std::size_t start = at;
    while (at < line.size() && !is_space_or_tab(line[at])) ++at;
    tokens.push_back({line.substr(start, at - start), at});
  }
}

/// "+26", "-5", "26", and "+-10" for -10.
std::optional<int> parse_points(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  int points = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), points);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (points > kLargestScore || points < -kLargestScore) return std::nullopt;
  return points;
}

bool is_bracketed(std::string_view text) {
  return text.size() >= 2 && text.front() == '(' && text.back() == ')';
}

/// Whether an event's action starts here: what comes before it is the rack.
bool is_action(const std::vector<Token>& tokens, std::size_t at) {
  if (at >= tokens.size()) return false;
  const std::string_view text = tokens[at].text;
  if (text.front() == '-' || is_bracketed(text)) return true;
  return at + 1 < tokens.size() && parse_gcg_coordinate(text) && !parse_points(tokens[at + 1].text);
}

/// Reads the action at `at`. \returns how many tokens it has; 0: not understood
std::size_t read_action(const std::vector<Token>& tokens, std::size_t at, GcgEvent& event) {
  const std::string_view text = tokens[at].text;
  if (text == "-" || text == "--") {
    event.kind = text == "-" ? GcgEventKind::pass : GcgEventKind::withdrawal;
    return 1;
  }
  if (text.front() == '-') {
    event.kind = GcgEventKind::exchange;
    event.tiles = text.substr(1);
    return 1;
  }
  if (is_bracketed(text)) {
    const std::string_view inside = text.substr(1, text.size() - 2);
    event.kind = GcgEventKind::end_rack;
    event.tiles = inside;
    return 1;
  }
  const auto place = parse_gcg_coordinate(text);
  if (!place || at + 1 >= tokens.size()) return 0;
  event.kind = GcgEventKind::play;
  event.row = place->row;
  event.column = place->column;
  event.down = place->down;
  event.tiles = tokens[at + 1].text;
  return 2;
}

/// Whether "(TIME)" or "(CHALLENGE)" are tiles: those of the rack before it, or points for TIME.
bool are_tiles(const GcgEvent& event) {
  if (std::any_of(event.tiles.begin(), event.tiles.end(), is_lower)) return false;
  if (event.tiles == "TIME" && event.score && *event.score > 0) return true;
  return std::is_permutation(event.tiles.begin(), event.tiles.end(), event.rack.begin(),
                             event.rack.end());
}

/// What an end rack is that may be one of these words.
void tell_words_from_tiles(GcgEvent& event) {
  const bool is_time = same_but_case(event.tiles, "time");
  if ((!is_time && !same_but_case(event.tiles, "challenge")) || are_tiles(event)) return;
  event.kind = is_time ? GcgEventKind::time : GcgEventKind::bonus;
  event.tiles.clear();
}

std::string_view from_token(std::string_view line, const std::vector<Token>& tokens,
                            std::size_t at) {
  if (at >= tokens.size()) return {};
  const std::size_t start = tokens[at].end - tokens[at].text.size();
  return line.substr(start, tokens.back().end - start);
}

}  // namespace

std::optional<GcgCoordinate> parse_gcg_coordinate(std::string_view text) {
  GcgCoordinate place;
  place.down = !text.empty() && letter_number(text.front()) != 0;
  int row = 0;
  int column = 0;
  bool letters_done = false;
  bool digits_done = false;
  for (const char c : text) {
    const int letter = letter_number(c);
    if (letter != 0 && !letters_done) {
      column = column * 26 + letter;
      digits_done = row != 0;
    } else if (is_digit(c) && !digits_done) {
      row = row * 10 + (c - '0');
      letters_done = column != 0;
    } else {
      return std::nullopt;
    }
    if (row > kLargestSide || column > kLargestSide) return std::nullopt;
  }
  if (row == 0 || column == 0) return std::nullopt;
  place.row = static_cast<std::uint16_t>(row - 1);
  place.column = static_cast<std::uint16_t>(column - 1);
  return place;
}

bool parse_gcg_event(std::string_view utf8, GcgEvent& event) {
  const std::vector<Token> tokens = tokens_of(utf8);
  std::size_t at = 0;
  if (!is_action(tokens, 0) && is_action(tokens, 1)) event.rack = tokens[at++].text;
  const std::size_t taken = is_action(tokens, at) ? read_action(tokens, at, event) : 0;
  if (taken == 0) {
    event.kind = GcgEventKind::unread;
    event.rack.clear();
    event.words = from_token(utf8, tokens, 0);
    return false;
  }
  at += taken;
  if (at < tokens.size()) event.score = parse_points(tokens[at].text);
  if (event.score) ++at;
  if (event.score && at < tokens.size()) event.total = parse_points(tokens[at].text);
  if (event.total) ++at;
  if (event.kind == GcgEventKind::end_rack) tell_words_from_tiles(event);
  event.words = from_token(utf8, tokens, at);
  return true;
}

}  // namespace ludex
