#include "formats/csa/csa_head.hpp"

#include "core/ascii.hpp"
#include "formats/text_lines.hpp"

#include <algorithm>
#include <cstddef>

namespace ludex {
namespace {

bool take_word(std::string_view& text, std::string_view lower_case) {
  if (text.size() < lower_case.size()) return false;
  const std::string_view front = text.substr(0, lower_case.size());
  if (!same_but_case(front, lower_case)) return false;
  text = trimmed(text.substr(lower_case.size()));
  return true;
}

}  // namespace

std::string_view take_csa_line(std::string_view& text) { return trimmed(take_line(text)); }

std::string_view csa_version_of(std::string_view line) {
  if (line.size() < 2 || line[0] != 'V' || line[1] < '0' || line[1] > '9') return {};
  const std::string_view version = line.substr(1);
  return version.find_first_not_of("0123456789.") == std::string_view::npos ? version
                                                                            : std::string_view{};
}

std::string_view csa_encoding_of(std::string_view line) {
  if (!take_word(line, "'")) return {};
  take_word(line, "csa");
  if (!take_word(line, "encoding") || !take_word(line, "=")) return {};
  return line;
}

CsaHead read_csa_head(std::string_view text) {
  CsaHead head;
  while (!text.empty()) {
    const std::string_view line = take_csa_line(text);
    if (line.empty() || line == "/") continue;
    if (line.front() == '\'') {
      if (head.encoding_line.empty() && !csa_encoding_of(line).empty()) head.encoding_line = line;
    } else if (!csa_version_of(line).empty()) {
      if (head.version_line.empty()) head.version_line = line;
    } else {
      head.has_content = true;
      break;
    }
  }
  return head;
}

std::string ascii_of_utf16(std::string_view bytes, bool big_endian) {
  std::string text;
  text.reserve(bytes.size() / 2);
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    const char high = bytes[big_endian ? i : i + 1];
    const char low = bytes[big_endian ? i + 1 : i];
    text.push_back(high == '\0' && static_cast<unsigned char>(low) < 0x80 ? low : '\x7F');
  }
  return text;
}

}  // namespace ludex
