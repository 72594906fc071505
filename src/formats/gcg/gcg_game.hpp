#pragma once

#include "formats/game_info.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ludex {

/// What a line that starts with ">" says.
enum class GcgEventKind : std::uint8_t {
  play,        ///< tiles on the board
  pass,        ///< "-": a pass or a lost challenge
  exchange,    ///< "-TILES", "-5"
  withdrawal,  ///< "--": the play before comes off the board
  bonus,       ///< "(challenge)": points for a play that was challenged in vain
  end_rack,    ///< "(TILES)": points for what is left on racks, or a penalty for it
  time,        ///< "(time)": a penalty
  unread,      ///< not understood
};

/// An event as written, not judged. Texts are UTF-8.
struct GcgEvent {
  GcgEventKind kind = GcgEventKind::unread;
  std::uint8_t seat = 1;  ///< from 1
  std::string nick;       ///< as written
  std::string rack;       ///< empty: not written
  std::uint16_t row = 0;  ///< of the play's first square, from 0; rows from the top
  std::uint16_t column = 0;
  bool down = false;
  std::string tiles;  ///< the word as written, tiles or count of an exchange, the end rack
  std::optional<int> score;
  std::optional<int> total;
  std::string words;               ///< what stands behind the total
  std::string note;                ///< lines joined by "\n"
  std::uint32_t offset_bytes = 0;  ///< in the record
  friend bool operator==(const GcgEvent&, const GcgEvent&) = default;
};

/// One GCG record: what it says of the game, and its events.
struct GcgGame {
  GameInfo info;                        ///< seats in the order of "#player1", "#player2", ...
  std::vector<std::string> nicks;       ///< by seat
  std::vector<std::string> last_racks;  ///< "#rack1", ... by seat; empty: not written
  std::string distribution;             ///< "#tile-distribution"
  std::string start_note;               ///< notes before the first event
  bool incomplete = false;              ///< "#incomplete", also in finished games
  /// Every other pragma as written: name without "#", value.
  std::vector<std::pair<std::string, std::string>> pragmas;
  std::vector<GcgEvent> events;
};

}  // namespace ludex
