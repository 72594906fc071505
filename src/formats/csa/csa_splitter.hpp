#pragma once

#include "formats/text_splitter.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ludex {

/// Cuts a stream of CSA bytes into the text of single games.
///
/// Games are separated by a line that is "/" alone, blanks beside it allowed; lines end with LF,
/// CRLF or CR. The last game needs neither "/" nor the end of a line. A record starts and ends with
/// the first and last bytes of a piece that are not blank. A piece without anything
/// but blank lines, comments ("'") and a version line holds no game: it is junk, and so are the "/"
/// lines and byte order marks before records.
///
/// Separators are looked for in raw bytes, before a charset is known. That is safe: "/", CR, LF,
/// blanks, "," and "'" are below 0x40, and no byte of a character beyond ASCII is (UTF-8 and
/// EUC-JP use bytes from 0x80 on, Shift_JIS trail bytes from 0x40 on). ISO-2022-JP does use 0x2F
/// inside its characters, but a line with such a character also holds its escape sequences.
/// UTF-16 is recognised by its byte order mark.
///
/// V3 says version and encoding once, at the head of the stream; records without such lines of
/// their own get those of the head as FoundRecord::context.
///
/// A splitter that starts in the stream needs its head too. The last record of a stream has an open
/// end unless a "/" follows it. Holds at most about max_record_bytes + 64 KiB; longer records come
/// in pieces. Cost: one search for "/", some 10 GB/s.
class CsaSplitter final : public TextSplitter {
 public:
  /// \param start_offset_bytes  where in the stream the first byte fed stands
  /// \param head                where that is not 0: the first bytes of the stream, some KiB
  explicit CsaSplitter(std::uint64_t start_offset_bytes = 0,
                       std::size_t max_record_bytes = 16 * 1024 * 1024, std::string_view head = {});

 private:
  void begin_record() override;
  std::size_t take_record(std::string_view bytes, bool final, RecordSink& sink) override;
  std::size_t take_oversize(std::string_view bytes, bool final, RecordSink& sink) override;
  [[nodiscard]] bool read_head(std::string_view text);

  std::size_t searched_ = 0;  // characters of the window before this hold no separator
  bool starts_line_ = true;   // the window's first character does
  bool head_read_ = false;
  std::string version_line_;  // of the stream's head
  std::string encoding_line_;
  std::string context_;
};

}  // namespace ludex
