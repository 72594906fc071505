#pragma once

#include "ludex/game.hpp"
#include "query/rows/listed_games.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::clickhouse {

/// Packs what the view `games` shows of a game into one value: a listing then reads one column from
/// a server instead of sixty. Two varints, the game and its packed size; then for each value that
/// is not NULL: a varint of its place less that of the one before, times three, plus 0 for a whole
/// number (zigzag varint), 1 for a real (8 bytes) or 2 for a text (varint of its length, bytes).
[[nodiscard]] std::string pack_shown(ListedGames::Board board, std::span<const Value> values);

/// Appends some of the values. \param places  ascending, of those that are wanted
/// \throws DatabaseError if the row is damaged. Cost: some 200 ns for a game.
ListedGames::Board unpack_shown(std::string_view packed, std::span<const std::size_t> places,
                                std::vector<Value>& out);

/// A varint off the front of a packed text. \throws DatabaseError if there is none
[[nodiscard]] std::uint64_t take_number(std::string_view& text);

}  // namespace ludex::clickhouse
