#pragma once

#include "core/position_key.hpp"
#include "store/game_row.hpp"

#include <cstdint>
#include <span>

namespace ludex {

/// 64 bits over what is stored of a game: its record's text, what was understood of it, its
/// problems, and the keys of all its positions. Equal content gives equal bits, however and with
/// whatever options of speed it was indexed; `info`'s signature is made of them.
[[nodiscard]] std::uint64_t content_hash(const RecordHash& record, std::uint32_t ordinal,
                                         const GameRow& game, std::span<const PositionKey> keys);

}  // namespace ludex
