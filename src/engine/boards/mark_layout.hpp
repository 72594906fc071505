#pragma once

#include "games/api/diagram.hpp"
#include "games/api/node_note.hpp"
#include "games/api/position.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace ludex {

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

/// The smallest rectangle around the points of VW, and those of it that VW does not name; the whole
/// board where there is no VW, or an empty one.
struct ShownPart {
  PointRect part;
  std::vector<bool> hidden;  ///< by point; empty: none
};
[[nodiscard]] ShownPart shown_part(BoardSize size, std::span<const NodeMark> marks);

/// Lays out markup, expected moves (EX) and VW on a diagram; of two marks on one point the label
/// counts, then the sign, then territory. Other values (EL, FG) are listed.
/// \param marks  see RecordReader::marks_at()
/// \param whole  shows the whole board, regardless of VW
/// Cost: at most about a million points are marked in any record.
[[nodiscard]] MarkLayout lay_out_marks(const Position& position, std::span<const NodeMark> marks,
                                       bool ascii, bool whole);

}  // namespace ludex
