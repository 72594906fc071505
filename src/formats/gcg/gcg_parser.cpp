#include "formats/gcg/gcg_parser.hpp"

#include "formats/charset/utf16.hpp"
#include "formats/gcg/gcg_reader.hpp"
#include "formats/text_lines.hpp"

#include <optional>
#include <string>

namespace ludex {
namespace {

constexpr std::string_view kEncodingPragma = "#character-encoding";

/// The value of "#character-encoding"; empty where it is not written.
std::string_view encoding_label(std::string_view record) {
  for (auto at = record.find(kEncodingPragma); at != record.npos;
       at = record.find(kEncodingPragma, at + 1)) {
    if (at > 0 && record[at - 1] != '\n' && record[at - 1] != '\r') continue;
    const std::string_view rest = record.substr(at + kEncodingPragma.size());
    return trimmed_text(rest.substr(0, rest.find_first_of("\r\n")));
  }
  return {};
}

CharsetChoice choose(std::string_view record) {
  const std::string_view label = encoding_label(record);
  if (label.empty() && is_ascii(record)) return {.charset = Charset::ascii};
  CharsetChoice choice = choose_charset({&record, 1}, label.empty() ? "ISO-8859-1" : label);
  // What is no UTF-8, whatever it says, is what GCG was written in before.
  if (choice.label_wrong && find_charset(label) == Charset::utf8 &&
      valid_in(Charset::iso_8859_1, record)) {
    choice.charset = Charset::iso_8859_1;
  }
  return choice;
}

void reset(GcgGame& game) {
  game.info = {};
  game.info.game = GameType::crossword;
  game.nicks.clear();
  game.last_racks.clear();
  game.distribution.clear();
  game.start_note.clear();
  game.incomplete = false;
  game.pragmas.clear();
  game.events.clear();
}

}  // namespace

std::optional<Problem> parse_gcg(std::string_view record, const GcgOptions& options, GcgGame& out) {
  reset(out);
  std::string utf8;
  const std::optional<Charset> wide = wide_charset(options.form);
  if (wide) {
    utf16_to_utf8(record, wide == Charset::utf16be, utf8);
    record = utf8;
  }
  const bool marked = record.starts_with(kUtf8Mark);
  CharsetChoice choice = wide || marked ? CharsetChoice{.charset = Charset::utf8} : choose(record);
  if (options.charset && !wide) choice = {.charset = *options.charset};
  record = without_utf8_mark(record);
  std::optional<Problem> reject = GcgReader(record, options, choice, out).read();
  if (wide) out.info.charset = charset_name(*wide);
  return reject;
}

}  // namespace ludex
