#pragma once

#include "formats/format.hpp"
#include "formats/record_sink.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ludex {

/// A record as it stands in a stream, with the end of its last line.
struct StreamRecord {
  std::string_view text;
  TextForm form = TextForm::bytes;
};

/// Records of one format that are put together, so that a splitter finds each of them again.
struct RecordStream {
  struct Open {
    std::string text;
    TextForm form = TextForm::bytes;
  };

  std::string text;    ///< what was appended and not yet taken out
  bool begun = false;  ///< something was appended before: no head is wanted
  /// The last record, where a reader may take what follows for a part of it.
  std::optional<Open> open;
  std::string head;  ///< the beginning of the stream, as far as it says how to read all of it

  /// Appends a record, and before it what parts it from those before. \returns false, appending
  /// nothing, if nothing parts them: see record_gap().
  [[nodiscard]] bool append(Format format, const StreamRecord& record, bool is_unclosed);
  /// The record before the one that comes next: `open`, or any that has its end.
  [[nodiscard]] StreamRecord last() const;
};

/// What stands between two records of one format, so that a splitter finds both where they are:
/// nothing, a line feed, or a line that holds a kRecordSeparator; or the format's own separator.
/// \returns none where nothing parts them.
[[nodiscard]] std::optional<std::string> record_gap(Format format, const StreamRecord& first,
                                                    const StreamRecord& second);

/// What stands before the first record of a stream: a byte order mark, where the format's splitter
/// knows UTF-16 by that alone.
[[nodiscard]] std::string_view stream_head(Format format, TextForm form);

/// ASCII in the encoding of the text around it.
[[nodiscard]] std::string in_form(std::string_view ascii, TextForm form);

/// Sees to the charsets of records that are put together, where the head of a stream says how to
/// read all of it: records leave behind the head that they came with.
class StreamCharsets {
 public:
  virtual ~StreamCharsets() = default;
  /// Call before a record is appended. Gives the stream a head if its first record needs one;
  /// counts the record if that will be read in another charset than `charset`.
  virtual void prepare(std::string_view record, std::string_view charset, RecordStream& stream) = 0;
  [[nodiscard]] std::uint64_t misread() const { return misread_; }

 protected:
  std::uint64_t misread_ = 0;
};

}  // namespace ludex
