#pragma once

#include "games/api/replay_script.hpp"
#include "query/rows/game_record.hpp"

#include <vector>

namespace ludex::cli {

/// The bookmarks of a game of SGF, main line first. Cost: a replay, if the record holds the word.
[[nodiscard]] std::vector<Bookmark> read_bookmarks(GameRecord& record);

}  // namespace ludex::cli
