#include "engine/merge/word_copy.hpp"

#include "store/word_segments.hpp"

#include <algorithm>

namespace ludex {

WordCopy::WordCopy(MergeInput& input, SqlConnection& to)
    : input_(input), to_(to), segments_(word_segments(input.sql())) {}

void WordCopy::copy_before(std::int64_t end_game) {
  while (next_ < segments_.size() && segments_[next_].first_game < end_game) {
    const WordSegment& segment = segments_[next_];
    const std::int64_t first = std::max(segment.first_game, from_game_);
    const std::int64_t end = std::min(segment.end_game, end_game);
    if (first < end) copy_segment(segment, first, end);
    if (segment.end_game > end_game) break;
    ++next_;
  }
  from_game_ = std::max(from_game_, end_game);
}

bool WordCopy::is_inside_segment(std::int64_t game) const {
  return std::ranges::any_of(std::span(segments_).subspan(next_), [&](const WordSegment& segment) {
    return segment.first_game < game && game < segment.end_game;
  });
}

void WordCopy::copy_segment(const WordSegment& segment, std::int64_t first_game,
                            std::int64_t end_game) {
  const auto number = [](std::int64_t game) { return static_cast<std::uint64_t>(game); };
  const auto shift = input_.games.shift(number(first_game), number(end_game));
  const bool is_whole = first_game == segment.first_game && end_game == segment.end_game;
  if (shift && is_whole) return copy_blocks(segment, *shift);
  std::vector<std::uint32_t> places(segment.games(), kNoGame);
  std::int64_t first_copy = 0, last_copy = 0;
  for (std::int64_t game = first_game; game < end_game; ++game) {
    const std::uint64_t copy = input_.games(number(game));
    if (copy == NumberMap::kNone) continue;
    last_copy = static_cast<std::int64_t>(copy);
    if (first_copy == 0) first_copy = last_copy;
    places[static_cast<std::size_t>(game - segment.first_game)] =
        static_cast<std::uint32_t>(last_copy - first_copy);
  }
  if (first_copy == 0) return;
  WordSegmentWriter writer(to_, first_copy, last_copy + 1);
  WordBlockWriter blocks([&](std::string_view block) { writer.add(block); });
  MergedWords words{.walk = walk_words(input_.sql(), segment),
                    .map = [&](std::uint32_t game) { return places[game]; }};
  writer.finish(merge_words(std::span(&words, 1), blocks));
}

void WordCopy::copy_blocks(const WordSegment& segment, std::int64_t shift) {
  WordSegmentWriter writer(to_, segment.first_game + shift, segment.end_game + shift);
  WordBlocks blocks(input_.sql());
  for (std::uint32_t i = 0; i < segment.blocks; ++i) writer.add(blocks.read(segment, i));
  writer.finish(segment.places);
}

}  // namespace ludex
