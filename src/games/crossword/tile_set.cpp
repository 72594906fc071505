#include "games/crossword/tile_set.hpp"

#include <algorithm>

namespace ludex::crossword {

TileSet::TileSet(const LetterDistribution* distribution) : distribution_(distribution) {
  if (distribution == nullptr) return;
  for (const LetterCount& letter : distribution->letters) {
    const auto code = names_.code_of(letter.text);
    if (!code) continue;
    codes_.push_back(*code);
    counts_[*code] = letter.count;
    values_[*code] = letter.value;
    has_[*code] = true;
  }
  std::sort(codes_.begin(), codes_.end());
}

int TileSet::tile_count() const {
  return distribution_ == nullptr ? 0 : distribution_->tile_count();
}

std::optional<std::vector<TileCode>> TileSet::read_word(std::string_view utf8) {
  std::vector<TileCode> tiles;
  while (!utf8.empty()) {
    const char c = utf8.front();
    if (c == '(' || c == ')') {
      utf8.remove_prefix(1);
    } else if (c == '.') {
      tiles.push_back(tile::kThrough);
      utf8.remove_prefix(1);
    } else {
      const auto code = take_tile(utf8);
      if (!code || *code == tile::kUndesignated) return std::nullopt;
      tiles.push_back(*code);
    }
  }
  return tiles;
}

std::optional<std::vector<TileCode>> TileSet::read_rack(std::string_view utf8) {
  std::vector<TileCode> tiles;
  while (!utf8.empty()) {
    const auto code = take_tile(utf8);
    if (!code) return std::nullopt;
    tiles.push_back(bag_kind(*code));
  }
  return tiles;
}

std::optional<TileCode> TileSet::take_tile(std::string_view& utf8) {
  std::size_t bytes = distribution_ == nullptr ? 0 : distribution_->long_tile_at(utf8);
  if (bytes > 0) {
    const auto code = names_.code_of(utf8.substr(0, bytes));
    utf8.remove_prefix(bytes);
    return code;
  }
  const auto text = take_cgp_tile(utf8);
  return text ? names_.code_of(*text) : std::nullopt;
}

}  // namespace ludex::crossword
