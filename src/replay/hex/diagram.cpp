#include "replay/hex/diagram.hpp"

#include "replay/hex/points.hpp"

#include <fmt/format.h>

#include <string_view>

namespace ludex::hex {
namespace {

// Line by line, so that names of two letters stand upright and take no more room.
std::string column_header(int width, std::size_t indent) {
  const auto lines = column_text(width - 1).size();
  std::string header;
  for (std::size_t line = 0; line < lines; ++line) {
    std::string text(indent, ' ');
    for (int x = 0; x < width; ++x) {
      const std::string name = std::string(lines, ' ') + column_text(x);
      text += name[name.size() - lines + line];
      text += ' ';
    }
    text.resize(text.find_last_not_of(' ') + 1);
    header += text + '\n';
  }
  return header;
}

std::string_view symbol(std::uint8_t code, bool ascii) {
  if (code == cell::kFirst) return ascii ? "X" : "●";
  if (code == cell::kSecond) return ascii ? "O" : "○";
  return ascii ? "." : "·";
}

char gap(int x, int marked) {
  if (x == marked) return '(';
  return marked >= 0 && x == marked + 1 ? ')' : ' ';
}

}  // namespace

std::string draw_slanted(const Position& position, bool ascii) {
  const BoardSize size = position.size;
  const bool has_mark = position.last_move && position.last_move->kind == MoveKind::stone;
  const int point = has_mark ? static_cast<int>(position.last_move->point) : -1;
  const auto digits = std::to_string(size.height).size();
  std::string text = column_header(size.width, digits);
  for (int y = 0; y < size.height; ++y) {
    const int marked = has_mark && point / size.width == y ? point % size.width : -1;
    text.append(static_cast<std::size_t>(y), ' ');
    fmt::format_to(std::back_inserter(text), "{:>{}}", y + 1, digits);
    for (int x = 0; x < size.width; ++x) {
      text += gap(x, marked);
      text += symbol(position.cells[static_cast<std::size_t>(y * size.width + x)], ascii);
    }
    fmt::format_to(std::back_inserter(text), "{}{}\n", gap(size.width, marked), y + 1);
  }
  return text + column_header(size.width, digits + 1 + static_cast<std::size_t>(size.height));
}

}  // namespace ludex::hex
