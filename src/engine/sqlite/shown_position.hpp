#pragma once

#include "ludex/position.hpp"
#include "store/database.hpp"

#include <optional>
#include <vector>

namespace ludex {

/// See Engine::position(), Engine::draw() and Engine::bookmarks().
[[nodiscard]] std::optional<GamePosition> shown_position(Database& database, GameId game,
                                                         std::optional<std::uint32_t> ply);
[[nodiscard]] std::optional<Drawing> drawing_of(Database& database, GameId game, std::uint32_t ply,
                                                const DrawingOptions& options);
[[nodiscard]] std::vector<NamedPly> bookmarks_of(Database& database, GameId game);

}  // namespace ludex
