#include "formats/sgf/sgf_format.hpp"

#include "core/ascii.hpp"
#include "formats/sgf/sgf_record_reader.hpp"
#include "formats/sgf/sgf_splitter.hpp"

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

}  // namespace

SgfFormat::SgfFormat()
    : FormatRoom({.name = "sgf",
                  .title = "SGF",
                  .endings = kEndings,
                  .evidence = Evidence::anywhere,
                  .line_mark = {"("}}) {}

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

const FormatRoom& sgf_format() {
  static const SgfFormat format;
  return format;
}

}  // namespace ludex
