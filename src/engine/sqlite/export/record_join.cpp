#include "engine/sqlite/export/record_join.hpp"

#include "formats/charset/charset.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace ludex {

namespace {

/// Bytes that are no character of UTF-8 become U+FFFD, control characters blanks.
std::string readable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const bool is_control = static_cast<unsigned char>(text.front()) < ' ' || text.front() == 0x7F;
    std::size_t size = 1;
    while (size < 4 && size < text.size() && !is_utf8(text.substr(0, size))) ++size;
    const bool is_text = is_utf8(text.substr(0, size));
    out += is_control ? " " : is_text ? text.substr(0, size) : "\uFFFD";
    text.remove_prefix(is_text ? size : 1);
  }
  return out;
}

/// Of the first line, for messages.
std::string start_of(const StreamRecord& record) {
  constexpr std::size_t kShownBytes = 60;
  std::string copy;
  std::string_view text = record.text;
  if (is_wide(record.form)) {
    const bool big_endian = record.form == TextForm::utf16be;
    append_utf8(big_endian ? Charset::utf16be : Charset::utf16le, text.substr(0, 2 * kShownBytes),
                copy);
    text = copy;
  }
  return readable(text.substr(0, std::min(text.find_first_of("\r\n"), kShownBytes)));
}

std::string no_gap(const StreamRecord& record, const StreamRecord& before) {
  return fmt::format(
      "no reader would find where one record ends and the next begins: {} ... and {} ...; write "
      "them anew with `format`, or a file of each with `split` 1",
      start_of(before), start_of(record));
}

}  // namespace

void append_to_stream(Format format, const StreamRecord& record, bool is_unclosed,
                      ExportFile& file) {
  if (!file.append(format, record, is_unclosed)) throw Error(no_gap(record, file.last()));
}

}  // namespace ludex
