#include "cli/terminal_text.hpp"

#include "cli/human_text.hpp"

#include <algorithm>

namespace ludex::cli {
namespace {

constexpr std::string_view kUnknown = "\uFFFD";

bool is_plain(char c) { return (c >= ' ' && c < 0x7F) || c == '\n' || c == '\t'; }

/// How many bytes the character takes that begins so; 1 for a byte that begins none.
std::size_t character_bytes(char first) {
  const auto byte = static_cast<unsigned char>(first);
  if (byte >= 0xF0 && byte < 0xF8) return 4;
  if (byte >= 0xE0) return byte < 0xF0 ? 3 : 1;
  return byte >= 0xC0 ? 2 : 1;
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// True if more bytes may complete the only character of `bytes`.
bool is_open(std::string_view bytes) {
  if (bytes == "\r") return true;
  return bytes.size() < character_bytes(bytes.front()) &&
         std::ranges::all_of(bytes.substr(1), is_continuation);
}

/// U+2400 to U+2421 are pictures of the control characters.
void append_picture(char control, std::string& out) {
  out += "\xE2\x90";
  out += static_cast<char>(control == 0x7F ? 0xA1 : 0x80 + control);
}

/// Appends what stands for the first character. \returns its bytes
std::size_t append_first(std::string_view bytes, std::string& out) {
  const char first = bytes.front();
  if (first == '\r' && bytes.substr(1).starts_with('\n')) {
    out += first;
    return 1;
  }
  if (static_cast<unsigned char>(first) < ' ' || first == 0x7F) {
    append_picture(first, out);
    return 1;
  }
  const std::string_view character = bytes.substr(0, character_bytes(first));
  if (is_harmless(character)) {
    out += character;
    return character.size();
  }
  out += kUnknown;
  std::size_t size = 1;
  while (size < character.size() && is_continuation(character[size])) ++size;
  return size;
}

}  // namespace

void TerminalText::append(std::string_view bytes, std::string& out) {
  std::string joined;
  if (!open_.empty()) {
    joined = open_;
    joined += bytes;
    open_.clear();
    bytes = joined;
  }
  while (!bytes.empty()) {
    const auto plain =
        static_cast<std::size_t>(std::ranges::find_if_not(bytes, is_plain) - bytes.begin());
    out += bytes.substr(0, plain);
    bytes.remove_prefix(plain);
    if (bytes.empty()) return;
    if (is_open(bytes)) return void(open_ = bytes);
    bytes.remove_prefix(append_first(bytes, out));
  }
}

void TerminalText::finish(std::string& out) {
  for (std::string_view rest = open_; !rest.empty();) {
    rest.remove_prefix(append_first(rest, out));
  }
  open_.clear();
}

}  // namespace ludex::cli
