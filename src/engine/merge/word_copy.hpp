#pragma once

#include "engine/merge/merge_input.hpp"
#include "store/sql/sql_connection.hpp"
#include "store/word_tables.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ludex {

/// Copies the words of the games that were copied from one input. The blocks of a segment are
/// copied as they are if all of its games are there, else its words are written anew.
class WordCopy {
 public:
  WordCopy(MergeInput& input, SqlConnection& to);

  /// Copies the words of games before `end_game` that were copied since the last call. Within the
  /// transaction that stores the games. Cost: a walk over each segment in which they are, so it
  /// is best to call it where one ends.
  void copy_before(std::int64_t end_game);
  /// True if the words of `game` and of the one before it are in one segment.
  [[nodiscard]] bool is_inside_segment(std::int64_t game) const;

 private:
  void copy_segment(const WordSegment& segment, std::int64_t first_game, std::int64_t end_game);
  void copy_blocks(const WordSegment& segment, std::int64_t shift);

  MergeInput& input_;
  SqlConnection& to_;
  std::vector<WordSegment> segments_;
  std::size_t next_ = 0;        // the first segment that is not copied to its end
  std::int64_t from_game_ = 1;  // words of games before it are copied
};

}  // namespace ludex
