#pragma once

#include "ludex/types.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ludex::crossword {

/// What a square multiplies.
struct Premium {
  std::uint8_t letter = 1;
  std::uint8_t word = 1;
};

/// The premium squares of a board.
struct BoardLayout {
  std::string_view name;  ///< as files write it: "CrosswordGame", "SuperCrosswordGame"
  BoardSize size;
  std::string_view squares;  ///< size.area() marks, row by row: see premium_of()
  [[nodiscard]] Premium at(Point point) const;
};

/// `'` and `"` and `^` double, triple, quadruple the letter, `-` `=` `~` the word; others do
/// nothing.
[[nodiscard]] Premium premium_of(char mark);

/// The board of a name: "CrosswordGame" and "standard15" of 15x15, "SuperCrosswordGame" and
/// "standard21" of 21x21, whatever their case; nullptr for a name not known here.
[[nodiscard]] const BoardLayout* find_layout(std::string_view name);
/// The usual board of a size: 15x15 or 21x21; nullptr for others.
[[nodiscard]] const BoardLayout* usual_layout(BoardSize size);
/// The board of a game that may name it; nullptr where it is not known here, or of another size.
/// Boards known here look the same with rows and columns exchanged.
[[nodiscard]] const BoardLayout* layout_of(const std::optional<std::string>& name, BoardSize size);

}  // namespace ludex::crossword
