#include "formats/format.hpp"

#include "core/ascii.hpp"
#include "formats/cgp/cgp_detection.hpp"
#include "formats/csa/csa_detection.hpp"
#include "formats/gcg/gcg_lines.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace ludex {
namespace {

/// UTF-16 with every second byte dropped reads as ASCII where syntax is concerned.
std::string without_zero_bytes(std::string_view head) {
  std::string text(head.substr(2));
  std::erase(text, '\0');
  return text;
}

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

/// A file of SQLite, its journal or its log: they hold the texts of games that are stored in them.
bool is_database(std::string_view head) {
  return head.starts_with("SQLite format 3") ||
         head.starts_with("\xD9\xD5\x05\xF9\x20\xA1\x63\xD7") ||
         head.starts_with("\x37\x7F\x06\x82") || head.starts_with("\x37\x7F\x06\x83");
}

bool ends_with_any(std::string_view name, std::initializer_list<std::string_view> endings) {
  const std::string lower = to_lower(name);
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return lower.ends_with(ending); });
}

std::string_view without_packing(std::string_view name) {
  for (const std::string_view ending : {".gz", ".bz2", ".xz", ".zst"}) {
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size());
  }
  return name;
}

}  // namespace

std::optional<Format> find_format(std::string_view name) {
  if (name == "sgf") return Format::sgf;
  if (name == "csa") return Format::csa;
  if (name == "cgp") return Format::cgp;
  if (name == "gcg") return Format::gcg;
  return std::nullopt;
}

std::string_view format_name(Format format) {
  constexpr std::array<std::string_view, kFormatCount> kNames = {"sgf", "csa", "cgp", "gcg"};
  return kNames[static_cast<std::size_t>(format)];
}

std::string_view format_title(Format format) {
  constexpr std::array<std::string_view, kFormatCount> kTitles = {"SGF", "CSA", "CGP", "GCG"};
  return kTitles[static_cast<std::size_t>(format)];
}

std::optional<Format> detect_format(std::string_view head, std::string_view name) {
  if (is_database(head)) return std::nullopt;
  const bool utf16 = head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF");
  const std::string narrow = utf16 ? without_zero_bytes(head) : std::string();
  std::string_view text = utf16 ? std::string_view(narrow) : head;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  // A first line with the four fields of CGP is nothing else's; later ones may be a comment's.
  if (holds_cgp(text)) return Format::cgp;
  // CSA and GCG first: their first lines cannot be SGF, while their comments may hold "(;".
  if (holds_csa(text)) return Format::csa;
  if (holds_gcg(text)) return Format::gcg;
  if (holds_sgf(text)) return Format::sgf;
  if (ends_with_any(without_packing(name),
                    {".sgf", ".sgfs", ".mgt", ".tsgf", ".hsgf", ".ggf", ".sof"})) {
    return Format::sgf;
  }
  if (ends_with_any(without_packing(name), {".csa"})) return Format::csa;
  if (ends_with_any(without_packing(name), {".cgp"})) return Format::cgp;
  if (ends_with_any(without_packing(name), {".gcg"})) return Format::gcg;
  return std::nullopt;
}

}  // namespace ludex
