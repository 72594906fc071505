#include "formats/sgf/sgf_text_reader.hpp"

#include "core/ascii.hpp"
#include "formats/sgf/sgf_text.hpp"

#include <algorithm>

namespace ludex {
namespace {

constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20; }

/// Text that stands for itself: ASCII without escapes and control characters.
bool is_plain(std::string_view raw) {
  return std::ranges::none_of(raw, [](char c) {
    return c == '\\' || is_control(c) || static_cast<unsigned char>(c) >= 0x80;
  });
}

}  // namespace

SgfTextReader::SgfTextReader(const SgfTree& tree, TextForm form, Charset charset)
    : charset_(charset), escapes_(tree.escapes), decode_first_(form != TextForm::bytes) {}

std::string SgfTextReader::simple_text(std::string_view raw) {
  if (is_plain(raw)) return std::string(trimmed(raw));
  return std::string(trimmed(decoded(raw, unescape_simpletext)));
}

std::string SgfTextReader::text(std::string_view raw) {
  if (is_plain(raw)) return std::string(raw);
  return decoded(raw, unescape_text);
}

std::string SgfTextReader::decoded(std::string_view raw, Unescape unescape) {
  std::string utf8;
  if (decode_first_) {
    bad_bytes_ += append_utf8(charset_, raw, utf8);
    return unescape(utf8, escapes_);
  }
  bad_bytes_ += append_utf8(charset_, unescape(raw, escapes_), utf8);
  return utf8;
}

}  // namespace ludex
