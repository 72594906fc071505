#include "games/gomoku/gomoku_sgf.hpp"

#include <algorithm>
#include <charconv>

namespace ludex::gomoku {
namespace {

std::optional<Point> find_diagram_point(std::string_view text, BoardSize size) {
  if (text.size() < 2) return std::nullopt;
  const int x = text[0] >= 'a' ? text[0] - 'a' : text[0] - 'A';
  const char* const last = text.data() + text.size();
  int row = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, last, row);
  if (error != std::errc{} || end != last) return std::nullopt;
  if (x < 0 || x >= size.width || row < 1 || row > size.height) return std::nullopt;
  return static_cast<Point>((size.height - row) * size.width + x);
}

}  // namespace

WrittenMove read_move(std::string_view value, BoardSize size) {
  using Kind = WrittenMove::Kind;
  if (const auto point = go::find_point(value, size)) return {Kind::stone, *point, true};
  if (const auto point = find_diagram_point(value, size)) return {Kind::stone, *point, false};
  return go::read_move(value, size);
}

bool has_renju_rules(const GameInfo& info) {
  constexpr std::string_view kName = "renju";
  const auto is_same = [](char a, char b) { return (a | 0x20) == b; };
  return std::search(info.rules.begin(), info.rules.end(), kName.begin(), kName.end(), is_same) !=
         info.rules.end();
}

}  // namespace ludex::gomoku
