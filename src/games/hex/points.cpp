#include "games/hex/points.hpp"

#include "core/ascii.hpp"
#include "games/go/points.hpp"

#include <algorithm>

namespace ludex::hex {
namespace {

constexpr int kTooLarge = 1 << 20;  // beyond any board

/// 1 to 26 for a letter of either case, else 0.
int letter_number(char c) { return is_letter(c) ? to_lower(c) - 'a' + 1 : 0; }

std::optional<Point> find_numbered_point(std::string_view value, BoardSize size) {
  int column = 0;
  int row = 0;
  std::size_t at = 0;
  for (; at < value.size() && letter_number(value[at]) != 0; ++at) {
    column = std::min(column * 26 + letter_number(value[at]), kTooLarge);
  }
  for (; at < value.size() && is_digit(value[at]); ++at) {
    row = std::min(row * 10 + (value[at] - '0'), kTooLarge);
  }
  if (at != value.size() || column < 1 || column > size.width || row < 1 || row > size.height) {
    return std::nullopt;
  }
  return static_cast<Point>((row - 1) * size.width + column - 1);
}

constexpr MoveWord kWords[] = {{"", WrittenMove::Kind::pass},
                               {"pass", WrittenMove::Kind::pass},
                               {"resign", WrittenMove::Kind::resignation},
                               {"forfeit", WrittenMove::Kind::forfeit},
                               {"swap", WrittenMove::Kind::swap_pieces},
                               {"swap-pieces", WrittenMove::Kind::swap_pieces},
                               {"swap-sides", WrittenMove::Kind::swap_sides}};

}  // namespace

PointStyle style_of(std::string_view value) {
  if (value.size() < 2 || letter_number(value.front()) == 0) return PointStyle::none;
  if (value.size() == 2 && letter_number(value[1]) != 0) return PointStyle::letters;
  const auto letters =
      std::find_if(value.begin(), value.end(), [](char c) { return letter_number(c) == 0; });
  const bool numbered = letters != value.end() && std::all_of(letters, value.end(), is_digit);
  return numbered ? PointStyle::numbered : PointStyle::none;
}

std::optional<Point> find_point(std::string_view value, BoardSize size) {
  if (value.size() == 2 && !is_digit(value[1])) return go::find_point(value, size);
  return find_numbered_point(value, size);
}

WrittenMove read_move(std::string_view value, BoardSize size) {
  using Kind = WrittenMove::Kind;
  if (const auto point = find_point(value, size)) return {Kind::stone, *point, true};
  const std::string_view text = trimmed(value);
  if (const auto move = find_word(text, kWords)) return *move;
  if (const auto point = find_point(text, size)) return {Kind::stone, *point, true};
  return {style_of(text) == PointStyle::none ? Kind::unreadable : Kind::off_board, 0, true};
}

std::string column_text(int column) {
  std::string text;
  for (int left = column + 1; left > 0; left = (left - 1) / 26) {
    text.insert(text.begin(), static_cast<char>('a' + (left - 1) % 26));
  }
  return text;
}

std::string point_text(Point point, BoardSize size) {
  const int place = static_cast<int>(point);
  return column_text(place % size.width) + std::to_string(place / size.width + 1);
}

}  // namespace ludex::hex
