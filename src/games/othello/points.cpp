#include "games/othello/points.hpp"

#include "core/ascii.hpp"

#include <algorithm>

namespace ludex::othello {
namespace {

// Whether it is written as a point, be it on the board or not.
bool is_point_like(std::string_view text) {
  if (text.size() < 2 || text.size() > 3 || !is_letter(text[0])) return false;
  return is_digit(text[1]) ? std::all_of(text.begin() + 1, text.end(), is_digit)
                           : text.size() == 2 && is_letter(text[1]);
}

constexpr MoveWord kWords[] = {{"pa", WrittenMove::Kind::pass},
                               {"pass", WrittenMove::Kind::pass},
                               {"resign", WrittenMove::Kind::resignation, false}};

}  // namespace

namespace detail {

std::optional<Point> find_long_point(std::string_view text, BoardSize size) {
  if (text.size() != 3 || !is_letter(text[0]) || !is_digit(text[1]) || !is_digit(text[2])) {
    return std::nullopt;
  }
  const int x = to_lower(text[0]) - 'a';
  const int y = (text[1] - '0') * 10 + (text[2] - '0') - 1;
  if (x >= size.width || y < 0 || y >= size.height) return std::nullopt;
  return static_cast<Point>(y * size.width + x);
}

}  // namespace detail

WrittenMove read_move(std::string_view value, BoardSize size) {
  using Kind = WrittenMove::Kind;
  const std::string_view text = trimmed(value.substr(0, value.find('/')));
  const bool is_pass_of_go = text == "tt" && size.width <= 19 && size.height <= 19;
  if (text.empty() || text == "PA" || is_pass_of_go) return {Kind::pass, 0, true};
  if (const auto point = find_point(text, size)) return {Kind::stone, *point, true};
  if (const auto move = find_word(text, kWords)) return *move;
  if (is_point_like(text)) return {Kind::off_board, 0, true};
  return {};
}

std::string point_text(Point point, BoardSize size) {
  const int place = static_cast<int>(point);
  return static_cast<char>('a' + place % size.width) + std::to_string(place / size.width + 1);
}

}  // namespace ludex::othello
