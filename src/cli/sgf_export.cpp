#include "cli/sgf_export.hpp"

#include "cli/message.hpp"
#include "ludex/parse/charset.hpp"
#include "ludex/parse/sgf_parser.hpp"
#include "ludex/parse/sgf_writer.hpp"
#include "ludex/store/record_texts.hpp"

#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <string>

namespace ludex::cli {

namespace {

/// How the bytes of records were read.
class Readings {
 public:
  explicit Readings(SQLite::Database& sql)
      : select_(
            sql,
            "SELECT record.form, charset.written FROM game JOIN record ON record.id = record_id "
            "LEFT JOIN phrase charset ON charset.id = game.charset WHERE game.id = ?") {}

  struct Reading {
    TextForm form = TextForm::bytes;
    Charset charset = Charset::utf8;
  };

  Reading get(GameId game) {
    Reading reading;
    select_.reset();
    select_.bind(1, raw(game));
    if (!select_.executeStep()) return reading;
    reading.form = static_cast<TextForm>(select_.getColumn(0).getInt());
    const bool is_utf16 = reading.form == TextForm::utf16le || reading.form == TextForm::utf16be;
    if (!is_utf16) {  // the parser has made it UTF-8 already
      reading.charset = find_charset(select_.getColumn(1).getString()).value_or(Charset::utf8);
    }
    return reading;
  }

 private:
  SQLite::Statement select_;
};

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

void export_sgf(Database& database, std::span<const SelectedRecord> records, ByteOutput& output) {
  RecordTexts texts(database.sql());
  Readings readings(database.sql());
  SgfTree tree;
  for (const auto& [record, game] : records) {
    const std::string text = texts.text(record);
    const auto reading = readings.get(game);
    if (const auto problem = parse_sgf(text, reading.form, tree)) {
      print_message(
          fmt::format("record {} left out: {}", raw(record), problem_name(problem->kind)));
      continue;
    }
    output.write(write_sgf(
        tree, [&](std::string_view value) { return decode_value(reading.charset, value); }));
  }
}

}  // namespace ludex::cli
