#include "query/filter/word_search.hpp"

#include "formats/values/search_words.hpp"
#include "ludex/error.hpp"
#include "store/word_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>

namespace ludex {
namespace {

constexpr std::size_t kMostWords = 256;  // a word takes some milliseconds in a large database

void add_phrase(std::string_view text, std::vector<Phrase>& phrases) {
  Phrase phrase;
  const std::string words = search_words(text);
  for_each_word(words, [&](std::string_view word) { phrase.emplace_back(word); });
  if (!phrase.empty()) phrases.push_back(std::move(phrase));
}

void add_words(std::string_view text, std::vector<Phrase>& phrases) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \t\r\n"), text.size());
    add_phrase(text.substr(0, end), phrases);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// The places of one word in a segment, ascending: the game in the high half, the place in the low.
class PlaceStream {
 public:
  static constexpr std::uint64_t kEnd = ~std::uint64_t{0};

  PlaceStream(SqlConnection& sql, const WordSegment& segment, std::string_view word)
      : blocks_(sql), entries_(blocks_, segment, word) {}

  /// The first place that is not before `from`. \pre `from` ascends from call to call
  std::uint64_t next(std::uint64_t from) {
    for (;;) {
      while (at_ < places_.size() && places_[at_] < from) ++at_;
      if (at_ < places_.size()) return places_[at_];
      if (!load(from)) return kEnd;
    }
  }

 private:
  bool load(std::uint64_t from) {
    places_.clear();
    at_ = 0;
    do {
      if (!entries_.next()) return false;
    } while (entries_.piece().last < from >> 32);
    const bool sound =
        for_each_place(entries_.piece(), [&](std::uint32_t game, std::uint32_t place) {
          places_.push_back(std::uint64_t{game} << 32 | place);
        });
    if (!sound) entries_.refuse();
    return true;
  }

  WordBlocks blocks_;
  WordEntries entries_;
  std::vector<std::uint64_t> places_;  // of an entry
  std::size_t at_ = 0;
};

void add_games_with_word(WordBlocks& blocks, const WordSegment& segment, const std::string& word,
                         IdSet& games) {
  WordEntries entries(blocks, segment, word);
  while (entries.next()) {
    const bool sound = for_each_game(
        entries.piece(), [&](std::uint32_t game) { games.insert(segment.first_game + game); });
    if (!sound) entries.refuse();
  }
}

void add_games_with_phrase(SqlConnection& sql, const WordSegment& segment, const Phrase& phrase,
                           IdSet& games) {
  std::vector<std::unique_ptr<PlaceStream>> streams;
  for (const std::string& word : phrase) {
    streams.push_back(std::make_unique<PlaceStream>(sql, segment, word));
  }
  for (std::uint64_t start = 0;;) {
    start = streams[0]->next(start);
    if (start == PlaceStream::kEnd) return;
    std::uint64_t wanted = start;
    for (std::size_t i = 1; i < streams.size() && wanted == start; ++i) {
      const std::uint64_t found = streams[i]->next(start + i);
      if (found == PlaceStream::kEnd) return;
      wanted = found - i;
    }
    if (wanted == start) {
      const std::uint64_t game = start >> 32;
      games.insert(segment.first_game + static_cast<std::int64_t>(game));
      start = (game + 1) << 32;
    } else {
      start = wanted;
    }
  }
}

}  // namespace

std::vector<Phrase> sought_phrases(std::string_view text) {
  std::vector<Phrase> phrases;
  bool quoted = false;
  for (std::string_view rest = text;; quoted = !quoted) {
    const std::size_t quote = std::min(rest.find('"'), rest.size());
    const std::string_view part = rest.substr(0, quote);
    quoted ? add_phrase(part, phrases) : add_words(part, phrases);
    if (quote == rest.size()) break;
    rest.remove_prefix(quote + 1);
  }
  if (phrases.empty()) throw UsageError(fmt::format("`text` {}: expected a word", text));
  std::size_t words = 0;
  for (const Phrase& phrase : phrases) words += phrase.size();
  if (words > kMostWords) {
    throw UsageError(fmt::format("`text`: {} words; at most {} are allowed", words, kMostWords));
  }
  return phrases;
}

IdSet games_with(SqlConnection& sql, std::span<const Phrase> phrases) {
  const std::vector<WordSegment> segments = word_segments(sql);
  WordBlocks blocks(sql);
  IdSet all;
  for (const Phrase& phrase : phrases) {
    IdSet games;
    for (const WordSegment& segment : segments) {
      if (phrase.size() == 1) {
        add_games_with_word(blocks, segment, phrase.front(), games);
      } else {
        add_games_with_phrase(sql, segment, phrase, games);
      }
    }
    &phrase == phrases.data() ? void(all = std::move(games)) : void(all &= games);
  }
  return all;
}

}  // namespace ludex
