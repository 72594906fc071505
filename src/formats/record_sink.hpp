#pragma once

#include "core/byte_order_mark.hpp"
#include "formats/format.hpp"

#include <cstdint>
#include <string_view>

namespace ludex {

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
/// `export` writes it behind those that would swallow the next one, as RFC 7464 does for JSON.
inline constexpr char kRecordSeparator = '\x1E';

/// One record, whole, as a splitter found it. The views are valid during the call only.
struct FoundRecord {
  std::string_view text;
  std::uint64_t offset_bytes = 0;  ///< of its first byte in the stream
  TextForm form = TextForm::bytes;
  bool unclosed = false;  ///< ended by the next record or by the end of the stream
  /// What the head of the stream says for records that do not say it themselves: lines in the
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

}  // namespace ludex
