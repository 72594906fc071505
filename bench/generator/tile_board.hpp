#pragma once

#include "random.hpp"

#include <array>
#include <string>
#include <string_view>

namespace ludex::bench {

/// The English tiles, 100 of them, in a bag or on a rack: letters, and '?' for a blank.
[[nodiscard]] std::string english_tiles();
/// What a tile is worth; a lower-case letter is a blank.
[[nodiscard]] int tile_value(char tile);
[[nodiscard]] int tile_values(std::string_view tiles);

/// A play: tiles in order, '.' where one lies already.
struct TilePlay {
  int row = 0;  // from 0
  int column = 0;
  bool down = false;
  std::string word;
  int score = 0;
};

/// The standard board of 15 x 15 squares. Written without a look at the program's own.
class TileBoard {
 public:
  /// A play that the rules of placement allow, made of tiles on the rack: the best of some tries;
  /// its word is empty if none was found.
  [[nodiscard]] TilePlay find_play(const std::string& rack, Random& random) const;
  void put(const TilePlay& play);
  void take_back(const TilePlay& play);

 private:
  static constexpr int kSide = 15;

  [[nodiscard]] char at(int row, int column) const;
  [[nodiscard]] TilePlay try_play(const std::string& rack, Random& random) const;
  [[nodiscard]] bool joins(int row, int column) const;
  [[nodiscard]] int score(const TilePlay& play) const;
  [[nodiscard]] int cross_score(int row, int column, bool down, char tile) const;

  std::array<char, kSide * kSide> cells_{};
  bool empty_ = true;
};

}  // namespace ludex::bench
