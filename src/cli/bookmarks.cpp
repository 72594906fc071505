#include "cli/bookmarks.hpp"

#include <cstddef>
#include <string_view>
#include <utility>

namespace ludex::cli {

namespace {

/// "bookmark" in any case and any encoding of ASCII letters.
bool may_hold_bookmark(std::string_view text) {
  constexpr std::string_view kWord = "bookmark";
  std::size_t met = 0;
  for (const char c : text) {
    if (c == '\0') continue;  // UTF-16
    const char letter = static_cast<char>(c | 0x20);
    met = letter == kWord[met] ? met + 1 : std::size_t{letter == kWord[0]};
    if (met == kWord.size()) return true;
  }
  return false;
}

}  // namespace

std::vector<Bookmark> read_bookmarks(GameRecord& record) {
  if (!may_hold_bookmark(*record.text)) return {};
  ReplayScript script;
  record.reader->compile(record.index, script, nullptr);
  return std::move(script.bookmarks);
}

}  // namespace ludex::cli
