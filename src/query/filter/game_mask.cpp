#include "query/filter/game_mask.hpp"

#include <algorithm>

namespace ludex {

bool GameMask::is_empty() const {
  if (is_whole_) return games_ == 0;
  std::uint8_t any = 0;
  for (const std::uint8_t game : bytes_) any |= game;
  return any == 0;
}

std::int64_t GameMask::count() const {
  if (is_whole_) return static_cast<std::int64_t>(games_);
  std::uint32_t count = 0;
  for (const std::uint8_t game : bytes_) count += game;
  return count;
}

void GameMask::insert_into(IdSet& games, std::int64_t first) const {
  if (is_whole_) {
    games.insert_range(first, static_cast<std::int64_t>(games_));
  } else {
    games.insert_marked(bytes_, first);
  }
}

GameMask::Bytes& GameMask::bytes() {
  if (is_whole_) {
    const auto end = std::fill_n(bytes_.begin(), games_, std::uint8_t{1});
    std::fill(end, bytes_.end(), std::uint8_t{0});
    is_whole_ = false;
  }
  return bytes_;
}

GameMask& GameMask::operator|=(const GameMask& other) {
  if (other.is_whole_ && other.games_ <= games_ && is_whole_) return *this;
  if (other.is_empty()) return *this;
  if (is_empty()) return *this = other;
  Bytes& mine = bytes();
  for (std::size_t i = 0; i < mine.size(); ++i) mine[i] |= static_cast<std::uint8_t>(other[i]);
  return *this;
}

}  // namespace ludex
