#include "store/word_segments.hpp"

#include <algorithm>
#include <bit>

namespace ludex {
namespace {

constexpr std::size_t kMergedTogether = 16;
constexpr std::size_t kWorthMerging = 4;
// Bounds of a segment: a merge of more takes too long for one transaction.
constexpr std::int64_t kMostSegmentGames = std::int64_t{1} << 20;
constexpr std::uint64_t kMostSegmentBlocks = std::uint64_t{1} << 14;  // 256 MiB

constexpr int kBitsPerClass = 4;
constexpr int kClasses = 32 / kBitsPerClass;

/// Segments of one class are of like size.
int size_class(const WordSegment& segment) {
  return static_cast<int>(std::bit_width(segment.blocks)) / kBitsPerClass;
}

/// The end of the segments from `first` on that may become one.
std::size_t end_of_merge(std::span<const WordSegment> segments, std::size_t first, int most_class) {
  std::uint64_t blocks = 0;
  std::size_t end = first;
  for (; end < segments.size() && size_class(segments[end]) <= most_class; ++end) {
    blocks += segments[end].blocks;
    if (segments[end].end_game - segments[first].first_game > kMostSegmentGames) break;
    if (blocks > kMostSegmentBlocks) break;
  }
  return end;
}

/// True if none of them is larger than the others together: so a word is rewritten seldom.
bool are_worth_merging(std::span<const WordSegment> segments) {
  std::uint64_t blocks = 0, most = 0;
  for (const WordSegment& segment : segments) {
    blocks += segment.blocks;
    most = std::max<std::uint64_t>(most, segment.blocks);
  }
  return segments.size() >= kWorthMerging && 2 * most <= blocks;
}

}  // namespace

WordSegmentWriter::WordSegmentWriter(SqlConnection& sql, std::int64_t first_game,
                                     std::int64_t end_game)
    : sql_(sql), insert_(sql, "INSERT INTO word_block VALUES (?, ?)") {
  segment_.id = sql.first_integer("SELECT coalesce(max(id), 0) + 1 FROM word_segment");
  segment_.first_game = first_game;
  segment_.end_game = end_game;
}

void WordSegmentWriter::add(std::string_view block) {
  insert_.run(word_block_id(segment_, segment_.blocks++), SqlBlob{block});
}

void WordSegmentWriter::finish(std::uint64_t places) {
  if (segment_.blocks == 0) return;
  sql_.run("INSERT INTO word_segment VALUES (?, ?, ?, ?, ?)", segment_.id, segment_.first_game,
           segment_.end_game, segment_.blocks, places);
}

WordWriter::WordWriter(SqlConnection& sql, std::size_t memory_bytes)
    : sql_(sql), memory_bytes_(memory_bytes) {}

void WordWriter::add(std::int64_t first_game, std::size_t games, std::vector<WordRun> runs) {
  const std::int64_t end_game = first_game + static_cast<std::int64_t>(games);
  if (!held_.empty() && end_game - held_.front().first_game > kMostSegmentGames) flush();
  for (WordRun& run : runs) {
    if (run.keys.empty()) continue;
    held_bytes_ += run.memory_bytes();
    held_.push_back({first_game, std::move(run)});
  }
  end_game_ = end_game;
  if (held_bytes_ >= memory_bytes_) flush();
}

void WordWriter::flush() {
  if (held_.empty()) return;
  const std::int64_t first_game = held_.front().first_game;
  std::vector<PlacedRun> runs;
  std::uint64_t places = 0;
  for (const Held& held : held_) {
    runs.push_back({&held.run, static_cast<std::uint32_t>(held.first_game - first_game)});
    places += held.run.places;
  }
  WordSegmentWriter writer(sql_, first_game, end_game_);
  for (const std::string& block : pack_runs(runs)) writer.add(block);
  writer.finish(places);
  held_.clear();
  held_bytes_ = 0;
  if (++segments_ % kMergedTogether == 0) merge_due_words(sql_);
}

std::pair<std::size_t, std::size_t> choose_word_merge(std::span<const WordSegment> segments) {
  if (segments.size() < kMergedTogether) return {};
  for (int most_class = 0; most_class < kClasses; ++most_class) {
    for (std::size_t first = 0; first < segments.size();) {
      std::size_t like = first;
      while (like < segments.size() && size_class(segments[like]) <= most_class) ++like;
      for (; like - first >= kMergedTogether; ++first) {
        const std::size_t end = end_of_merge(segments, first, most_class);
        if (are_worth_merging(segments.subspan(first, end - first))) return {first, end};
      }
      first = like + 1;
    }
  }
  return {};
}

void merge_word_segments(SqlConnection& sql, std::span<const WordSegment> segments,
                         const IsAliveGame& is_alive) {
  const std::int64_t first_game = segments.front().first_game;
  std::vector<MergedWords> merged;
  std::uint64_t places = 0;
  for (const WordSegment& segment : segments) {
    const auto shift = static_cast<std::uint32_t>(segment.first_game - first_game);
    merged.push_back({.walk = walk_words(sql, segment), .shift = shift, .map = {}});
    places += segment.places;
    if (!is_alive) continue;
    merged.back().map = [&is_alive, first_game, shift](std::uint32_t game) {
      const std::uint32_t place = game + shift;
      return is_alive(first_game + place) ? place : kNoGame;
    };
  }
  WordSegmentWriter writer(sql, first_game, segments.back().end_game);
  WordBlockWriter blocks([&](std::string_view block) { writer.add(block); });
  const std::uint64_t mapped = merge_words(merged, blocks);
  merged.clear();  // its statements
  for (const WordSegment& segment : segments) {
    sql.run("DELETE FROM word_block WHERE id BETWEEN ? AND ?", segment.id << 32,
            segment.id << 32 | 0xFFFF'FFFF);
    sql.run("DELETE FROM word_segment WHERE id = ?", segment.id);
  }
  writer.finish(is_alive ? mapped : places);
}

void merge_due_words(SqlConnection& sql) {
  for (;;) {
    const std::vector<WordSegment> segments = word_segments(sql);
    const auto [first, end] = choose_word_merge(segments);
    if (end - first < 2) return;
    merge_word_segments(sql, std::span(segments).subspan(first, end - first), {});
  }
}

void compact_words(SqlConnection& sql, const IsAliveGame& is_alive) {
  const std::vector<WordSegment> segments = word_segments(sql);
  for (std::size_t first = 0; first < segments.size();) {
    const std::size_t end = std::max(end_of_merge(segments, first, kClasses), first + 1);
    if (end - first > 1 || is_alive) {
      merge_word_segments(sql, std::span(segments).subspan(first, end - first), is_alive);
    }
    first = end;
  }
}

}  // namespace ludex
