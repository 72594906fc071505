#include "engine/sqlite/export/sgf_export.hpp"

#include "formats/charset/charset.hpp"
#include "formats/sgf/sgf_parser.hpp"
#include "formats/sgf/sgf_writer.hpp"

namespace ludex {

namespace {

bool is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F'); }

/// A value as UTF-8, its escapes kept. Bytes that mean nothing in the charset became `\xE9`, whose
/// backslash is text and not an escape: it is written as such.
std::string decode_value(Charset charset, std::string_view raw_value) {
  std::string utf8;
  if (append_utf8(charset, raw_value, utf8) == 0) return utf8;
  std::string escaped;
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    if (utf8[i] == '\\' && i + 3 < utf8.size() && utf8[i + 1] == 'x' && is_hex(utf8[i + 2]) &&
        is_hex(utf8[i + 3])) {
      escaped += '\\';
    }
    escaped += utf8[i];
  }
  return escaped;
}

}  // namespace

std::optional<Problem> SgfExport::parse(std::string_view text, const RecordReading& reading) {
  SgfTree tree;
  if (auto problem = parse_sgf(text, reading.form, tree)) return problem;
  written_ =
      write_sgf(tree, [&](std::string_view value) { return decode_value(reading.charset, value); });
  return std::nullopt;
}

}  // namespace ludex
