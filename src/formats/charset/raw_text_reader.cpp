#include "formats/charset/raw_text_reader.hpp"

#include "formats/text_lines.hpp"

#include <algorithm>

namespace ludex {
namespace {

constexpr std::size_t kExcerptBytes = 60;

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == '\x7F'; }

}  // namespace

std::string RawTextReader::value(std::string_view raw) {
  std::string text;
  append_comment(trimmed_text(raw), text);
  const std::string_view trimmed = trimmed_text(text);
  if (trimmed.size() == text.size()) return text;
  return std::string(trimmed);
}

void RawTextReader::append_comment(std::string_view raw, std::string& out) {
  const std::size_t before = out.size();
  bad_bytes_ += append_utf8(charset_, raw, out);
  std::replace_if(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(), is_control, ' ');
}

std::string RawTextReader::excerpt(std::string_view raw) {
  std::string text;
  append_utf8(charset_, raw.substr(0, kExcerptBytes), text);
  std::replace_if(text.begin(), text.end(), is_control, ' ');
  return text;
}

}  // namespace ludex
