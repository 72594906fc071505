#include "games/api/tiles.hpp"

#include "core/ascii.hpp"

#include <utf8proc.h>

#include <array>
#include <cstdlib>
#include <memory>

namespace ludex {
namespace {

using Character = utf8proc_int32_t;

/// The first character of a text, and its length in bytes. \pre not empty, valid UTF-8
std::pair<Character, std::size_t> first_character(std::string_view utf8) {
  Character character = 0;
  const auto bytes = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(utf8.data()),
                                      static_cast<utf8proc_ssize_t>(utf8.size()), &character);
  if (bytes <= 0) return {0xFFFD, 1};
  return {character, static_cast<std::size_t>(bytes)};
}

bool is_mark(Character c) {
  const auto category = utf8proc_category(c);
  return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC;
}

bool is_letter(Character c) {
  const auto category = utf8proc_category(c);
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

/// Punctuation inside a tile is a matter of the language: `L·L`.
bool may_stand_on_tile(Character c) {
  constexpr std::string_view kSyntax = "/;[]";
  if (c < 0x80)
    return c > 0x20 && c != 0x7F && kSyntax.find(static_cast<char>(c)) == kSyntax.npos &&
           !(c >= '0' && c <= '9');
  const auto category = utf8proc_category(c);
  return category != UTF8PROC_CATEGORY_CN && category < UTF8PROC_CATEGORY_ZS;
}

bool is_tile(std::string_view utf8) {
  bool has_letter = false;
  while (!utf8.empty()) {
    const auto [character, bytes] = first_character(utf8);
    if (!may_stand_on_tile(character)) return false;
    has_letter = has_letter || is_letter(character);
    utf8.remove_prefix(bytes);
  }
  return has_letter;
}

std::string composed(std::string_view utf8) {
  utf8proc_uint8_t* made = nullptr;
  const auto bytes =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(utf8.data()),
                   static_cast<utf8proc_ssize_t>(utf8.size()), &made,
                   static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  const std::unique_ptr<utf8proc_uint8_t, void (*)(void*)> owner(made, &std::free);
  if (bytes < 0) return std::string(utf8);
  return {reinterpret_cast<const char*>(made), static_cast<std::size_t>(bytes)};
}

std::string mapped(std::string_view utf8, Character (*map)(Character)) {
  std::string text;
  while (!utf8.empty()) {
    const auto [character, bytes] = first_character(utf8);
    std::array<utf8proc_uint8_t, 4> out{};
    const auto size = utf8proc_encode_char(map(character), out.data());
    text.append(reinterpret_cast<const char*>(out.data()), static_cast<std::size_t>(size));
    utf8.remove_prefix(bytes);
  }
  return text;
}

/// A tile by its text: what is written on it, in both cases, and whether this is the blank.
struct WrittenTile {
  std::string tile, blank;
  bool is_blank = false;
};

WrittenTile read_tile(std::string_view utf8) {
  const std::string text = composed(utf8);
  std::string upper = mapped(text, &utf8proc_toupper);
  std::string lower = mapped(text, &utf8proc_tolower);
  // The dotless i is no lower case of I here: mapped there and back it is another letter.
  const bool there_and_back = mapped(upper, &utf8proc_tolower) == lower && lower != upper;
  if (!there_and_back && text == lower) return {text, text, false};
  const bool is_blank = text == lower && lower != upper;
  return {std::move(upper), std::move(lower), is_blank};
}

}  // namespace

std::optional<TileCode> TileNames::find_code(std::string_view utf8) const {
  if (utf8.size() == 1) {
    const char c = utf8.front();
    if (c != '?' && !is_letter(c)) return std::nullopt;
    return static_cast<TileCode>(c);
  }
  const auto code_at = [](std::size_t n, bool blank) {
    return static_cast<TileCode>(tile::kFirstNamed + 2 * n + (blank ? 1 : 0));
  };
  for (std::size_t n = 0; n < names_.size(); ++n) {
    if (names_[n].tile == utf8) return code_at(n, false);
    if (names_[n].blank == utf8) return code_at(n, true);
  }
  if (utf8.empty() || !is_tile(utf8)) return std::nullopt;
  const WrittenTile written = read_tile(utf8);
  if (written.tile.size() == 1) return find_code(written.is_blank ? written.blank : written.tile);
  for (std::size_t n = 0; n < names_.size(); ++n) {
    if (names_[n].tile == written.tile) return code_at(n, written.is_blank);
  }
  return std::nullopt;
}

std::optional<TileCode> TileNames::code_of(std::string_view utf8, std::size_t max_bytes) {
  if (utf8.size() > max_bytes) return std::nullopt;
  if (const auto known = find_code(utf8)) return known;
  if (utf8.size() < 2 || full() || !is_tile(utf8)) return std::nullopt;
  WrittenTile written = read_tile(utf8);
  const std::size_t code = tile::kFirstNamed + 2 * names_.size() + (written.is_blank ? 1 : 0);
  names_.push_back({std::move(written.tile), std::move(written.blank)});
  return static_cast<TileCode>(code);
}

std::string_view TileNames::text_of(TileCode code) const {
  static constexpr std::array<char, 128> kAscii = [] {
    std::array<char, 128> characters{};
    for (std::size_t i = 0; i < characters.size(); ++i) characters[i] = static_cast<char>(i);
    return characters;
  }();
  if (!tile::is_named(code)) return {&kAscii[code], 1};
  const std::size_t n = (code - tile::kFirstNamed) / 2U;
  if (n >= names_.size()) return {};
  return tile::is_blank(code) ? names_[n].blank : names_[n].tile;
}

void append_cgp_tile(const TileNames& names, TileCode code, std::string& out) {
  const std::string_view text = names.text_of(code);
  std::string_view rest = text;
  if (tile::is_named(code) && take_cgp_tile(rest) && !rest.empty()) {
    out += '[';
    out += text;
    out += ']';
  } else {
    out += text;
  }
}

std::string cgp_tiles(const TileNames& names, const std::vector<TileCode>& tiles) {
  std::string text;
  for (const TileCode code : tiles) append_cgp_tile(names, code, text);
  return text;
}

std::optional<std::string_view> take_cgp_tile(std::string_view& utf8) {
  if (utf8.front() == '[') {
    const auto end = utf8.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view inside = utf8.substr(1, end - 1);
    utf8.remove_prefix(end + 1);
    return inside;
  }
  std::size_t bytes = first_character(utf8).second;
  while (bytes < utf8.size() && static_cast<unsigned char>(utf8[bytes]) >= 0x80) {
    const auto [character, more] = first_character(utf8.substr(bytes));
    if (!is_mark(character)) break;
    bytes += more;
  }
  const std::string_view text = utf8.substr(0, bytes);
  utf8.remove_prefix(bytes);
  return text;
}

}  // namespace ludex
