#pragma once

#include "formats/text_splitter.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ludex {

/// Cuts a stream of KIF or KI2 bytes into the text of single games.
///
/// Neither has a separator. A game that has moves ends before a header of the next one (先手：,
/// 手合割：, ...), before a line 手数----, and before a move with the number 1 that begins no
/// variation. Lines `#` and other headers directly before these belong to the next game; if they
/// are longer than 64 KiB, all of them belong to the game before. A line that holds a
/// kRecordSeparator alone ends any game. Lines are recognised by their bytes, in UTF-8 and in
/// Shift_JIS; a stream in UTF-16 or in EUC-JP is one game. Lines end with LF, CR or CRLF.
///
/// Holds at most about max_record_bytes and a chunk; longer records come in pieces. Cost: one pass.
class KifSplitter final : public TextSplitter {
 public:
  /// \param format  kif or ki2
  KifSplitter(Format format, const SplitOptions& options, std::string_view head);

 private:
  void begin_record() override;
  std::size_t take_record(std::string_view bytes, bool final, RecordSink& sink) override;
  std::size_t take_oversize(std::string_view bytes, bool final, RecordSink& sink) override;
  [[nodiscard]] bool find_next_game(std::string_view bytes, bool final);
  [[nodiscard]] bool starts_game(std::string_view line);
  [[nodiscard]] bool starts_game_as_number(std::uint32_t ply);
  void end_run();

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  // In bytes of the window, which starts with the record or a later piece of it:
  std::size_t scanned_ = 0;        // looked at up to here
  std::size_t run_ = kNone;        // where the lines start that may belong to the next game
  bool in_line_ = false;           // the kind of the line at scanned_ is known
  bool run_was_too_long_ = false;  // and goes on

  bool has_lines_ = false;     // of the record, before the one at scanned_
  bool has_moves_ = false;     // of the record, or what only stands after its head
  bool has_numbers_ = false;   // a move with a number
  bool in_variation_ = false;  // the line before began one
};

}  // namespace ludex
