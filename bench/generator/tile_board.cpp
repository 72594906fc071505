#include "tile_board.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdlib>

namespace ludex::bench {
namespace {

constexpr int kMiddle = 7;
constexpr int kTries = 24;
constexpr int kRack = 7;
constexpr int kBingo = 50;

/// Of the letters A to Z.
constexpr int kCounts[] = {9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2,
                           6, 8, 2, 1, 6,  4, 6, 4, 2, 2, 1, 2, 1};
constexpr int kValues[] = {1, 3, 3, 2,  1, 4, 2, 4, 1, 8, 5, 1, 3,
                           1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10};

struct Multiplier {
  int letter = 1;
  int word = 1;
};

/// By the distances from the middle, the larger one first.
Multiplier multiplier(int row, int column) {
  const int a = std::abs(row - kMiddle);
  const int b = std::abs(column - kMiddle);
  const int far = std::max(a, b);
  const int near = std::min(a, b);
  if (far == 7 && (near == 7 || near == 0)) return {1, 3};
  if (far == near && (far == 0 || (far >= 3 && far <= 6))) return {1, 2};
  if (near == 2 && (far == 2 || far == 6)) return {3, 1};
  if ((far == 7 && near == 4) || (far == 5 && near == 1) || (far == 1 && near == 1) ||
      (far == 4 && near == 0)) {
    return {2, 1};
  }
  return {};
}

bool is_letter(char tile) { return std::isalpha(static_cast<unsigned char>(tile)) != 0; }

}  // namespace

std::string english_tiles() {
  std::string tiles = "??";
  for (int i = 0; i < 26; ++i)
    tiles.append(static_cast<std::size_t>(kCounts[i]), static_cast<char>('A' + i));
  return tiles;
}

int tile_value(char tile) { return tile >= 'A' && tile <= 'Z' ? kValues[tile - 'A'] : 0; }

int tile_values(std::string_view tiles) {
  int sum = 0;
  for (const char tile : tiles) sum += tile_value(tile);
  return sum;
}

char TileBoard::at(int row, int column) const {
  if (row < 0 || column < 0 || row >= kSide || column >= kSide) return '\0';
  return cells_[static_cast<std::size_t>(row * kSide + column)];
}

TilePlay TileBoard::find_play(const std::string& rack, Random& random) const {
  TilePlay best;
  for (int i = 0; i < kTries; ++i) {
    TilePlay play = try_play(rack, random);
    if (!play.word.empty() && (best.word.empty() || play.score > best.score)) best = play;
  }
  return best;
}

// From a square at random on, some tiles of the rack, and what lies before, between and after.
TilePlay TileBoard::try_play(const std::string& rack, Random& random) const {
  std::string tiles = rack;
  for (std::size_t i = tiles.size(); i > 1; --i) {
    std::swap(tiles[i - 1], tiles[random.below(static_cast<std::uint32_t>(i))]);
  }
  std::size_t wanted = 1 + random.below(static_cast<std::uint32_t>(tiles.size()));
  TilePlay play;
  play.down = random.chance(500);
  const int row_step = play.down ? 1 : 0;
  const int column_step = play.down ? 0 : 1;
  int row = random.between(0, kSide - 1);
  int column = random.between(0, kSide - 1);
  if (empty_) {
    row = column = kMiddle;
    wanted = std::max<std::size_t>(wanted, 2);
  }
  while (at(row - row_step, column - column_step) != '\0') {
    row -= row_step;
    column -= column_step;
  }
  play.row = row;
  play.column = column;
  bool joined = false;
  std::size_t used = 0;
  for (; row < kSide && column < kSide; row += row_step, column += column_step) {
    if (at(row, column) != '\0') {
      play.word += '.';
      joined = true;
      continue;
    }
    if (used == wanted || used == tiles.size()) break;
    char tile = tiles[used++];
    if (tile == '?') tile = static_cast<char>('a' + random.below(26));
    play.word += tile;
    joined = joined || joins(row, column);
  }
  if (!joined || used == 0 || (play.word.size() == 1 && empty_)) return {};
  play.score = score(play);
  return play;
}

bool TileBoard::joins(int row, int column) const {
  if (empty_) return row == kMiddle && column == kMiddle;
  return at(row - 1, column) != '\0' || at(row + 1, column) != '\0' ||
         at(row, column - 1) != '\0' || at(row, column + 1) != '\0';
}

int TileBoard::score(const TilePlay& play) const {
  int sum = 0;
  int factor = 1;
  int crosses = 0;
  int placed = 0;
  bool crossed = false;
  int row = play.row;
  int column = play.column;
  for (const char tile : play.word) {
    if (tile == '.') {
      sum += tile_value(at(row, column));
    } else {
      const Multiplier times = multiplier(row, column);
      sum += tile_value(tile) * times.letter;
      factor *= times.word;
      ++placed;
      const int cross = cross_score(row, column, !play.down, tile);
      crossed = crossed || cross >= 0;
      crosses += std::max(cross, 0);
    }
    (play.down ? row : column) += 1;
  }
  const bool only_cross = play.word.size() == 1 && crossed;
  return (only_cross ? 0 : sum * factor) + crosses + (placed == kRack ? kBingo : 0);
}

/// The word that a new tile makes in the other direction; -1 if it makes none.
int TileBoard::cross_score(int row, int column, bool down, char tile) const {
  const Multiplier times = multiplier(row, column);
  int sum = tile_value(tile) * times.letter;
  int others = 0;
  for (const int step : {-1, 1}) {
    int r = row + (down ? step : 0);
    int c = column + (down ? 0 : step);
    while (at(r, c) != '\0') {
      sum += tile_value(at(r, c));
      ++others;
      (down ? r : c) += step;
    }
  }
  return others == 0 ? -1 : sum * times.word;
}

void TileBoard::put(const TilePlay& play) {
  for (std::size_t i = 0; i < play.word.size(); ++i) {
    const int along = static_cast<int>(i);
    const int row = play.row + (play.down ? along : 0);
    const int column = play.column + (play.down ? 0 : along);
    if (is_letter(play.word[i]))
      cells_[static_cast<std::size_t>(row * kSide + column)] = play.word[i];
  }
  empty_ = false;
}

void TileBoard::take_back(const TilePlay& play) {
  for (std::size_t i = 0; i < play.word.size(); ++i) {
    const int along = static_cast<int>(i);
    const int row = play.row + (play.down ? along : 0);
    const int column = play.column + (play.down ? 0 : along);
    if (is_letter(play.word[i])) cells_[static_cast<std::size_t>(row * kSide + column)] = '\0';
  }
  empty_ = std::all_of(cells_.begin(), cells_.end(), [](char cell) { return cell == '\0'; });
}

}  // namespace ludex::bench
