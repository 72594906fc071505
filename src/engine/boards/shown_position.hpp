#pragma once

#include "engine/boards/game_source.hpp"
#include "games/api/node_note.hpp"
#include "games/api/position.hpp"
#include "games/api/query_position.hpp"
#include "ludex/moves.hpp"
#include "ludex/position.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// "Black", "Gote", "player 3".
[[nodiscard]] std::string player_word(const Position& position);

/// The marks at a position of a stored game, and the record to which they refer.
struct RecordMarks {
  std::optional<GameRecord> record;
  std::vector<NodeMark> marks;
};
[[nodiscard]] RecordMarks marks_of(GameSource& games, GameId game, std::uint32_t ply);

// What the members of Engine answer.

[[nodiscard]] std::optional<GamePosition> show_position(GameSource& games, GameId game,
                                                        std::optional<std::uint32_t> ply);
[[nodiscard]] std::optional<Drawing> draw_position(GameSource& games, GameId game,
                                                   std::uint32_t ply,
                                                   const DrawingOptions& options);
[[nodiscard]] std::vector<NamedPly> read_bookmarks(GameSource& games, GameId game);
[[nodiscard]] std::vector<PlayedPly> list_moves(GameSource& games, GameId game, Notation notation);
[[nodiscard]] std::vector<NodeComment> list_comments(GameSource& games, GameId game);
[[nodiscard]] BoardPosition show_asked(const QueryPosition& asked);
/// \throws UsageError if the text is not a move or the move is illegal
[[nodiscard]] BoardPosition show_played(const Position& before, std::string_view move);

}  // namespace ludex
