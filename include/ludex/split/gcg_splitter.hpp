#pragma once

#include "ludex/split/text_splitter.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ludex {

/// Cuts a stream of GCG bytes into the text of single games.
///
/// GCG has no separator: a game starts at "#player1" once the game before it has an event (a line
/// that starts with ">") or a "#player2"; what goes with it are the pragma lines directly before
/// it, from the last "#character-encoding" or byte order mark among them on, up to 64 KiB. "#note",
/// "#rack1",
/// "#incomplete" and text belong to the game before. A "#character-encoding" without a "#player1"
/// before the next event starts no game: some stand inside one. Lines end with LF, CR or CRLF.
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
  void limit_run();
  [[nodiscard]] bool starts_game(std::string_view line_head);

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  // In characters of the window, which starts with the record or a later piece of it:
  std::size_t scanned_ = 0;  // looked at up to here
  std::size_t run_ = kNone;  // where the pragmas start that may belong to the next game
  bool in_line_ = false;     // the kind of the line at scanned_ is known
  bool has_events_ = false;  // of the record
  bool has_player2_ = false;
};

}  // namespace ludex
