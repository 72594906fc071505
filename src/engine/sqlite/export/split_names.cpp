#include "engine/sqlite/export/split_names.hpp"

#include "core/ascii.hpp"
#include "formats/format.hpp"
#include "ludex/error.hpp"
#include "ludex/types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace ludex {

namespace {

constexpr std::size_t kMostNameBytes = 100;
constexpr std::string_view kUnknown = "unknown";

bool is_safe(unsigned char c) {
  return c >= 0x80 || is_letter_or_digit(static_cast<char>(c)) || c == '.' || c == '_' ||
         c == '+' || c == '-';
}

/// Cuts at most so many bytes, no character in two.
void shorten(std::string& text, std::size_t most_bytes) {
  if (text.size() <= most_bytes) return;
  std::size_t end = most_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  text.resize(end);
}

const char* select_names(SplitBy::Key key) {
  switch (key) {
    case SplitBy::Key::player:
      return "SELECT person FROM game_players WHERE game_id = ? ORDER BY seat";
    case SplitBy::Key::format:
      return "SELECT format FROM record WHERE id = ?";
    default:
      return "SELECT written FROM name WHERE id = ?";
  }
}

}  // namespace

SplitBy parse_split(std::string_view text) {
  if (text == "year") return {SplitBy::Key::year, 0};
  if (text == "player") return {SplitBy::Key::player, 0};
  if (text == "event") return {SplitBy::Key::event, 0};
  if (text == "format") return {SplitBy::Key::format, 0};
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{} || end != text.data() + text.size() || count <= 0) {
    throw UsageError(fmt::format(
        "`split`: '{}' is not one of year, player, event, format, or how many go into a file",
        text));
  }
  return {SplitBy::Key::count, count};
}

std::string safe_file_name(std::string_view text) {
  std::string name;
  for (const char c : text) {
    if (is_safe(static_cast<unsigned char>(c))) {
      name += c;
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  shorten(name, kMostNameBytes);
  name.erase(0, std::min(name.find_first_not_of(".-"), name.size()));
  name.erase(name.find_last_not_of("-.") + 1);
  return name.empty() ? std::string(kUnknown) : name;
}

SplitNames::SplitNames(Database& database, const SplitBy& split)
    : split_(split), facts_(database.sql()), select_(database.sql(), select_names(split.key)) {}

std::int64_t SplitNames::asked_of(GameId game) {
  if (split_.key == SplitBy::Key::player) return raw(game);
  return facts_.value(split_.key == SplitBy::Key::event ? Fact::event : Fact::record, game);
}

std::vector<std::string> SplitNames::of(GameId game) {
  if (split_.key == SplitBy::Key::year) return {year_of_game(game)};
  std::vector<std::string> names;
  select_.reset();
  select_.bind(1, asked_of(game));
  while (select_.step()) {
    if (split_.key == SplitBy::Key::format) {
      names.emplace_back(format_name(static_cast<Format>(select_.integer(0))));
      continue;
    }
    names.push_back(safe_file_name(select_.string(0)));
  }
  if (names.empty()) names.emplace_back(kUnknown);
  return names;
}

std::string SplitNames::year_of_game(GameId game) {
  const int first = year_of(static_cast<Day>(facts_.value(Fact::date_from, game)));
  const int last = year_of(static_cast<Day>(facts_.value(Fact::date_to, game)));
  if (first == 0) return std::string(kUnknown);
  if (last == 0) return fmt::format("{:04}-", first);
  return first == last ? fmt::format("{:04}", first) : fmt::format("{:04}-{:04}", first, last);
}

}  // namespace ludex
