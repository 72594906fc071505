#pragma once

#include "formats/format.hpp"
#include "formats/splitter.hpp"
#include "formats/text_lines.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ludex {

struct ForeignText {
  Format format;
  std::size_t offset;  ///< of the line where it begins
};

/// The first line in a stream of `own` format that looks like a record of another, by which
/// detect_format() would know it. Bytes, not UTF-16.
/// Cost: a search for each byte that lines of other formats hold, and another pass over each line
/// that holds one.
[[nodiscard]] std::optional<ForeignText> find_foreign_text(std::string_view text, Format own);

/// The other format that a single line belongs to. Needs less evidence than find_foreign_text(): a
/// CSA version line or a name is enough. Knows only formats whose records begin with certain bytes.
[[nodiscard]] std::optional<Format> foreign_format_of_line(std::string_view line, Format own);

/// Looks at windows of the stream, which start with the first byte not yet handed over. What a
/// chunk leaves unfinished is held until more comes.
class WindowSplitter : public Splitter {
 public:
  void feed(std::string_view chunk, RecordSink& sink) override;

 protected:
  using Splitter::Splitter;

  /// Hands over what it can; returns how many bytes that were.
  virtual std::size_t advance(std::string_view window, bool final, RecordSink& sink) = 0;
  /// Hands over everything held.
  void advance_to_end(RecordSink& sink);

  static void note_foreign(const FoundRecord& found, const std::optional<ForeignText>& other,
                           RecordSink& sink);

  std::uint64_t record_offset_bytes_ = 0;

 private:
  std::size_t feed_held(std::string_view chunk, RecordSink& sink);
  void release_held();

  std::string held_;  // what earlier chunks left unfinished
};

/// What the splitters of formats made of lines share: byte order marks, blanks between records,
/// junk, and what a chunk leaves unfinished. Derived classes decide where a record ends. Holds at
/// most about max_record_bytes + 128 KiB, if they take longer records in pieces.
class TextSplitter : public WindowSplitter {
 public:
  void finish(RecordSink& sink) override;

 protected:
  /// \param format              what it splits, without brackets around records: they take what
  ///                            follows the last of them for a part of it
  TextSplitter(Format format, std::uint64_t start_offset_bytes, std::size_t max_record_bytes,
               std::string_view head);

  /// The next window starts with the first byte of a record, which is no blank.
  virtual void begin_record() = 0;
  /// Hands the record over if it ends in the window, or `final` ends the stream; begins to take it
  /// in pieces if it is too long. Returns how many bytes of the window are done with; what is not
  /// comes again, with more after it.
  virtual std::size_t take_record(std::string_view window, bool final, RecordSink& sink) = 0;
  /// The same for the next piece of a record that is too long.
  virtual std::size_t take_oversize(std::string_view window, bool final, RecordSink& sink) = 0;

  [[nodiscard]] TextForm form() const { return form_; }

  /// What is known of a record from its characters so far.
  struct Extent {
    std::size_t length;  ///< without the blanks at the end
    bool is_too_long;    ///< longer than max_record_bytes
    bool is_ended;       ///< by blanks that go on for 64 KiB beyond max_record_bytes
  };
  /// Measures the record that starts with the window and has `end` characters, or more.
  /// \pre `end` never goes down within a record. Cost: looks at each blank once.
  [[nodiscard]] Extent measure(const TextWindow& window, std::size_t end);

  /// Hands over a record that starts with the window; its place and form are filled in.
  void give_record(FoundRecord found, RecordSink& sink);
  void begin_oversize(RecordSink& sink);
  void give_piece(std::string_view piece, bool last, RecordSink& sink);
  /// Hands over the next piece of a record that is too long: up to `end_bytes` of the window, where
  /// the record ends if `found`; all of it if the stream ends first.
  std::size_t give_oversize(std::string_view window, std::size_t end_bytes, bool found, bool final,
                            RecordSink& sink);
  /// Reports that this many bytes are processed and the record continues. \returns their number,
  /// here and below
  std::size_t pass(std::size_t bytes) {
    offset_bytes_ += bytes;
    return bytes;
  }
  /// Reports that this many bytes are processed and the record ends.
  std::size_t end_record(std::size_t bytes) {
    place_ = Place::between;
    return pass(bytes);
  }

 private:
  enum class Place : std::uint8_t { start, between, record, oversize };

  std::size_t advance(std::string_view window, bool final, RecordSink& sink) override;
  std::size_t take_mark(std::string_view window, bool final);
  std::size_t skip_blanks(std::string_view window, bool final);

  Format format_;
  Place place_;
  TextForm form_ = TextForm::bytes;
  std::size_t measured_ = 0;  // characters of the record
  std::size_t solid_ = 0;     // the same without the blanks at their end
};

}  // namespace ludex
