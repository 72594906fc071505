#include "store/word_tables.hpp"

#include "core/refused_database.hpp"
#include "ludex/error.hpp"
#include "store/database.hpp"

#include <fmt/format.h>

namespace ludex {
namespace {

[[noreturn]] void refuse_block(const WordSegment& segment, std::uint32_t block,
                               std::string_view what) {
  refuse_database(fmt::format("full text: segment {}, block {}: {}", segment.id, block, what));
}

DatabaseError damage_of(const WordSegment& segment) {
  return DatabaseError(
      fmt::format("full text: the words of segment {} are damaged; {}", segment.id, kRestore));
}

bool is_sound(const WordSegment& segment, std::int64_t blocks, std::int64_t places) {
  constexpr std::int64_t kMost = std::int64_t{1} << 31;
  constexpr std::int64_t kMostGames = std::int64_t{1}
                                      << 22;  // four times what writers put into one
  return segment.id >= 0 && segment.id < kMost && segment.first_game >= 1 &&
         segment.first_game < segment.end_game && segment.end_game <= kMostIds &&
         segment.end_game - segment.first_game <= kMostGames && blocks >= 0 && blocks < kMost &&
         places >= blocks;
}

/// The blocks of a segment, from a statement of its own.
class StoredBlocks final : public WordBlockSource {
 public:
  StoredBlocks(SqlConnection& sql, const WordSegment& segment) : blocks_(sql), segment_(segment) {}

  bool next(std::string_view& block) override {
    if (next_ == segment_.blocks) return false;
    block = blocks_.read(segment_, next_++);
    return true;
  }
  [[nodiscard]] DatabaseError damage() const override { return damage_of(segment_); }

 private:
  WordBlocks blocks_;
  WordSegment segment_;
  std::uint32_t next_ = 0;
};

}  // namespace

void refuse_words(const WordSegment& segment) { throw damage_of(segment); }

std::vector<WordSegment> word_segments(SqlConnection& sql) {
  std::vector<WordSegment> segments;
  SqlStatement select(sql,
                      "SELECT id, first_game, end_game, blocks, places FROM word_segment "
                      "ORDER BY first_game");
  while (select.step()) {
    WordSegment segment{.id = select.integer(0),
                        .first_game = select.integer(1),
                        .end_game = select.integer(2),
                        .blocks = static_cast<std::uint32_t>(select.integer(3)),
                        .places = static_cast<std::uint64_t>(select.integer(4))};
    const bool overlaps = !segments.empty() && segment.first_game < segments.back().end_game;
    if (overlaps || !is_sound(segment, select.integer(3), select.integer(4))) {
      refuse_words(segment);
    }
    segments.push_back(segment);
  }
  return segments;
}

std::string_view WordBlocks::read(const WordSegment& segment, std::uint32_t block) {
  if (!select_.find(word_block_id(segment, block))) refuse_block(segment, block, "is missing");
  const std::string_view data = select_.bytes(0);
  const BlockFault fault = WordBlock::check(data);
  if (fault != BlockFault::none) refuse_block(segment, block, describe(fault));
  return data;
}

/// The last one whose first word is smaller: entries of a word may begin at its end.
std::uint32_t WordBlocks::find(const WordSegment& segment, std::string_view word) {
  std::uint32_t first = 0, end = segment.blocks;
  while (end - first > 1) {
    const std::uint32_t middle = first + (end - first) / 2;
    WordBlock entries(read(segment, middle));
    if (!entries.next()) refuse_words(segment);
    (entries.word() < word ? first : end) = middle;
  }
  return first;
}

WordWalk walk_words(SqlConnection& sql, const WordSegment& segment) {
  return {std::make_unique<StoredBlocks>(sql, segment), segment.games()};
}

WordEntries::WordEntries(WordBlocks& blocks, const WordSegment& segment, std::string_view word)
    : blocks_(blocks), segment_(segment), word_(word), next_block_(blocks.find(segment, word)) {}

void WordEntries::refuse() const { refuse_words(segment_); }

bool WordEntries::go_to_block() {
  if (next_block_ >= segment_.blocks) return false;
  data_.assign(blocks_.read(segment_, next_block_++));
  entries_.emplace(data_);
  return true;
}

bool WordEntries::next() {
  if (!entries_ && !go_to_block()) return false;
  for (;;) {
    if (entries_->next()) {
      if (entries_->word() < word_) continue;
      if (entries_->word() != word_) return false;
      if (entries_->piece().last >= segment_.games()) refuse();
      return true;
    }
    if (entries_->is_damaged()) refuse();
    if (!go_to_block()) return false;
  }
}

}  // namespace ludex
