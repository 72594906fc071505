#pragma once

#include "core/little_endian.hpp"
#include "index/posting_block.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace ludex {

/// Some of the games that hold a word, and its places in them. Games count from the first one of
/// the segment. Places count a game's words from 0 over all its texts; a text leaves one number
/// free behind it, so that words of two texts are never adjacent.
struct WordPiece {
  std::uint32_t games = 0;  ///< at least 1
  std::uint32_t first = 0;  ///< game
  std::uint32_t last = 0;   ///< game
  std::string_view steps;   ///< from game to game: games - 1 varints, none of them 0
  /// Of each game: the first place, then steps to the next ones; twice the number, plus one if
  /// another one of the game follows. Varints.
  std::string_view places;
};

/// The layout of a block of words, little-endian, stored in its first byte:
///   0  u8   format version          8  u64  XXH64 of bytes 0 to 7 and 16 to the end
///   1  u8   0
///   2  u16  0
///   4  u32  entries
/// then entries in the order of their words, those of one word in the order of their games:
///   bytes shared with the word before, bytes that follow, those bytes
///   games, first game
///   if there are several games: last game - first game, bytes of steps
///   bytes of places, steps, places
/// All numbers of entries are varints. The first entry shares nothing. A game with many places may
/// continue in the next entry of the word.
inline constexpr std::uint8_t kWordBlockFormat = 1;
inline constexpr std::size_t kWordHeaderBytes = 16;
/// An entry gets more games only while its steps and places take no more than this.
inline constexpr std::size_t kMostPieceBytes = 1024;

/// Takes numbers from packed bytes. What is not as expected breaks it; then all numbers are 0.
class WordBytes {
 public:
  explicit WordBytes(std::string_view bytes)
      : next_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  std::uint32_t number() {
    if (next_ != end_ && (*next_ & 0x80) == 0) return static_cast<std::uint32_t>(*next_++);
    return long_number();
  }
  std::string_view take(std::size_t count) {
    if (count > left()) {
      break_off();
      return {};
    }
    const std::string_view taken(next_, count);
    next_ += count;
    return taken;
  }
  [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(end_ - next_); }
  [[nodiscard]] bool ended() const { return next_ == end_; }
  [[nodiscard]] bool broken() const { return broken_; }

 private:
  std::uint32_t long_number();
  void break_off() {
    broken_ = true;
    next_ = end_;
  }

  const char* next_;
  const char* end_;
  bool broken_ = false;
};

/// An entry from its games on.
void append_piece(const WordPiece& piece, std::string& bytes);
[[nodiscard]] WordPiece read_piece(WordBytes& bytes);

/// Calls `visit` with each game. \returns false if the piece is damaged
template <class Visit>
bool for_each_game(const WordPiece& piece, const Visit& visit) {
  std::uint32_t game = piece.first;
  visit(game);
  WordBytes steps(piece.steps);
  for (std::uint32_t i = 1; i < piece.games; ++i) {
    const std::uint32_t step = steps.number();
    if (step == 0 || step > piece.last - game) return false;
    game += step;
    visit(game);
  }
  return game == piece.last && steps.ended() && !steps.broken();
}

/// Calls `visit` with each game and place. \returns false if the piece is damaged
template <class Visit>
bool for_each_place(const WordPiece& piece, const Visit& visit) {
  WordBytes places(piece.places);
  bool sound = true;
  const bool has_games = for_each_game(piece, [&](std::uint32_t game) {
    std::uint64_t place = 0;
    bool more = true;
    for (bool is_first = true; more; is_first = false) {
      const std::uint32_t step = places.number();
      more = (step & 1) != 0;
      sound &= !places.broken() && (is_first || step > 1);
      if (!sound) return;
      place += step >> 1;
      visit(game, static_cast<std::uint32_t>(place));
    }
    sound &= place <= 0x7FFF'FFFF;
  });
  return has_games && sound && places.ended();
}

/// Collects games and places, ascending, as pieces of a word.
class WordPieceBuilder {
 public:
  using Sink = std::function<void(const WordPiece&)>;

  /// \param sink  gets each piece that is full, and the last one at finish(). Its bytes are valid
  /// during the call.
  explicit WordPieceBuilder(Sink sink) : sink_(std::move(sink)) {}

  void add(std::uint32_t game, std::uint32_t place);
  void finish();

 private:
  Sink sink_;
  WordPiece piece_;
  std::string steps_, places_;
  std::uint32_t place_ = 0;   // the last one
  std::size_t place_at_ = 0;  // where it stands in places_
};

/// Packs entries into blocks, each filled as far as it goes; neighbouring pieces of a word become
/// one as long as they are small.
class WordBlockWriter {
 public:
  using Sink = std::function<void(std::string_view block)>;

  explicit WordBlockWriter(Sink sink) : sink_(std::move(sink)) {}

  /// \pre words ascend, and the pieces of each word by their games
  void add(std::string_view word, const WordPiece& piece);
  /// Writes the rest.
  void finish();

 private:
  [[nodiscard]] bool joins(const WordPiece& piece) const;
  void end_piece();
  void end_block();

  Sink sink_;
  std::string word_;            // of the open piece
  WordPiece piece_;             // none if it has no games
  std::string steps_, places_;  // its
  std::string entry_;
  std::string block_;
  std::string block_word_;  // the last one in it
  std::uint32_t entries_ = 0;
};

/// Walks over the entries of a block.
class WordBlock {
 public:
  /// \returns why the bytes are no block
  [[nodiscard]] static BlockFault check(std::string_view block);

  /// \param block  for which check() found nothing; must live on
  explicit WordBlock(std::string_view block);

  /// Goes to the next entry; false at the end, or where the block is damaged: its words must
  /// ascend, and the games of each word.
  bool next();
  [[nodiscard]] std::string_view word() const { return word_; }
  [[nodiscard]] const WordPiece& piece() const { return piece_; }
  /// After next() gave false.
  [[nodiscard]] bool is_damaged() const { return is_damaged_ || !rest_.ended(); }

 private:
  /// True if the entry that has just been read may stand behind the one before.
  [[nodiscard]] bool follows(std::size_t shared, std::string_view added,
                             std::uint32_t last_game) const;

  WordBytes rest_;
  std::uint32_t entries_left_;
  bool is_damaged_ = false;
  std::string word_;
  WordPiece piece_;
};

}  // namespace ludex
