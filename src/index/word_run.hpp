#pragma once

#include "core/hash_seed.hpp"
#include "index/word_block.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// The words of some games, as a worker hands them to the writer. Games count from 0.
struct WordRun {
  /// An entry of `bytes`, and the first eight bytes of its word as a big-endian number.
  struct Key {
    std::uint64_t prefix;
    std::uint32_t at;
  };
  std::vector<Key> keys;  ///< those of one word in the order of their games
  std::string bytes;      ///< of each entry: the word's length, the word, a piece
  std::uint64_t places = 0;

  [[nodiscard]] std::size_t memory_bytes() const {
    return bytes.capacity() + keys.capacity() * sizeof(Key);
  }
};

/// Collects the words of games. Its memory is used again: one object per worker.
/// Cost: about 15 ns a word. Memory: 12 bytes a word, some 40 and its letters for one that is new.
class WordRunBuilder {
 public:
  /// The texts that follow are this game's. \pre games ascend
  void begin_game(std::uint32_t game);
  /// The words of one more text of the game. \param words  as search_words() gives them
  void add_text(std::string_view words);
  /// True once it should be packed, so that memory stays bounded.
  [[nodiscard]] bool is_full() const { return places_.size() >= kMostPlaces; }
  /// All words since the last call.
  [[nodiscard]] WordRun pack();

 private:
  static constexpr std::size_t kMostPlaces = std::size_t{1} << 18;

  struct Word {
    std::uint64_t prefix;
    std::uint32_t begin, size;  // in texts_
    std::uint32_t hash;
    std::uint32_t count;
  };
  struct Place {
    std::uint32_t word;
    std::uint32_t game;
    std::uint32_t place;
  };

  void add_word(std::string_view word, std::uint64_t prefix);
  void grow();
  void order_places();

  std::vector<Word> words_;
  std::string texts_;
  std::vector<std::uint32_t> slots_;  // of words_ by hash: place + 1
  std::vector<Place> places_;
  std::vector<Place> ordered_;  // by word
  std::uint64_t seed_ = hash_seed();
  std::uint32_t game_ = 0;
  std::uint32_t next_place_ = 0;
};

/// A run that stands in a segment: its game 0 is game `first` there.
struct PlacedRun {
  const WordRun* run;
  std::uint32_t first;
};

/// Packs the words of runs into the blocks of a segment. Uses all threads of the current TBB arena;
/// the blocks do not depend on how many. \param runs  in the order of their games
/// Cost: about 60 ns an entry. Memory: the blocks, and 16 bytes for each entry that is sorted now.
[[nodiscard]] std::vector<std::string> pack_runs(std::span<const PlacedRun> runs);

}  // namespace ludex
