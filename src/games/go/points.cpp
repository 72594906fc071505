#include "games/go/points.hpp"

#include "core/ascii.hpp"

#include <charconv>

namespace ludex::go {
namespace {

// "R16": columns A to Z without I, rows from the bottom.
std::optional<Point> find_board_point(std::string_view text, BoardSize size) {
  if (text.size() < 2 || text.size() > 3) return std::nullopt;
  const int letter = to_upper(text[0]);
  if (letter < 'A' || letter > 'Z' || letter == 'I') return std::nullopt;
  const int x = letter - 'A' - (letter > 'I');
  int row = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), row);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (x >= size.width || row < 1 || row > size.height) return std::nullopt;
  return static_cast<Point>((size.height - row) * size.width + x);
}

bool is_letter_pair(std::string_view text) {
  return text.size() == 2 && letter_value(text[0]) != 0xFF && letter_value(text[1]) != 0xFF;
}

constexpr MoveWord kWords[] = {{"pass", WrittenMove::Kind::pass, false},
                               {"resign", WrittenMove::Kind::resignation, false}};

}  // namespace

WrittenMove read_move(std::string_view value, BoardSize size) {
  using Kind = WrittenMove::Kind;
  const std::string_view text = trimmed(value);
  if (const auto point = find_point(text, size)) return {Kind::stone, *point, true};
  if (text.empty()) return {Kind::pass, 0, true};
  if (text == "tt" && size.width <= 19 && size.height <= 19) return {Kind::pass, 0, true};
  if (is_letter_pair(text)) return {Kind::off_board, 0, true};
  if (const auto point = find_board_point(text, size)) return {Kind::stone, *point, false};
  if (const auto move = find_word(text, kWords)) return *move;
  if (text.size() == 5 && text[2] == ':') {
    if (const auto point = find_point(text.substr(0, 2), size)) return {Kind::stone, *point, false};
  }
  return {};
}

std::string point_text(Point point, BoardSize size) {
  const auto letter = [](int value) {
    return static_cast<char>(value < 26 ? 'a' + value : 'A' + value - 26);
  };
  const int place = static_cast<int>(point);
  return {letter(place % size.width), letter(place / size.width)};
}

}  // namespace ludex::go
