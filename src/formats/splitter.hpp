#pragma once

#include "formats/format.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

inline constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
inline constexpr std::string_view kUtf16LittleEndianMark = "\xFF\xFE";
inline constexpr std::string_view kUtf16BigEndianMark = "\xFE\xFF";

[[nodiscard]] constexpr std::string_view without_utf8_mark(std::string_view text) {
  return text.starts_with(kUtf8Mark) ? text.substr(kUtf8Mark.size()) : text;
}

/// How the bytes of a record are to be read before a charset is known.
enum class TextForm : std::uint8_t {
  bytes = 0,       ///< one byte a syntax character
  pair_aware = 1,  ///< a lead byte 0x81-0xFE protects the byte after it (Shift_JIS, GBK, Big5)
  utf16le = 2,
  utf16be = 3,
};

[[nodiscard]] constexpr bool is_wide(TextForm form) {
  return form == TextForm::utf16le || form == TextForm::utf16be;
}
/// UTF-16 where a stream starts with its byte order mark, else bytes.
[[nodiscard]] constexpr TextForm form_by_mark(std::string_view head) {
  if (head.starts_with(kUtf16LittleEndianMark)) return TextForm::utf16le;
  return head.starts_with(kUtf16BigEndianMark) ? TextForm::utf16be : TextForm::bytes;
}
[[nodiscard]] constexpr std::string_view mark_of(TextForm form) {
  if (form == TextForm::utf16le) return kUtf16LittleEndianMark;
  return form == TextForm::utf16be ? kUtf16BigEndianMark : std::string_view{};
}

/// ASCII's record separator. Alone in a line it ends an SGF or GCG record that nothing else ends:
/// `export` writes it after records that would swallow the next one, as RFC 7464 does for JSON.
inline constexpr char kRecordSeparator = '\x1E';

/// One record, whole, as a splitter found it. The views are valid during the call only.
struct FoundRecord {
  std::string_view text;
  std::uint64_t offset_bytes = 0;  ///< of its first byte in the stream
  TextForm form = TextForm::bytes;
  bool unclosed = false;  ///< ended by the next record or by the end of the stream
  /// Values in the head of the stream that apply to records without their own: lines in the
  /// format's own syntax (CSA: version, encoding). Empty where nothing is carried.
  std::string_view context{};
  bool open_end = false;  ///< bytes added to the end of the stream may still belong to it
};

/// Takes what a splitter finds, in stream order. Every byte of a stream is handed over exactly
/// once: in a record, in the pieces of an oversize record, or as junk.
class RecordSink {
 public:
  virtual ~RecordSink() = default;
  virtual void record(const FoundRecord& found) = 0;
  /// A record longer than the splitter's limit comes in pieces; `last` ends it.
  virtual void oversize_piece(std::string_view piece, std::uint64_t record_offset_bytes,
                              bool last) = 0;
  /// Bytes between records (white space too), counted.
  virtual void junk(std::uint64_t offset_bytes, std::uint64_t length_bytes) = 0;
  /// Bytes that look like records of another format, before they are handed over as junk or in a
  /// record.
  virtual void foreign(Format looks_like, std::uint64_t offset_bytes, std::uint64_t length_bytes) {
    (void)looks_like, (void)offset_bytes, (void)length_bytes;
  }
};

/// Cuts a stream into the text of single records. One object per stream, one thread.
/// Chunks may end anywhere. The records depend on the bytes alone, and from the end of a record on
/// only on what follows: a splitter made with that offset goes on with the same records.
class Splitter {
 public:
  virtual ~Splitter() = default;

  /// Gives `sink` what ends inside `chunk`, in stream order. Views are valid during the call only.
  virtual void feed(std::string_view chunk, RecordSink& sink) = 0;

  /// Ends the stream. A record still open is given as it is, marked unclosed.
  virtual void finish(RecordSink& sink) = 0;

 protected:
  Splitter(std::uint64_t start_offset_bytes, std::size_t max_record_bytes)
      : max_record_bytes_(max_record_bytes < 16 ? 16 : max_record_bytes),
        offset_bytes_(start_offset_bytes),
        junk_start_bytes_(start_offset_bytes) {}

  /// Reports what lies between the last record and offset_bytes_.
  void flush_junk(RecordSink& sink) {
    if (offset_bytes_ > junk_start_bytes_) {
      sink.junk(junk_start_bytes_, offset_bytes_ - junk_start_bytes_);
    }
    junk_start_bytes_ = offset_bytes_;
  }

  std::size_t max_record_bytes_;
  std::uint64_t offset_bytes_;      // of the first byte that is not yet handed over or counted
  std::uint64_t junk_start_bytes_;  // end of the last record
};

/// A file that belongs to a stream, as the names of players beside binary records.
struct Companion {
  std::string name;  ///< of the file, without its folder
  std::string bytes;
};

/// What a splitter knows beside the bytes of its stream. What its companions and its header say
/// of a record goes on as FoundRecord::context.
struct SplitOptions {
  std::uint64_t start_offset_bytes = 0;  ///< where in the stream the first byte fed stands
  std::size_t max_record_bytes = 16 * 1024 * 1024;  ///< longer ones come in pieces
  std::vector<Companion> companions{};              ///< see FormatTraits::companions
};

/// \param head  the first bytes of the stream, if it does not start there
[[nodiscard]] std::unique_ptr<Splitter> make_splitter(Format format,
                                                      const SplitOptions& options = {},
                                                      std::string_view head = {});

}  // namespace ludex
