#pragma once

#include "formats/format_room.hpp"

#include <memory>

namespace ludex {

/// Writes the main lines of games of Othello as the 68 bytes of a .wtb, its three numbers 0: see
/// make_wthor_binder(). Games of WTHOR are copied.
///
/// Refuses games that a .wtb cannot hold: of other boards and starts, with moves that cannot be
/// made, and without a score. The score of a game that is over is that of the board; of others the
/// written one. The theoretical score, which only WTHOR has, is else the same.
[[nodiscard]] std::unique_ptr<RecordWriter> make_wthor_writer(Format from);

/// Gives games their headers, players and tournaments their numbers, in the order in which they
/// come; a .jou and a .trn hold the names, 0 is nobody. Names are windows-1252 where they can be,
/// else UTF-8; what is longer than its place is cut.
[[nodiscard]] std::unique_ptr<RecordBinder> make_wthor_binder();

/// Appends a game to the text of a .wtb, which begins with a header. \param row  says its year,
/// when the file was made, and the depth of its theoretical scores \throws Error if the file holds
/// games of another year, or too many
void append_wthor_game(std::string_view game, const RowValues& row, RecordStream& stream);

}  // namespace ludex
