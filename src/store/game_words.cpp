#include "store/game_words.hpp"

#include <algorithm>

namespace ludex {
namespace {

constexpr std::size_t kBytesPerPlace = 16;  // and a share of words and texts
constexpr std::size_t kFewestPlaces = std::size_t{1} << 16;
constexpr std::uint32_t kMostPlacesOfGame = 1U << 24;  // records are parsed up to 16 MiB

}  // namespace

GameWords::GameWords(SqlConnection& sql, std::size_t memory_bytes)
    : sql_(sql),
      most_places_(std::max(memory_bytes / kBytesPerPlace, kFewestPlaces)),
      segments_(word_segments(sql)) {}

const std::vector<std::string>* GameWords::find(std::int64_t game) {
  for (; segment_ < segments_.size() && segments_[segment_].end_game <= game; ++segment_) {
    counts_.clear();
  }
  if (segment_ == segments_.size() || game < segments_[segment_].first_game) return nullptr;
  if (counts_.empty()) open_segment();
  const auto place = static_cast<std::uint32_t>(game - segments_[segment_].first_game);
  if (counts_[place] == 0) return nullptr;
  if (place >= end_) load(place);
  join(place);
  return &found_;
}

void GameWords::open_segment() {
  const WordSegment& segment = segments_[segment_];
  counts_.assign(segment.games(), 0);
  first_ = end_ = 0;
  WordWalk walk = walk_words(sql_, segment);
  while (walk.next()) {
    const bool sound = for_each_place(walk.piece(), [&](std::uint32_t game, std::uint32_t) {
      if (++counts_[game] > kMostPlacesOfGame) walk.refuse();
    });
    if (!sound) walk.refuse();
  }
}

/// The games from `first` on that fit.
void GameWords::load(std::uint32_t first) {
  first_ = end_ = first;
  ends_.clear();
  std::size_t places = 0;
  while (end_ < counts_.size() && (end_ == first || places + counts_[end_] <= most_places_)) {
    ends_.push_back(places);  // where its next place goes
    places += counts_[end_++];
  }
  places_.resize(places);
  words_.clear();
  texts_.clear();
  WordWalk walk = walk_words(sql_, segments_[segment_]);
  while (walk.next()) {
    if (walk.piece().last >= first_ && walk.piece().first < end_) put(walk.word(), walk.piece());
  }
}

void GameWords::put(std::string_view word, const WordPiece& piece) {
  bool is_kept = false;
  (void)for_each_place(piece, [&](std::uint32_t game, std::uint32_t place) {
    if (game < first_ || game >= end_) return;
    if (!is_kept) {
      words_.push_back(
          {static_cast<std::uint32_t>(texts_.size()), static_cast<std::uint32_t>(word.size())});
      texts_ += word;
      is_kept = true;
    }
    places_[ends_[game - first_]++] = {place, static_cast<std::uint32_t>(words_.size() - 1)};
  });
}

void GameWords::join(std::uint32_t game) {
  const std::size_t end = ends_[game - first_];
  const auto places = std::span(places_).subspan(end - counts_[game], counts_[game]);
  std::ranges::sort(places, {}, &Place::place);
  found_.clear();
  std::uint32_t next = 0;
  for (const Place& place : places) {
    const bool follows = !found_.empty() && place.place == next;
    if (!follows) found_.emplace_back();
    if (follows) found_.back() += ' ';
    const Word& word = words_[place.word];
    found_.back().append(texts_, word.begin, word.size);
    next = place.place + 1;
  }
}

}  // namespace ludex
