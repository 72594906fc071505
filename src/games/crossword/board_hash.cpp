#include "games/crossword/board_hash.hpp"

#include "games/api/key_table.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cstring>

namespace ludex::crossword {
namespace {

constexpr std::array<TileCode, 8> kEmptySquares{};  // one comparison
constexpr int kStrictBits = 24;
constexpr std::uint64_t kStrictMask = (std::uint64_t{1} << kStrictBits) - 1;
constexpr std::uint64_t kBlank = 0x6C62272E07BB0142U;  // any number with bits all over

std::uint64_t square_constant(std::uint64_t x, std::uint64_t y) {
  return (y * 1024 + x + 1) * 0x9E3779B97F4A7C15U;
}

std::uint64_t salt_of(BoardSize size) {
  return KeyTable::mix(static_cast<std::uint64_t>(GameType::crossword) << 32 |
                       static_cast<std::uint64_t>(size.width) << 16 |
                       static_cast<std::uint64_t>(size.height));
}

std::uint64_t hash_of(std::string_view text) { return XXH3_64bits(text.data(), text.size()); }

const std::array<std::uint64_t, 256>& ascii_letters() {
  static const std::array<std::uint64_t, 256> letters = [] {
    std::array<std::uint64_t, 256> hashes{};
    for (char c = 'A'; c <= 'Z'; ++c) {
      const auto code = static_cast<TileCode>(c);
      hashes[code] = hashes[tile::blank_of(code)] = hash_of({&c, 1});
    }
    return hashes;
  }();
  return letters;
}

}  // namespace

BoardHash::BoardHash(BoardSize size, const TileNames& names)
    : size_(size), letters_(ascii_letters()) {
  for (std::size_t n = 0; n < names.size(); ++n) {
    const auto code = static_cast<TileCode>(tile::kFirstNamed + 2 * n);
    letters_[code] = letters_[tile::blank_of(code)] = hash_of(names.text_of(code));
  }
}

void BoardHash::toggle(std::uint32_t point, TileCode code) {
  if (code == tile::kEmpty) return;
  const auto width = static_cast<std::uint32_t>(size_.width);
  toggle(point % width, point / width, code);
}

inline void BoardHash::toggle(std::uint64_t x, std::uint64_t y, TileCode code) {
  const std::uint64_t letter = letters_[code];
  const std::uint64_t square = square_constant(x, y);
  const std::uint64_t turned = square_constant(y, x);
  const std::uint64_t here = KeyTable::mix(letter + square);
  const std::uint64_t there = KeyTable::mix(letter + turned);
  folded_ ^= here;
  folded_turned_ ^= there;
  if (!tile::is_blank(code)) {
    full_ ^= here;
    full_turned_ ^= there;
    return;
  }
  full_ ^= KeyTable::mix((letter ^ kBlank) + square);
  full_turned_ ^= KeyTable::mix((letter ^ kBlank) + turned);
}

void BoardHash::toggle_all(std::span<const TileCode> cells) {
  const auto width = static_cast<std::uint32_t>(size_.width);
  for (std::size_t point = 0; point < cells.size();) {
    if (cells.size() - point >= kEmptySquares.size() &&
        std::memcmp(&cells[point], kEmptySquares.data(), kEmptySquares.size()) == 0) {
      point += kEmptySquares.size();
      continue;
    }
    for (const std::size_t end = std::min(point + kEmptySquares.size(), cells.size()); point < end;
         ++point) {
      if (cells[point] == tile::kEmpty) continue;
      const auto at = static_cast<std::uint32_t>(point);
      toggle(at % width, at / width, cells[point]);
    }
  }
}

PositionKey BoardHash::key() const {
  const bool square = size_.is_square();
  const std::uint64_t folded = square ? std::min(folded_, folded_turned_) : folded_;
  const std::uint64_t full = square ? std::min(full_, full_turned_) : full_;
  const std::uint64_t salt = salt_of(size_);
  return {(KeyTable::mix(folded ^ salt) & ~kStrictMask) |
          (KeyTable::mix(full ^ salt) & kStrictMask)};
}

PositionKey board_key(BoardSize size, const TileNames& names, std::span<const TileCode> cells) {
  BoardHash hash(size, names);
  hash.toggle_all(cells);
  return hash.key();
}

KeyRange any_blanks(PositionKey key) {
  return {{key.bits & ~kStrictMask}, {key.bits | kStrictMask}};
}

}  // namespace ludex::crossword
