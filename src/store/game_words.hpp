#pragma once

#include "store/word_tables.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// Reads back what full text search knows of games. Segments stand by words and keep no texts: each
/// is read once to count, then once for as many games as fit `memory_bytes`. Within a read
/// transaction.
class GameWords {
 public:
  GameWords(SqlConnection& sql, std::size_t memory_bytes);

  /// The words of each text, with blanks between them; nullptr if the game has none. Valid until
  /// the next call. \pre games ascend
  [[nodiscard]] const std::vector<std::string>* find(std::int64_t game);

 private:
  struct Place {
    std::uint32_t place;
    std::uint32_t word;  // in words_
  };
  struct Word {
    std::uint32_t begin, size;  // in texts_
  };

  void open_segment();
  void load(std::uint32_t first);
  void put(std::string_view word, const WordPiece& piece);
  void join(std::uint32_t game);

  SqlConnection& sql_;
  std::size_t most_places_;
  std::vector<WordSegment> segments_;
  std::size_t segment_ = 0;            // of segments_
  std::vector<std::uint32_t> counts_;  // of each game of the segment; empty: not read yet
  // Games of the segment that are loaded.
  std::uint32_t first_ = 0, end_ = 0;
  std::vector<std::size_t> ends_;  // of each game's places
  std::vector<Place> places_;
  std::vector<Word> words_;
  std::string texts_;
  std::vector<std::string> found_;
};

}  // namespace ludex
