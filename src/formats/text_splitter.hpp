#pragma once

#include "formats/splitter.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ludex {

/// What the splitters of formats made of lines share: byte order marks, blanks between records,
/// junk, and what a chunk leaves unfinished. Where a record ends is for those that derive from it.
/// Holds at most about max_record_bytes + 64 KiB, if they take what is longer in pieces.
class TextSplitter : public Splitter {
 public:
  void feed(std::string_view chunk, RecordSink& sink) override;
  void finish(RecordSink& sink) override;

 protected:
  /// \param format              what it splits, without brackets around records: they take what
  ///                            follows the last of them for a part of it
  /// \param start_offset_bytes  where in the stream the first byte fed stands
  /// \param head                where that is not 0: the first bytes of the stream
  TextSplitter(Format format, std::uint64_t start_offset_bytes, std::size_t max_record_bytes,
               std::string_view head);

  /// The next window starts with the first byte of a record, which is no blank.
  virtual void begin_record() = 0;
  /// Hands the record over if it ends in the window, or `final` ends the stream; begins to take it
  /// in pieces if it is too long. Returns how many bytes of the window are done with; what is not
  /// comes again, with more behind it.
  virtual std::size_t take_record(std::string_view window, bool final, RecordSink& sink) = 0;
  /// The same for the next piece of a record that is too long.
  virtual std::size_t take_oversize(std::string_view window, bool final, RecordSink& sink) = 0;

  [[nodiscard]] TextForm form() const { return form_; }
  [[nodiscard]] std::size_t max_record_bytes() const { return max_record_bytes_; }

  /// Hands over a record that starts with the window; its place and form are filled in.
  void give_record(FoundRecord found, RecordSink& sink);
  void begin_oversize(RecordSink& sink);
  void give_piece(std::string_view piece, bool last, RecordSink& sink);
  /// Done with so many bytes, in which the record goes on. \returns their number, here and below
  std::size_t pass(std::size_t bytes) {
    offset_bytes_ += bytes;
    return bytes;
  }
  /// Done with so many bytes, in which the record ends.
  std::size_t end_record(std::size_t bytes) {
    place_ = Place::between;
    return pass(bytes);
  }

 private:
  enum class Place : std::uint8_t { start, between, record, oversize };

  std::size_t feed_held(std::string_view chunk, RecordSink& sink);
  std::size_t advance(std::string_view window, bool final, RecordSink& sink);
  std::size_t take_mark(std::string_view window, bool final);
  std::size_t skip_blanks(std::string_view window, bool final);
  void flush_junk(RecordSink& sink);
  void look_for_foreign(const FoundRecord& found, RecordSink& sink) const;

  Format format_;
  std::size_t max_record_bytes_;
  std::uint64_t offset_bytes_;      // of the window's first byte
  std::uint64_t junk_start_bytes_;  // end of the last record
  std::uint64_t record_offset_bytes_ = 0;
  Place place_;
  TextForm form_ = TextForm::bytes;
  std::string held_;  // what earlier chunks left unfinished
};

}  // namespace ludex
