#pragma once

#include "index/word_block.hpp"
#include "index/word_merge.hpp"
#include "store/sql/sql_statement.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// A row of the table `word_segment`.
struct WordSegment {
  std::int64_t id = 0;
  std::int64_t first_game = 0, end_game = 0;
  std::uint32_t blocks = 0;
  std::uint64_t places = 0;

  [[nodiscard]] std::uint32_t games() const {
    return static_cast<std::uint32_t>(end_game - first_game);
  }
};

/// Segments, by their games. \throws DatabaseError if a row is damaged or two of them overlap.
[[nodiscard]] std::vector<WordSegment> word_segments(SqlConnection& sql);

[[nodiscard]] constexpr std::int64_t word_block_id(const WordSegment& segment,
                                                   std::uint32_t block) {
  return segment.id << 32 | std::int64_t{block};
}

/// Reads blocks of words.
class WordBlocks {
 public:
  explicit WordBlocks(SqlConnection& sql)
      : select_(sql, "SELECT data FROM word_block WHERE id = ?") {}

  /// Valid until the next call of any member. \throws DatabaseError if it is missing or damaged.
  [[nodiscard]] std::string_view read(const WordSegment& segment, std::uint32_t block);
  /// The first block that may hold `word`.
  [[nodiscard]] std::uint32_t find(const WordSegment& segment, std::string_view word);

 private:
  SqlStatement select_;
};

/// Walks over all words of a segment. Valid as long as the connection.
[[nodiscard]] WordWalk walk_words(SqlConnection& sql, const WordSegment& segment);

/// Walks over the entries of one word in a segment.
class WordEntries {
 public:
  /// \pre `blocks` is used for nothing else meanwhile
  WordEntries(WordBlocks& blocks, const WordSegment& segment, std::string_view word);

  /// False at the end. \throws DatabaseError if a block is damaged.
  bool next();
  /// Valid until the next call of next().
  [[nodiscard]] const WordPiece& piece() const { return entries_->piece(); }
  [[noreturn]] void refuse() const;

 private:
  bool go_to_block();

  WordBlocks& blocks_;
  WordSegment segment_;
  std::string word_;
  std::uint32_t next_block_;
  std::string data_;  // of the block
  std::optional<WordBlock> entries_;
};

/// \throws DatabaseError always
[[noreturn]] void refuse_words(const WordSegment& segment);

}  // namespace ludex
