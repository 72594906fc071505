#include "cli/sgf_export.hpp"

#include "cli/message.hpp"
#include "ludex/parse/charset.hpp"
#include "ludex/parse/sgf_parser.hpp"
#include "ludex/parse/sgf_writer.hpp"

#include <fmt/format.h>

#include <string_view>

namespace ludex::cli {

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

SgfExport::SgfExport(Database& database) : texts_(database.sql()), readings_(database.sql()) {}

bool SgfExport::read(const SelectedRecord& selected) {
  const auto& [record, game] = selected;
  const RecordReading reading = readings_.get(game);
  if (reading.format != Format::sgf) {
    print_message(fmt::format("record {} left out: it is not an SGF record", raw(record)));
    return false;
  }
  SgfTree tree;
  const std::string text = texts_.text(record);
  if (const auto problem = parse_sgf(text, reading.form, tree)) {
    print_message(fmt::format("record {} left out: {}", raw(record), problem_name(problem->kind)));
    return false;
  }
  written_ =
      write_sgf(tree, [&](std::string_view value) { return decode_value(reading.charset, value); });
  return true;
}

void SgfExport::append(ExportFile& file) const { file.text += written_; }

}  // namespace ludex::cli
