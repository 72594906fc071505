#pragma once

#include "index/word_block.hpp"
#include "ludex/error.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace ludex {

/// Hands out the blocks of one segment in order.
class WordBlockSource {
 public:
  virtual ~WordBlockSource() = default;
  /// False at the end. Valid until the next call. \throws DatabaseError if a block is damaged.
  virtual bool next(std::string_view& block) = 0;
  /// Says that an entry is damaged.
  [[nodiscard]] virtual DatabaseError damage() const = 0;
};

/// Walks over the entries of a segment in the order of their words.
class WordWalk {
 public:
  /// \param games  of the segment: those of entries must be below it
  WordWalk(std::unique_ptr<WordBlockSource> blocks, std::uint32_t games)
      : blocks_(std::move(blocks)), games_(games) {}

  /// False at the end. \throws DatabaseError if a block is damaged or words do not ascend.
  bool next();
  [[nodiscard]] std::string_view word() const { return block_->word(); }
  [[nodiscard]] const WordPiece& piece() const { return block_->piece(); }
  [[noreturn]] void refuse() const { throw blocks_->damage(); }

 private:
  bool check();

  std::unique_ptr<WordBlockSource> blocks_;
  std::uint32_t games_;
  std::string data_;  // of the block
  std::optional<WordBlock> block_;
  std::string last_word_;  // of the blocks before
  std::uint32_t last_game_ = 0;
};

/// Where a game of a segment goes; kNoGame: it is left out.
using GameMap = std::function<std::uint32_t(std::uint32_t game)>;
inline constexpr std::uint32_t kNoGame = ~std::uint32_t{0};

/// A segment that is merged.
struct MergedWords {
  WordWalk walk;
  std::uint32_t shift = 0;  ///< is added to its games
  GameMap map;              ///< says instead where each game goes, which ascend; empty: by `shift`
};

/// Writes the words of segments as those of one. Lists of games are joined, not unpacked, where
/// there is no map. \param segments  the games of each lie behind those of the one before
/// \returns how many places were written with a map. Holds a block of each segment.
/// \throws DatabaseError if a block is damaged.
std::uint64_t merge_words(std::span<MergedWords> segments, WordBlockWriter& writer);

}  // namespace ludex
