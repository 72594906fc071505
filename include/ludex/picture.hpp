#pragma once

#include "ludex/position.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ludex {

struct Query;

enum class PictureTheme : std::uint8_t { light, dark };

/// The signs on shogi pieces: Japanese characters (outlines, no font needed) or letters of SFEN.
enum class PieceSet : std::uint8_t { japanese, latin };

/// A next move to draw on the board.
struct PictureMove {
  std::string move;     ///< in the game's own notation, as ExploredMove::move
  double share = 0;     ///< share of the games, 0 to 1; sets the area of the disc
  std::string label{};  ///< text in the disc, if it fits; empty: the share in percent
  /// The point in the rectangle of a pattern; none: `move` says it.
  std::optional<BoardPoint> at{};
};

struct PictureOptions {
  PictureTheme theme = PictureTheme::light;
  PieceSet pieces = PieceSet::japanese;
  std::optional<int> width{};    ///< in pixels; none: scales to the available width
  std::uint32_t last_moves = 0;  ///< how many of the last moves are numbered
  bool coordinates = true;
  bool marks = true;    ///< the record's markup: triangles, labels, territory, arrows
  bool whole = false;   ///< the whole board, even if the record shows a part (VW)
  bool caption = true;  ///< names, result, date, move number, side to move
  /// The first pattern of this query is marked on the board. Must outlive the call.
  const Query* pattern = nullptr;
  std::vector<PictureMove> moves{};  ///< continuations
  std::string note{};                ///< extra text of the caption: "next moves in 1,234 games"
};

/// A board as an SVG document: UTF-8, ended by "\n". It needs no style sheet, script, font or other
/// file. Colors are attributes, so a style sheet of the page can override them through the classes
/// of the groups. The root holds the geometry, so that a page can map a click to a point:
/// data-game, data-columns, data-rows; data-x, data-y (the point in the first column and row);
/// data-step, and, if rows differ, data-row-step (downwards) and data-row-shift (to the right, for
/// each row). The caption is in the group `below`, which starts at data-board-height. Discs of next
/// moves have data-move, and pieces in hand data-hand ("P", gote's "p").
struct Picture {
  std::string svg;
  bool has_pattern = false;  ///< PictureOptions::pattern occurs in the position
};

}  // namespace ludex
