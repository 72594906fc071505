#include "formats/sgf/sgf_format.hpp"

#include "core/ascii.hpp"
#include "formats/position_readers.hpp"
#include "formats/sgf/sgf_parser.hpp"
#include "formats/sgf/sgf_record_reader.hpp"
#include "formats/sgf/sgf_splitter.hpp"
#include "formats/sgf/sgf_writer.hpp"

#include <algorithm>
#include <cstddef>

namespace ludex {
namespace {

constexpr std::string_view kEndings[] = {".sgf", ".sgfs", ".mgt", ".tsgf", ".hsgf", ".ggf", ".sof"};

bool starts_property(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && is_letter(text[length])) ++length;
  return length > 0 && length < text.size() && is_upper(text[0]) && text[length] == '[';
}

/// "(;" with a property or another node's end behind it, or a root without its semicolon.
bool holds_sgf(std::string_view text) {
  const auto skip_blanks = [&](std::size_t at) {
    while (at < text.size() && is_blank(text[at])) ++at;
    return at;
  };
  for (std::size_t at = text.find('('); at != text.npos; at = text.find('(', at + 1)) {
    const std::size_t next = skip_blanks(at + 1);
    if (next == text.size()) return false;
    if (text[next] != ';') {
      if (starts_property(text.substr(next))) return true;
      continue;
    }
    const std::size_t inside = skip_blanks(next + 1);
    if (inside == text.size()) return true;
    const char c = text[inside];
    if (is_letter(c) || c == ')' || c == ';' || c == '(') return true;
  }
  return false;
}

constexpr std::string_view kPositionPrefix = "sgf:";

bool is_setup(std::string_view text, const PositionTextOptions&) {
  return text.starts_with(kPositionPrefix);
}
QueryPosition read_setup(std::string_view text, const PositionTextOptions& options) {
  return read_sgf_setup(text.substr(kPositionPrefix.size()), options);
}

constexpr PositionNotation kPositions[] = {{is_setup, read_setup}};

bool is_hex(char c) { return is_digit(c) || (c >= 'A' && c <= 'F'); }

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

class SgfRecordWriter final : public RecordWriter {
 public:
  std::optional<Problem> write(std::string_view text, TextForm form, Charset charset,
                               std::string& out) override {
    SgfTree tree;
    if (auto problem = parse_sgf(text, form, tree)) return problem;
    out = write_sgf(tree, [&](std::string_view value) { return decode_value(charset, value); });
    return std::nullopt;
  }
};

}  // namespace

SgfFormat::SgfFormat()
    : FormatRoom({.name = "sgf",
                  .title = "SGF",
                  .endings = kEndings,
                  .evidence = Evidence::anywhere,
                  .line_mark = {"("},
                  .joining = {.runs_on = RunsOn::unclosed, .needs_utf16_mark = false},
                  .record_name = "an SGF record",
                  .positions = kPositions}) {}

bool SgfFormat::holds(std::string_view head) const { return holds_sgf(head); }

/// "(;GM[": as far as a comment of another format will not go.
bool SgfFormat::begins_record(std::string_view text, bool) const {
  if (!text.starts_with("(;")) return false;
  const std::size_t end =
      std::min(text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 2), text.size());
  return end > 2 && end < text.size() && text[end] == '[';
}

std::unique_ptr<Splitter> SgfFormat::make_splitter(const SplitOptions& options,
                                                   std::string_view) const {
  return std::make_unique<SgfSplitter>(options.start_offset_bytes, options.max_record_bytes);
}
std::unique_ptr<RecordReader> SgfFormat::make_reader(const ReadOptions& options) const {
  return std::make_unique<SgfRecordReader>(options);
}

std::unique_ptr<RecordWriter> SgfFormat::make_writer(std::string_view) const {
  return std::make_unique<SgfRecordWriter>();
}

/// "((;": a record begins at its own "(", so that another one before it is in no record.
std::optional<Problem> SgfFormat::fault_before_record(std::string_view between) const {
  const std::size_t last = between.find_last_not_of(" \t\r\n");
  if (last == std::string_view::npos || between[last] != '(') return std::nullopt;
  return Problem{ProblemKind::missing_semicolon, -1, last, {}};
}

const FormatRoom& sgf_format() {
  static const SgfFormat format;
  return format;
}

}  // namespace ludex
