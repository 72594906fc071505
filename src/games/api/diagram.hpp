#pragma once

#include "core/game_type.hpp"
#include "games/api/node_note.hpp"
#include "games/api/position.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// What a diagram shows, and beside what stands on the board.
struct Diagram {
  bool ascii = false;
  PointRect part;            ///< of the board, that is drawn
  std::vector<bool> hidden;  ///< by point, those of `part` that are left blank; empty: none
  /// By point: ASCII letters and digits, or one character of UTF-8 one column wide; "" where there
  /// is no mark. Empty: there is none at all.
  std::vector<std::string> marks;
};

/// How many columns a mark may take: on an empty point, and beside a piece.
struct MarkRoom {
  int on_empty = 0;
  int beside_piece = 0;
};

/// All of the board, without marks.
[[nodiscard]] Diagram whole_board(BoardSize size, bool ascii);

/// Marks that a diagram does not show, or not in full, of one ident.
struct ListedMarks {
  std::string_view ident;
  std::vector<NodeMark> marks;  ///< the first kMostListed of them; each names a point at most
  std::size_t count = 0;        ///< of all
};
inline constexpr std::size_t kMostListed = 40;

/// Marks laid out on a board.
struct MarkLayout {
  struct Symbol {
    std::string_view symbol;   ///< "△"
    std::string_view ident;    ///< "TR"; empty: a label that is too long for its point
    std::string_view meaning;  ///< "triangle"
  };
  Diagram diagram;
  std::vector<Symbol> symbols;  ///< that stand in the diagram, one an ident
  std::vector<ListedMarks> listed;
};

/// Lays out markup, expected moves (EX) and VW on a diagram; of two marks on one point the label
/// counts, then the sign, then territory. Other values (EL, FG) are listed.
/// \param marks  see RecordReader::marks_at()
/// \param whole  shows the whole board, whatever part of it VW names
/// Cost: at most some million points are marked, whatever the record says.
[[nodiscard]] MarkLayout lay_out_marks(const Position& position, std::span<const NodeMark> marks,
                                       bool ascii, bool whole);

}  // namespace ludex
