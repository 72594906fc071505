#pragma once

#include "formats/gcg/gcg.hpp"
#include "formats/line_record.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ludex {

/// The kind of a GCG line, by its start.
enum class GcgLine : std::uint8_t {
  blank,
  event,        ///< ">nick:"
  player,       ///< "#player1" to "#player9"
  encoding,     ///< "#character-encoding"
  head,         ///< "#title", "#lexicon", ...: stands before the players
  description,  ///< stands there too, in some files at the end
  other,        ///< any other pragma; in a note a hashtag that starts a line
  note,
  tail,  ///< "#rack1", "#incomplete", ...: stands after the events
  text,  ///< no pragma, no event
};

/// How many characters of a line show its kind, if it is no event.
inline constexpr int kGcgLineHead = 48;
/// Events that are longer have no score here.
inline constexpr int kLongestGcgEvent = 512;

/// \param line  a line without its end, or its first kGcgLineHead characters
[[nodiscard]] GcgLine gcg_line_kind(std::string_view line);

/// An event from its ">" on, without the number before it ("8:>Paul:"). Empty: the line is none.
[[nodiscard]] std::string_view from_gcg_angle(std::string_view line);

/// The digit of "#player1".
[[nodiscard]] int gcg_player_number(std::string_view line);

/// Whose event it is, and what it says of the score. `nick` is a view into the line.
struct GcgScore {
  std::string_view nick;
  int score = 0;
  int total = 0;
};

/// Of ">Paul: ABC 8H CAB +16 16", if both score and total are written.
[[nodiscard]] std::optional<GcgScore> gcg_event_score(std::string_view line);

/// True if a stream's first bytes are GCG: a line names a player, or is an event with its score.
[[nodiscard]] bool holds_gcg(std::string_view head);

/// Parses the text after ">nick:" into kind, rack, place, tiles, score, total and words.
/// \param utf8  without control characters
/// \returns     false where it is no event; then the kind is `unread`
[[nodiscard]] bool parse_gcg_event(std::string_view utf8, GcgEvent& event);

inline constexpr std::size_t kMaxGcgSeats = 4;

/// Equal for "Adam_Logan", "Adam Logan" and "adamlogan".
[[nodiscard]] std::string loose_gcg_name(const std::string& name);

/// Says whose each event is, by the nicks of the pragmas; a nick that no pragma names is a player
/// without one, or a player of no pragma, or else a slip: then the turn decides.
/// \param record  what the events' offsets count in
void assign_gcg_seats(GcgGame& game, std::string_view record, LineReports& reports);

/// Scores of the seats and the result, from the totals as written.
void add_gcg_result(GcgGame& game);

}  // namespace ludex
