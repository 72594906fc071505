#pragma once

#include "core/position_key.hpp"
#include "formats/cgp/cgp.hpp"
#include "formats/charset/charset.hpp"
#include "formats/game_info.hpp"
#include "formats/splitter.hpp"
#include "games/api/replay_script.hpp"
#include "ludex/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {

/// A line that starts with ">".
enum class GcgEventKind : std::uint8_t {
  play,        ///< tiles on the board
  pass,        ///< "-": a pass or a lost challenge
  exchange,    ///< "-TILES", "-5"
  withdrawal,  ///< "--": the play before comes off the board
  bonus,       ///< "(challenge)": points for a play that was challenged in vain
  end_rack,    ///< "(TILES)": points for tiles left on racks, or a penalty
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
  std::string words;               ///< the text after the total
  std::string note;                ///< lines joined by "\n"
  std::uint32_t offset_bytes = 0;  ///< in the record
  friend bool operator==(const GcgEvent&, const GcgEvent&) = default;
};

/// One GCG record: its game info and its events.
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

struct GcgOptions {
  TextForm form = TextForm::bytes;   ///< FoundRecord::form
  std::optional<Charset> charset{};  ///< overrides the declared charset
  std::size_t max_events = 10'000;
  std::size_t max_problems = 100;  ///< further ones are not noted
};

/// Reads one GCG record: pragmas and events, and what is found in the wild - racks left out,
/// lower-case coordinates, "8:" before an event, words after the total, notes of many lines,
/// players whose nick in the events is another one than in "#player1", up to four players. What is
/// not understood becomes a Problem at its offset in the record (UTF-16: in its form as UTF-8),
/// and the rest is read on. A line ">nick:" is an event if the nick is a player's that is known, or
/// if it can be read and has a score. A note goes on up to the next event or known pragma. Pragmas
/// that no field has room for are properties; unknown ones are problems too.
///
/// The charset is the forced one; else that of "#character-encoding", on whatever line, if the
/// bytes are valid in it; else UTF-8; else ISO-8859-1, GCG's own; else the likeliest.
///
/// Seats, scores and result are those of the totals as written; a result needs an end rack, since
/// nothing else says that a game was finished.
///
/// \param out  filled anew; its vectors are reused
/// \returns    why the record gave nothing: bad_syntax (no player and no event), too_many_nodes
/// Cost: one pass, no recursion.
[[nodiscard]] std::optional<Problem> parse_gcg(std::string_view record, const GcgOptions& options,
                                               GcgGame& out);

/// A moment of a GCG game; `seat_to_move` from 0.
using GcgStateVisitor = std::function<void(const CgpPosition& position, std::size_t seat_to_move)>;

/// Replays a GCG game: shows `visit` the state before each event and the final one, and notes what
/// is wrong. Ply n is the state before event n, counted from 0; a play that was taken back is two
/// plies, on the board and off it.
///
/// A state holds what is known at that moment: the rack that the event of the player to move says;
/// of the others, tiles of a play taken back, and with an empty bag what must be left. Scores are
/// the file's totals, before time penalties. Zero turns in a row: exchange, pass and a play taken
/// back add one, a play that stays resets them. Opcodes: lex, ld, bdn, var and gid as written, lm;
/// ld also where no lexicon is named and tiles and scores show that they are not English.
///
/// Never fails. A play that the board makes impossible and an event that was not understood end
/// the replay; they would have led to the ply first_illegal_ply. An event that was not
/// understood and has brought no points, as its player's next total shows, changes nothing: it
/// gives a ply and the replay goes on, while without the tiles of a lost play all later boards were
/// wrong. All else is a problem and goes on: a tile that the rack does not hold, more of a letter
/// than the bag holds, a play that touches no other (illegal too, but made), a score that the board
/// does not give, a total that the scores do not add up to. Scores are checked where layout and
/// distribution are known; else that is said once.
///
/// \param out  counts and problems; `ops` stays empty
void replay_gcg(const GcgGame& game, ReplayScript& out, const GcgStateVisitor& visit);

/// The board of a game: that of "#board-layout"; 15 x 15 where it is not known.
[[nodiscard]] BoardSize gcg_board_size(const GcgGame& game);

/// Replays a game into `out` (cleared first), packed.
/// \param keys  gets out.total_positions keys appended, that of ply n at n-th place; may be null
void compile_gcg(const GcgGame& game, ReplayScript& out, std::vector<PositionKey>* keys);

/// Writes a game as GCG in UTF-8: pragmas in one order, players, events with one blank between
/// their parts and upper-case coordinates, notes, last racks. Lines end in "\n". Reading what was
/// written gives the same game, except for places in the record and the order of pragmas.
[[nodiscard]] std::string write_gcg(const GcgGame& game);

}  // namespace ludex
