#pragma once

#include "formats/splitter.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ludex {

/// Cuts a stream into CGP lines: one position a line, ended by LF, CRLF or CR, the last one also by
/// the end of the stream. A record is a line without its end. Lines that are blank, or whose first
/// character that is no blank is "#", are junk, and so are the ends of lines and byte order marks
/// before them. A line whose first max_record_bytes are blanks is junk, too.
///
/// Holds at most about max_record_bytes; longer lines come in pieces. Cost: two searches for a
/// byte, some 10 GB/s.
class CgpSplitter final : public Splitter {
 public:
  /// \param format  whose lines these are: USI has the same
  explicit CgpSplitter(std::uint64_t start_offset_bytes = 0,
                       std::size_t max_record_bytes = 16 * 1024 * 1024,
                       Format format = Format::cgp);

  void feed(std::string_view chunk, RecordSink& sink) override;
  void finish(RecordSink& sink) override;

 private:
  enum class Long : std::uint8_t { no, record, junk };

  std::string_view without_marks(std::string_view line);
  void hold(std::string_view part, RecordSink& sink);
  void begin_long(RecordSink& sink);
  void end_line(std::string_view part, bool open_end, RecordSink& sink);
  void give_line(std::string_view line, bool open_end, RecordSink& sink);
  void look_for_foreign(std::string_view line, RecordSink& sink);

  Format format_;
  std::uint64_t line_offset_bytes_ = 0;
  Long long_ = Long::no;           // what the line is that has grown over the limit
  std::optional<Format> foreign_;  // what the last lines were, if not those of format_
  std::string held_;               // the start of a line whose end has not come
};

}  // namespace ludex
