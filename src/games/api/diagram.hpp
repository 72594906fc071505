#pragma once

#include "games/api/position.hpp"
#include "ludex/types.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// The contents of a diagram, and the text beside the board.
struct Diagram {
  bool ascii = false;
  PointRect part;            ///< of the board, that is drawn
  std::vector<bool> hidden;  ///< by point, those of `part` that are left blank; empty: none
  /// By point: ASCII letters and digits, or one character of UTF-8 one column wide; "" where there
  /// is no mark. Empty: there is none at all.
  std::vector<std::string> marks;
};

/// The columns available for a mark: on an empty point, and next to a piece.
struct MarkRoom {
  int on_empty = 0;
  int beside_piece = 0;
};

/// All of the board, without marks.
[[nodiscard]] inline Diagram whole_board(BoardSize size, bool ascii) {
  return {ascii, {0, 0, size.width - 1, size.height - 1}, {}, {}};
}

[[nodiscard]] inline std::string_view mark_of(const Diagram& diagram, Point point) {
  return diagram.marks.empty() ? std::string_view{} : diagram.marks[point];
}

[[nodiscard]] inline bool is_hidden(const Diagram& diagram, Point point) {
  return !diagram.hidden.empty() && diagram.hidden[point];
}

/// Of a mark: see Diagram::marks.
[[nodiscard]] inline int columns_of(std::string_view mark) {
  const bool is_symbol = !mark.empty() && static_cast<unsigned char>(mark.front()) >= 0x80;
  return is_symbol ? 1 : static_cast<int>(mark.size());
}

/// A line of a diagram: characters of UTF-8, each one column wide.
class DiagramRow {
 public:
  DiagramRow(int columns, std::string_view fill)
      : cells_(static_cast<std::size_t>(columns), std::string(fill)) {}

  void put(int column, std::string_view character) {
    cells_[static_cast<std::size_t>(column)] = character;
  }
  void blank(int first, int columns) {
    for (int i = 0; i < columns; ++i) put(first + i, " ");
  }
  /// Puts a mark so that it ends in `last`.
  void put_mark(int last, std::string_view mark) {
    const int columns = columns_of(mark);
    if (columns == 1) return put(last, mark);
    for (int i = 0; i < columns; ++i) {
      put(last - columns + 1 + i, mark.substr(static_cast<std::size_t>(i), 1));
    }
  }
  [[nodiscard]] std::string text() const {
    std::string text;
    for (const std::string& cell : cells_) text += cell;
    return text;
  }

 private:
  std::vector<std::string> cells_;
};

}  // namespace ludex
