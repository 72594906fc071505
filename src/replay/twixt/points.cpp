#include "replay/twixt/points.hpp"

#include "replay/point_rect.hpp"

#include <fmt/format.h>

#include <charconv>

namespace ludex::twixt {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const auto first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// A = 0, ..., Z = 25, a = 0, ...; -1 for what is no letter.
int letter_of(char c) {
  if (c >= 'a' && c <= 'z') return c - 'a';
  if (c >= 'A' && c <= 'Z') return c - 'A';
  return -1;
}

// Takes one or two letters off the front: A to Z, then AA to ZZ.
std::optional<int> take_column(std::string_view& text) {
  int column = 0;
  std::size_t letters = 0;
  while (letters < text.size() && letter_of(text[letters]) >= 0) {
    if (letters == 2) return std::nullopt;
    column = column * 26 + letter_of(text[letters]) + 1;
    ++letters;
  }
  if (letters == 0) return std::nullopt;
  text.remove_prefix(letters);
  return column - 1;
}

std::optional<int> read_row(std::string_view text) {
  int row = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), row);
  if (error != std::errc{} || end != text.data() + text.size() || row < 1) return std::nullopt;
  return row - 1;
}

std::optional<Point> point_at(int column, int row, BoardSize size) {
  if (column < 0 || row < 0 || column >= size.width || row >= size.height) return std::nullopt;
  return static_cast<Point>(row * size.width + column);
}

// Little Golem's: a = 0, ..., z = 25, A = 26, ...
int little_golem_letter(char c) { return c >= 'a' ? c - 'a' : c - 'A' + 26; }

}  // namespace

std::optional<Point> find_point(std::string_view value, BoardSize size) {
  std::string_view text = trimmed(value);
  if (text.size() == 2 && letter_of(text[0]) >= 0 && letter_of(text[1]) >= 0) {
    return point_at(little_golem_letter(text[0]), little_golem_letter(text[1]), size);
  }
  const auto column = take_column(text);
  const auto row = read_row(text);
  return column && row ? point_at(*column, *row, size) : std::nullopt;
}

std::optional<PointRect> find_rect(std::string_view value, BoardSize size) {
  return read_rect(value, size, [](std::string_view corner, BoardSize board) {
    return find_point(corner, board);
  });
}

std::string point_text(Point point, BoardSize size) {
  const int column = static_cast<int>(point) % size.width;
  std::string text;
  if (column >= 26) text += static_cast<char>('A' + column / 26 - 1);
  text += static_cast<char>('A' + column % 26);
  return fmt::format("{}{}", text, static_cast<int>(point) / size.width + 1);
}

std::optional<LinkCentre> find_centre(std::string_view value, BoardSize size) {
  std::string_view text = trimmed(value);
  const auto column = take_column(text);
  if (!column || *column >= size.width || text.empty()) return std::nullopt;
  const bool is_steep = text.front() == '*';
  if (!is_steep && text.back() != '*') return std::nullopt;
  const auto row = read_row(is_steep ? text.substr(1) : text.substr(0, text.size() - 1));
  if (!row || *row >= size.height) return std::nullopt;
  return LinkCentre{*column, *row, !is_steep};
}

}  // namespace ludex::twixt
