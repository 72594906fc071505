#pragma once

#include "formats/text_splitter.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// Cuts a stream of GCG bytes into the text of single games.
///
/// GCG has no separator: a game starts at "#player1" once the game before it has an event (a line
/// ">nick:") or two players, and takes along the header before it, up to 64 KiB. A header starts at
/// a byte order mark, at a pragma that stands before the players ("#title", "#lexicon", ...) or at
/// a "#player2" that the game before has already; what stands between it and "#player1" is its
/// own: notes, racks, "#incomplete", text. Before a header these belong to the game before, as do a
/// "#description" and unknown pragmas directly before "#character-encoding".
///
/// Headers stand inside games too: files of MAGPIE have "#character-encoding" or "#description"
/// between two events. A header without "#player1" starts a game only if the event after it starts
/// from zero (total = score) where its player had points in the game before, or where that had all
/// of its players. Lines end with LF, CR or CRLF.
/// A line that holds a kRecordSeparator alone ends any game.
/// A record starts and ends with bytes that are not blank; what lies between is junk.
///
/// UTF-16 is recognised by its byte order mark; a splitter that starts in the stream needs its head
/// for that. The last record of a stream has an open end. Holds at most about max_record_bytes and
/// a chunk; longer records come in pieces. Cost: one pass, some 1 ns a byte.
class GcgSplitter final : public TextSplitter {
 public:
  /// \param start_offset_bytes  where in the stream the first byte fed stands
  /// \param head                where that is not 0: the first bytes of the stream
  explicit GcgSplitter(std::uint64_t start_offset_bytes = 0,
                       std::size_t max_record_bytes = 16 * 1024 * 1024, std::string_view head = {});

 private:
  void begin_record() override;
  std::size_t take_record(std::string_view bytes, bool final, RecordSink& sink) override;
  std::size_t take_oversize(std::string_view bytes, bool final, RecordSink& sink) override;
  [[nodiscard]] bool find_next_game(std::string_view bytes, bool final);
  [[nodiscard]] bool starts_game(std::string_view line);
  [[nodiscard]] bool starts_game_as_player(int number);
  [[nodiscard]] bool starts_game_as_event(std::string_view line);
  [[nodiscard]] bool starts_from_zero(std::string_view nick, int score, int total) const;
  void begin_run(bool header);
  void drop_run();
  void limit_run();

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  static constexpr std::uint16_t player_bit(int number) {
    return static_cast<std::uint16_t>(1U << static_cast<unsigned>(number));
  }

  /// What has played in the record, and the last total.
  struct Nick {
    std::string text;
    int total;
  };

  // In characters of the window, which starts with the record or a later piece of it:
  std::size_t scanned_ = 0;  // looked at up to here
  std::size_t run_ = kNone;  // where the lines start that may belong to the next game
  bool in_line_ = false;     // the kind of the line at scanned_ is known

  // Of the record, without its run:
  bool has_events_ = false;
  std::uint16_t players_ = 0;  // player_bit() of each that a pragma names
  std::vector<Nick> nicks_;

  bool in_note_ = false;
  bool run_is_header_ = false;  // notes and text do not end it
  bool run_has_head_ = false;   // "#character-encoding" does not begin it anew
  std::uint16_t run_players_ = 0;
};

}  // namespace ludex
