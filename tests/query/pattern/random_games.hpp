#pragma once

#include "query/made_games.hpp"

#include <fmt/format.h>

#include <string>

namespace ludex::test {

inline std::string letters(int point, int width) {
  return {static_cast<char>('a' + point % width), static_cast<char>('a' + point / width)};
}

/// Games of random moves on a small board, which captures, passes, suicides and setup come about
/// on.
[[nodiscard]] inline std::string random_sgf(Picker& pick, int game_number, int side, int moves) {
  std::string text = fmt::format("(;GM[{}]FF[4]SZ[{}]", game_number, side);
  const auto area = static_cast<std::size_t>(side * side);
  const auto point = [&] { return letters(static_cast<int>(pick.below(area)), side); };
  if (pick.one_in(5)) text += "AB[" + point() + "][" + point() + "]";
  bool black = true;
  for (int i = 0; i < moves; ++i, black = !black) {
    text += black ? ";B" : ";W";
    text += pick.one_in(40) ? "[]" : "[" + point() + "]";
    if (pick.one_in(60)) text += ";AE[" + point() + "]AW[" + point() + "]";
    if (pick.one_in(80)) text += ";PL[B]AB[" + point() + "]";
  }
  return text + ")\n";
}

}  // namespace ludex::test
