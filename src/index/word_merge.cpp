#include "index/word_merge.hpp"

#include <algorithm>
#include <vector>

namespace ludex {
namespace {

/// Merges by a heap of the segments' next entries.
class Merge {
 public:
  Merge(std::span<MergedWords> segments, WordBlockWriter& writer)
      : segments_(segments), writer_(writer) {}

  std::uint64_t run() {
    for (std::uint32_t i = 0; i < segments_.size(); ++i) {
      if (segments_[i].walk.next()) heap_.push_back(i);
    }
    const auto after = [this](std::uint32_t one, std::uint32_t other) {
      return is_after(one, other);
    };
    std::ranges::make_heap(heap_, after);
    while (!heap_.empty()) {
      write(segments_[heap_.front()]);
      std::ranges::pop_heap(heap_, after);
      if (segments_[heap_.back()].walk.next()) {
        std::ranges::push_heap(heap_, after);
      } else {
        heap_.pop_back();
      }
    }
    writer_.finish();
    return mapped_places_;
  }

 private:
  /// True if the entry of segment `one` comes after that of `other`.
  [[nodiscard]] bool is_after(std::uint32_t one, std::uint32_t other) const {
    const int order = segments_[one].walk.word().compare(segments_[other].walk.word());
    return order != 0 ? order > 0 : one > other;
  }

  void write(MergedWords& segment) {
    if (segment.map) return write_mapped(segment);
    WordPiece piece = segment.walk.piece();
    piece.first += segment.shift;
    piece.last += segment.shift;
    writer_.add(segment.walk.word(), piece);
  }

  void write_mapped(MergedWords& segment) {
    word_ = segment.walk.word();
    const bool sound =
        for_each_place(segment.walk.piece(), [&](std::uint32_t game, std::uint32_t place) {
          if (game != mapped_from_) {
            mapped_from_ = game;
            mapped_to_ = segment.map(game);
          }
          if (mapped_to_ == kNoGame) return;
          pieces_.add(mapped_to_, place);
          ++mapped_places_;
        });
    mapped_from_ = kNoGame;
    if (!sound) segment.walk.refuse();
    pieces_.finish();
  }

  std::span<MergedWords> segments_;
  WordBlockWriter& writer_;
  std::vector<std::uint32_t> heap_;
  std::string_view word_;
  WordPieceBuilder pieces_{[this](const WordPiece& piece) { writer_.add(word_, piece); }};
  std::uint32_t mapped_from_ = kNoGame, mapped_to_ = kNoGame;
  std::uint64_t mapped_places_ = 0;
};

}  // namespace

bool WordWalk::next() {
  if (block_ && block_->next()) return check();
  if (block_) {
    if (block_->is_damaged()) refuse();
    last_word_ = block_->word();
    last_game_ = block_->piece().last;
  }
  std::string_view data;
  if (!blocks_->next(data)) return false;
  data_.assign(data);
  block_.emplace(data_);
  if (!block_->next()) refuse();
  if (word() < last_word_ || (word() == last_word_ && piece().first < last_game_)) refuse();
  return check();
}

bool WordWalk::check() {
  if (piece().last >= games_) refuse();
  return true;
}

std::uint64_t merge_words(std::span<MergedWords> segments, WordBlockWriter& writer) {
  return Merge(segments, writer).run();
}

}  // namespace ludex
