#pragma once

#include "ludex/core/ids.hpp"
#include "ludex/replay/replay_script.hpp"
#include "ludex/store/database.hpp"

#include <vector>

namespace ludex::cli {

/// The bookmarks of a game of SGF, main line first; none where the text of its record was not kept.
/// Cost: reads the record again and, if it holds the word at all, replays the game.
[[nodiscard]] std::vector<Bookmark> read_bookmarks(Database& database, GameId game);

}  // namespace ludex::cli
