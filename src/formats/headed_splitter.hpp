#pragma once

#include "formats/text_splitter.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace ludex {

/// Says which lines begin the next record of a stream.
class RecordStart {
 public:
  virtual ~RecordStart() = default;
  /// Forgets the record before.
  virtual void begin() = 0;
  /// Looks at the next line of a record. \param line  its first characters
  /// \returns true if it begins another record; then it may be asked again
  [[nodiscard]] virtual bool is_next(std::string_view line) = 0;
  /// True if ordinary lines look like records of other formats.
  [[nodiscard]] virtual bool resembles_others() const { return false; }
};

/// Cuts a stream of text records, each of which begins with a line that RecordStart knows. Text
/// before the first such line is a record of its own. A record starts and ends with the first and
/// the last of its bytes that are not blank. UTF-16 is recognised by its byte order mark. The last
/// record of a stream has an open end.
class HeadedSplitter final : public TextSplitter {
 public:
  /// \param head  where start_offset_bytes is not 0: the first bytes of the stream
  HeadedSplitter(Format format, std::unique_ptr<RecordStart> start,
                 std::uint64_t start_offset_bytes, std::size_t max_record_bytes,
                 std::string_view head);

 private:
  void begin_record() override;
  std::size_t take_record(std::string_view bytes, bool final, RecordSink& sink) override;
  std::size_t take_oversize(std::string_view bytes, bool final, RecordSink& sink) override;
  void give(FoundRecord found, RecordSink& sink);
  [[nodiscard]] bool find_next(std::string_view bytes, bool final);

  std::unique_ptr<RecordStart> start_;
  std::size_t scanned_ = 0;  // characters of the window that belong to the record
  bool in_line_ = false;     // the line's start was looked at
};

}  // namespace ludex
