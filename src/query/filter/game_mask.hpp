#pragma once

#include "query/filter/id_set.hpp"
#include "store/facts.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ludex {

/// The games of a chunk of facts that may match: all at first, then those that the conditions
/// leave. Most conditions are decided for a whole chunk; single games are marked only when one
/// splits it.
class GameMask {
 public:
  using Bytes = std::array<std::uint8_t, kFactChunkGames>;

  GameMask() : GameMask(0) {}
  /// The first `games` places of the chunk. \pre games <= kFactChunkGames
  explicit GameMask(std::size_t games) : games_(games), is_whole_(true) {}
  GameMask(const GameMask& other) { *this = other; }
  GameMask& operator=(const GameMask& other) {
    games_ = other.games_;
    is_whole_ = other.is_whole_;
    if (!is_whole_) bytes_ = other.bytes_;
    return *this;
  }
  ~GameMask() = default;

  [[nodiscard]] bool is_empty() const;
  [[nodiscard]] std::int64_t count() const;
  [[nodiscard]] bool operator[](std::size_t place) const {
    return is_whole_ ? place < games_ : bytes_[place] != 0;
  }
  /// \param first  the id of the game in the first place
  void insert_into(IdSet& games, std::int64_t first) const;

  void clear() { *this = GameMask(); }
  /// The places of the chunk: 1 while the game may match, 0 when it does not. To be changed.
  [[nodiscard]] Bytes& bytes();
  GameMask& operator|=(const GameMask& other);

 private:
  std::size_t games_ = 0;
  bool is_whole_ = true;
  Bytes bytes_;  // only set where it is not whole
};

}  // namespace ludex
