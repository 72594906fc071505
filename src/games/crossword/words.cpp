#include "formats/values/fold.hpp"
#include "games/crossword/crossword_rules.hpp"
#include "games/crossword/state.hpp"

#include <algorithm>

namespace ludex::crossword {
namespace {

/// The tiles of a board by their place.
struct TileGrid {
  const Position& position;

  [[nodiscard]] TileCode at(int column, int row) const {
    const BoardSize size = position.size;
    if (column < 0 || row < 0 || column >= size.width || row >= size.height) return tile::kEmpty;
    return position.cells[static_cast<std::size_t>(row * size.width + column)];
  }
};

/// The letters through a square, as far as they go on in one direction; folded, a blank as its
/// letter.
std::string word_through(const TileGrid& grid, const TileNames& names, int column, int row,
                         bool down) {
  const int x = down ? 0 : 1, y = down ? 1 : 0;
  while (grid.at(column - x, row - y) != tile::kEmpty) {
    column -= x;
    row -= y;
  }
  std::string word;
  int tiles = 0;
  for (; grid.at(column, row) != tile::kEmpty; column += x, row += y, ++tiles) {
    word += names.text_of(tile::letter_of(grid.at(column, row)));
  }
  return tiles < 2 ? std::string() : fold(word);
}

}  // namespace

std::vector<std::string> words_formed(const Position& position) {
  const CrosswordState& state = state_of(position);
  if (!state.last_move || state.last_move->kind != CgpMove::Kind::play) return {};
  const CgpMove& play = *state.last_move;
  const TileGrid grid{position};
  std::vector<std::string> words;
  const auto add = [&](int column, int row, bool down) {
    std::string word = word_through(grid, state.names, column, row, down);
    if (!word.empty()) words.push_back(std::move(word));
  };
  add(play.column, play.row, play.down);
  for (std::size_t i = 0; i < play.tiles.size(); ++i) {
    if (play.tiles[i] == tile::kThrough) continue;
    const int step = static_cast<int>(i);
    add(play.column + (play.down ? 0 : step), play.row + (play.down ? step : 0), !play.down);
  }
  return words;
}

bool mover_holds(const Position& position, const std::vector<std::string>& tiles) {
  const CrosswordState& state = state_of(position);
  if (state.racks.empty()) return false;
  std::vector<std::string> rack;
  for (const TileCode code : state.racks.front()) {
    rack.push_back(fold(state.names.text_of(tile::is_blank(code) ? tile::kUndesignated : code)));
  }
  std::ranges::sort(rack);
  return std::ranges::includes(rack, tiles);
}

}  // namespace ludex::crossword
