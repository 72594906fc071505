#include "games/crossword/crossword_rules.hpp"
#include "games/crossword/scored_board.hpp"
#include "games/crossword/state.hpp"
#include "games/crossword/tile_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace ludex::crossword {
namespace {

std::size_t characters(std::string_view utf8) {
  return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

/// Columns that every square takes: those of the widest tile.
std::size_t square_width(const Position& position) {
  std::size_t width = 1;
  for (const TileCode code : position.cells) {
    if (tile::is_named(code)) {
      width = std::max(width, characters(state_of(position).names.text_of(code)));
    }
  }
  if (position.size.width > 26) width = std::max<std::size_t>(width, 3);
  return width;
}

void append_cell(std::string_view text, std::size_t width, std::string& out) {
  out += ' ';
  out += text;
  out.append(width - std::min(width, characters(text)), ' ');
}

std::string column_name(int column) {
  CgpMove move;
  move.column = static_cast<std::uint16_t>(column);
  const std::string coordinate = cgp_coordinate(move);  // "1A"
  return coordinate.substr(1);
}

std::string column_header(int width, std::size_t square) {
  std::string line = "    ";
  for (int column = 0; column < width; ++column) append_cell(column_name(column), square, line);
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

void append_players(const Position& position, std::string& text) {
  const CrosswordState& state = state_of(position);
  for (std::size_t i = 0; i < state.racks.size(); ++i) {
    const std::size_t seat = (state.seat - 1 + i) % state.racks.size() + 1;
    const std::string rack = cgp_tiles(state.names, state.racks[i]);
    fmt::format_to(std::back_inserter(text), "{} Player {}: {:>4}{}\n", i == 0 ? ">" : " ", seat,
                   state.scores[i], rack.empty() ? "" : "  " + rack);
  }
}

/// The text of an empty square: its premium, with the marks of BoardLayout.
std::string_view empty_square(const BoardLayout* layout, std::size_t point, bool ascii) {
  const bool is_plain = layout == nullptr || layout->squares[point] == ' ';
  if (is_plain) return ascii ? "." : "·";
  return layout->squares.substr(point, 1);
}

}  // namespace

std::optional<UnseenTiles> unseen_tiles(const Position& position) {
  const CrosswordState& state = state_of(position);
  const LetterDistribution* distribution = distribution_of(
      state.opcodes.distribution.value_or(""), state.opcodes.lexicon.value_or(""), position.size);
  if (distribution == nullptr) return std::nullopt;
  std::map<std::string_view, int> seen;
  const auto see = [&](TileCode code) { ++seen[state.names.text_of(bag_kind(code))]; };
  for (const TileCode code : position.cells) {
    if (code != tile::kEmpty) see(code);
  }
  for (const auto& rack : state.racks) {
    for (const TileCode code : rack) see(code);
  }
  UnseenTiles unseen;
  for (const LetterCount& letter : distribution->letters) {
    const int left = letter.count - std::exchange(seen[letter.text], 0);
    if (left < 0) return std::nullopt;
    unseen.count += left;
    const bool is_long = characters(letter.text) > 1;
    for (int i = 0; i < left; ++i) {
      unseen.text += is_long ? fmt::format("[{}]", letter.text) : std::string(letter.text);
    }
    if (left > 0) unseen.text += ' ';
  }
  for (const auto& [kind, more] : seen) {
    if (more > 0) return std::nullopt;
  }
  if (!unseen.text.empty()) unseen.text.pop_back();
  return unseen;
}

std::string draw_board(const Position& position, bool ascii) {
  const std::size_t square = square_width(position);
  const std::string header = column_header(position.size.width, square);
  const BoardLayout* layout = layout_of(state_of(position).opcodes.board_name, position.size);
  std::string text = header;
  for (int row = 0; row < position.size.height; ++row) {
    fmt::format_to(std::back_inserter(text), "{:4}", row + 1);
    for (int column = 0; column < position.size.width; ++column) {
      const auto point = static_cast<std::size_t>(row * position.size.width + column);
      const TileCode code = position.cells[point];
      const bool is_tile = code != tile::kEmpty;
      append_cell(
          is_tile ? state_of(position).names.text_of(code) : empty_square(layout, point, ascii),
          square, text);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    fmt::format_to(std::back_inserter(text), " {}\n", row + 1);
  }
  text += header;
  append_players(position, text);
  if (const auto unseen = unseen_tiles(position)) {
    fmt::format_to(std::back_inserter(text), "Unseen: {}{}{}\n", unseen->count,
                   unseen->text.empty() ? "" : "  ", unseen->text);
  }
  return text;
}

}  // namespace ludex::crossword
