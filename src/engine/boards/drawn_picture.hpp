#pragma once

#include "engine/boards/game_source.hpp"
#include "engine/boards/pattern_board.hpp"
#include "ludex/engine.hpp"
#include "ludex/picture.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace ludex {

/// Engine::picture(). \param engine  gives the row of the game for the caption
[[nodiscard]] std::optional<Picture> draw_picture(GameSource& games, Engine& engine, GameId game,
                                                  std::optional<std::uint32_t> ply,
                                                  const PictureOptions& options);
[[nodiscard]] Picture draw_picture(const Position& position, const PictureOptions& options);
/// \param hand  pieces in hand that the pattern asks for; empty: any
[[nodiscard]] Picture draw_picture(PatternBoard board, const std::string& hand,
                                   const PictureOptions& options);

}  // namespace ludex
