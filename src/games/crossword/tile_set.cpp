#include "games/crossword/tile_set.hpp"

#include "formats/values/fold.hpp"
#include "games/crossword/scored_board.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace ludex::crossword {
namespace {

/// By code. Racks may hold anything that a file says.
using TileNumbers = std::array<std::size_t, 256>;

constexpr LetterCount kEnglish[] = {
    {"?", 2, 0}, {"A", 9, 1}, {"B", 2, 3}, {"C", 2, 3},  {"D", 4, 2}, {"E", 12, 1}, {"F", 2, 4},
    {"G", 3, 2}, {"H", 2, 4}, {"I", 9, 1}, {"J", 1, 8},  {"K", 1, 5}, {"L", 4, 1},  {"M", 2, 3},
    {"N", 6, 1}, {"O", 8, 1}, {"P", 2, 3}, {"Q", 1, 10}, {"R", 6, 1}, {"S", 4, 1},  {"T", 6, 1},
    {"U", 4, 1}, {"V", 2, 4}, {"W", 2, 4}, {"X", 1, 8},  {"Y", 2, 4}, {"Z", 1, 10}};
constexpr LetterCount kEnglishSuper[] = {
    {"?", 4, 0},  {"A", 16, 1}, {"B", 4, 3},  {"C", 6, 3},  {"D", 8, 2}, {"E", 24, 1},
    {"F", 4, 4},  {"G", 5, 2},  {"H", 5, 4},  {"I", 13, 1}, {"J", 2, 8}, {"K", 2, 5},
    {"L", 7, 1},  {"M", 6, 3},  {"N", 13, 1}, {"O", 15, 1}, {"P", 4, 3}, {"Q", 2, 10},
    {"R", 13, 1}, {"S", 10, 1}, {"T", 15, 1}, {"U", 7, 1},  {"V", 3, 4}, {"W", 4, 4},
    {"X", 2, 8},  {"Y", 4, 4},  {"Z", 2, 10}};
constexpr LetterCount kFrench[] = {
    {"?", 2, 0}, {"A", 9, 1}, {"B", 2, 3},  {"C", 2, 3},  {"D", 3, 2},  {"E", 15, 1}, {"F", 2, 4},
    {"G", 2, 2}, {"H", 2, 4}, {"I", 8, 1},  {"J", 1, 8},  {"K", 1, 10}, {"L", 5, 1},  {"M", 3, 2},
    {"N", 6, 1}, {"O", 6, 1}, {"P", 2, 3},  {"Q", 1, 8},  {"R", 6, 1},  {"S", 6, 1},  {"T", 6, 1},
    {"U", 6, 1}, {"V", 2, 4}, {"W", 1, 10}, {"X", 1, 10}, {"Y", 1, 10}, {"Z", 1, 10}};
constexpr LetterCount kGerman[] = {
    {"?", 2, 0},  {"A", 5, 1},  {"Ä", 1, 6}, {"B", 2, 3}, {"C", 2, 4},  {"D", 4, 1},
    {"E", 15, 1}, {"F", 2, 4},  {"G", 3, 2}, {"H", 4, 2}, {"I", 6, 1},  {"J", 1, 6},
    {"K", 2, 4},  {"L", 3, 2},  {"M", 4, 3}, {"N", 9, 1}, {"O", 3, 2},  {"Ö", 1, 8},
    {"P", 1, 4},  {"Q", 1, 10}, {"R", 6, 1}, {"S", 7, 1}, {"T", 6, 1},  {"U", 6, 1},
    {"Ü", 1, 6},  {"V", 1, 6},  {"W", 1, 3}, {"X", 1, 8}, {"Y", 1, 10}, {"Z", 1, 3}};
constexpr LetterCount kSpanish[] = {
    {"?", 2, 0},  {"A", 12, 1}, {"B", 2, 3}, {"C", 4, 3},  {"CH", 1, 5}, {"D", 5, 2},
    {"E", 12, 1}, {"F", 1, 4},  {"G", 2, 2}, {"H", 2, 4},  {"I", 6, 1},  {"J", 1, 8},
    {"L", 4, 1},  {"LL", 1, 8}, {"M", 2, 3}, {"N", 5, 1},  {"Ñ", 1, 8},  {"O", 9, 1},
    {"P", 2, 3},  {"Q", 1, 5},  {"R", 5, 1}, {"RR", 1, 8}, {"S", 6, 1},  {"T", 4, 1},
    {"U", 5, 1},  {"V", 1, 4},  {"X", 1, 8}, {"Y", 1, 4},  {"Z", 1, 10}};
constexpr LetterCount kPolish[] = {
    {"?", 2, 0}, {"A", 9, 1}, {"Ą", 1, 5}, {"B", 2, 3}, {"C", 3, 2}, {"Ć", 1, 6}, {"D", 3, 2},
    {"E", 7, 1}, {"Ę", 1, 5}, {"F", 1, 5}, {"G", 2, 3}, {"H", 2, 3}, {"I", 8, 1}, {"J", 2, 3},
    {"K", 3, 2}, {"L", 3, 2}, {"Ł", 2, 3}, {"M", 3, 2}, {"N", 5, 1}, {"Ń", 1, 7}, {"O", 6, 1},
    {"Ó", 1, 5}, {"P", 3, 2}, {"R", 4, 1}, {"S", 4, 1}, {"Ś", 1, 5}, {"T", 3, 2}, {"U", 2, 3},
    {"W", 4, 1}, {"Y", 4, 2}, {"Z", 5, 1}, {"Ź", 1, 9}, {"Ż", 1, 5}};
constexpr LetterCount kNorwegian[] = {
    {"?", 2, 0}, {"A", 7, 1}, {"B", 3, 4}, {"C", 1, 10}, {"D", 5, 1}, {"E", 9, 1}, {"F", 4, 2},
    {"G", 4, 2}, {"H", 3, 3}, {"I", 5, 1}, {"J", 2, 4},  {"K", 4, 2}, {"L", 5, 1}, {"M", 3, 2},
    {"N", 6, 1}, {"O", 4, 2}, {"P", 2, 4}, {"R", 6, 1},  {"S", 6, 1}, {"T", 6, 1}, {"U", 3, 4},
    {"V", 3, 4}, {"W", 1, 8}, {"Y", 1, 6}, {"Æ", 1, 6},  {"Ø", 2, 5}, {"Å", 2, 4}};
constexpr LetterCount kCatalan[] = {
    {"?", 2, 0},  {"A", 12, 1},   {"B", 2, 3}, {"C", 3, 2}, {"Ç", 1, 10},  {"D", 3, 2},
    {"E", 13, 1}, {"F", 1, 4},    {"G", 2, 3}, {"H", 1, 8}, {"I", 8, 1},   {"J", 1, 8},
    {"L", 4, 1},  {"L·L", 1, 10}, {"M", 3, 2}, {"N", 6, 1}, {"NY", 1, 10}, {"O", 5, 1},
    {"P", 2, 3},  {"QU", 1, 8},   {"R", 8, 1}, {"S", 8, 1}, {"T", 5, 1},   {"U", 4, 1},
    {"V", 1, 4},  {"X", 1, 10},   {"Z", 1, 8}};
constexpr LetterCount kDutch[] = {
    {"?", 2, 0},  {"A", 6, 1}, {"B", 2, 3}, {"C", 2, 5},  {"D", 5, 2}, {"E", 18, 1}, {"F", 2, 4},
    {"G", 3, 3},  {"H", 2, 4}, {"I", 4, 1}, {"J", 2, 4},  {"K", 3, 3}, {"L", 3, 3},  {"M", 3, 3},
    {"N", 10, 1}, {"O", 6, 1}, {"P", 2, 3}, {"Q", 1, 10}, {"R", 5, 2}, {"S", 5, 2},  {"T", 5, 2},
    {"U", 3, 4},  {"V", 2, 4}, {"W", 2, 5}, {"X", 1, 8},  {"Y", 1, 8}, {"Z", 2, 4}};
constexpr LetterCount kSwedish[] = {
    {"?", 2, 0}, {"A", 8, 1}, {"B", 2, 4}, {"C", 1, 8},  {"D", 5, 1}, {"E", 7, 1}, {"F", 2, 3},
    {"G", 3, 2}, {"H", 2, 2}, {"I", 5, 1}, {"J", 1, 7},  {"K", 3, 2}, {"L", 5, 1}, {"M", 3, 2},
    {"N", 6, 1}, {"O", 5, 2}, {"P", 2, 4}, {"R", 8, 1},  {"S", 8, 1}, {"T", 8, 1}, {"U", 3, 4},
    {"V", 2, 3}, {"X", 1, 8}, {"Y", 1, 7}, {"Z", 1, 10}, {"Å", 2, 4}, {"Ä", 2, 3}, {"Ö", 2, 4}};
constexpr LetterCount kSlovene[] = {
    {"?", 2, 0},  {"A", 10, 1}, {"B", 2, 4}, {"C", 1, 8}, {"Č", 1, 5}, {"D", 4, 2}, {"E", 11, 1},
    {"F", 1, 10}, {"G", 2, 4},  {"H", 1, 5}, {"I", 9, 1}, {"J", 4, 1}, {"K", 3, 3}, {"L", 4, 1},
    {"M", 2, 3},  {"N", 7, 1},  {"O", 8, 1}, {"P", 2, 3}, {"R", 6, 1}, {"S", 6, 1}, {"Š", 1, 6},
    {"T", 4, 1},  {"U", 2, 3},  {"V", 4, 2}, {"Z", 2, 4}, {"Ž", 1, 10}};
constexpr LetterCount kItalian[] = {
    {"?", 2, 0}, {"A", 14, 1}, {"B", 3, 5}, {"C", 6, 2},  {"D", 3, 5}, {"E", 11, 1},
    {"F", 3, 5}, {"G", 2, 8},  {"H", 2, 8}, {"I", 12, 1}, {"L", 5, 3}, {"M", 5, 3},
    {"N", 5, 3}, {"O", 15, 1}, {"P", 3, 5}, {"Q", 1, 10}, {"R", 6, 2}, {"S", 6, 2},
    {"T", 6, 2}, {"U", 5, 3},  {"V", 3, 5}, {"Z", 2, 8}};
constexpr LetterCount kPortuguese[] = {
    {"?", 3, 0}, {"A", 14, 1}, {"B", 3, 3}, {"C", 4, 2},  {"Ç", 2, 3}, {"D", 5, 2}, {"E", 11, 1},
    {"F", 2, 4}, {"G", 2, 4},  {"H", 2, 4}, {"I", 10, 1}, {"J", 2, 5}, {"L", 5, 2}, {"M", 6, 1},
    {"N", 4, 3}, {"O", 10, 1}, {"P", 4, 2}, {"Q", 1, 6},  {"R", 6, 1}, {"S", 8, 1}, {"T", 5, 1},
    {"U", 7, 1}, {"V", 2, 4},  {"X", 1, 8}, {"Z", 1, 8}};

constexpr LetterDistribution kDistributions[] = {
    {"english", kEnglish},       {"english_super", kEnglishSuper},
    {"french", kFrench},         {"german", kGerman},
    {"spanish", kSpanish},       {"polish", kPolish},
    {"norwegian", kNorwegian},   {"catalan", kCatalan},
    {"dutch", kDutch},           {"swedish", kSwedish},
    {"slovene", kSlovene},       {"italian", kItalian},
    {"portuguese", kPortuguese},
};

/// A name without case and punctuation.
std::string bare(std::string_view name) {
  std::string text = fold(name);
  std::erase_if(text,
                [](char c) { return c == '_' || c == '-' || c == ' ' || c == '(' || c == ')'; });
  return text;
}

/// How the names of a language's lexica start.
struct LexiconFamily {
  std::string_view start;
  std::string_view distribution;
};
constexpr LexiconFamily kFamilies[] = {
    {"nwl", "english"},  {"owl", "english"},     {"twl", "english"},     {"otcwl", "english"},
    {"csw", "english"},  {"ospd", "english"},    {"oswi", "english"},    {"ecwl", "english"},
    {"nswl", "english"}, {"sowpods", "english"}, {"collins", "english"}, {"ods", "french"},
    {"fra", "french"},   {"rd", "german"},       {"deu", "german"},      {"fise", "spanish"},
    {"file", "spanish"}, {"osps", "polish"},     {"nsf", "norwegian"},   {"disc", "catalan"},
    {"saol", "swedish"},
};

}  // namespace

int LetterDistribution::tile_count() const {
  int tiles = 0;
  for (const LetterCount& letter : letters) tiles += letter.count;
  return tiles;
}

const LetterCount* LetterDistribution::find(std::string_view text) const {
  const auto found = std::find_if(letters.begin(), letters.end(),
                                  [&](const LetterCount& letter) { return letter.text == text; });
  return found == letters.end() ? nullptr : &*found;
}

std::size_t LetterDistribution::long_tile_at(std::string_view text) const {
  const auto same = [](char a, char b) {
    return a == b || (a >= 'A' && a <= 'Z' && b == static_cast<char>(a + 32));
  };
  std::size_t longest = 0;
  for (const LetterCount& letter : letters) {
    const std::string_view tile = letter.text;
    const bool is_long = tile.size() > 1 && static_cast<unsigned char>(tile.front()) < 0x80;
    if (!is_long || text.size() < tile.size() || tile.size() < longest) continue;
    if (std::equal(tile.begin(), tile.end(), text.begin(), same)) longest = tile.size();
  }
  return longest;
}

std::span<const LetterDistribution> letter_distributions() { return kDistributions; }

const LetterDistribution* find_distribution(std::string_view name) {
  const std::string wanted = bare(name);
  for (const LetterDistribution& one : kDistributions) {
    if (bare(one.name) == wanted) return &one;
  }
  return nullptr;
}

const LetterDistribution* distribution_of_lexicon(std::string_view lexicon) {
  const std::string name = bare(lexicon);
  for (const LexiconFamily& family : kFamilies) {
    if (!name.starts_with(family.start)) continue;
    // What follows is a number or a year; other letters make another name.
    const bool ends = name.size() == family.start.size() || name[family.start.size()] < 'a' ||
                      name[family.start.size()] > 'z';
    if (ends) return find_distribution(family.distribution);
  }
  return nullptr;
}

const LetterDistribution* distribution_of(std::string_view distribution, std::string_view lexicon,
                                          BoardSize size) {
  if (!distribution.empty()) return find_distribution(distribution);
  const bool is_super = size.width == 21;
  const LetterDistribution* usual =
      lexicon.empty() ? find_distribution("english") : distribution_of_lexicon(lexicon);
  if (!is_super || usual == nullptr) return usual;
  return usual == find_distribution("english") ? find_distribution("english_super") : nullptr;
}

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

bool holds(const Rack& rack, const Rack& tiles) {
  TileNumbers left{};
  for (const TileCode code : rack) ++left[code];
  return std::ranges::all_of(tiles, [&](TileCode code) { return left[bag_kind(code)]-- > 0; });
}

RackKnowledge::RackKnowledge(const TileSet& set, std::size_t seats)
    : set_(set), told_(seats), seen_(seats), sizes_(seats, kRackTiles) {
  const auto all = static_cast<std::size_t>(set.tile_count());
  bag_ = all - std::min(all, seats * kRackTiles);
}

void RackKnowledge::remove(std::size_t seat, const Rack& tiles) {
  told_[seat].clear();
  TileNumbers gone{};
  for (const TileCode code : tiles) ++gone[bag_kind(code)];
  std::erase_if(seen_[seat], [&](TileCode code) {
    if (gone[code] == 0) return false;
    --gone[code];
    return true;
  });
}

void RackKnowledge::draw(std::size_t seat, std::size_t count) {
  const std::size_t drawn = std::min(bag_, count);
  sizes_[seat] -= std::min(sizes_[seat], count);
  sizes_[seat] += drawn;
  bag_ -= drawn;
}

void RackKnowledge::play(std::size_t seat, const Rack& tiles) {
  size_before_ = sizes_[seat];
  bag_before_ = bag_;
  remove(seat, tiles);
  draw(seat, tiles.size());
}

void RackKnowledge::exchange_unseen(std::size_t seat) {
  told_[seat].clear();
  seen_[seat].clear();
}

void RackKnowledge::set_rack(std::size_t seat, Rack rack) {
  told_[seat].clear();
  seen_[seat] = std::move(rack);
}

void RackKnowledge::take_back(std::size_t seat, const Rack& tiles) {
  sizes_[seat] = size_before_;
  bag_ = bag_before_;
  Rack rack;
  for (const TileCode code : tiles) rack.push_back(bag_kind(code));
  std::sort(rack.begin(), rack.end());
  set_rack(seat, std::move(rack));
}

void RackKnowledge::fill_last(const std::vector<TileCode>& cells) {
  if (!set_.is_known() || bag_ != 0) return;
  const std::size_t seats = sizes_.size();
  std::size_t unknown = seats;
  for (std::size_t seat = 0; seat < seats; ++seat) {
    if (of(seat).size() == sizes_[seat]) continue;
    if (unknown != seats) return;  // two of them
    unknown = seat;
  }
  if (unknown == seats) return;
  TileCounts seen{};
  for (const TileCode code : cells) ++seen[bag_kind(code)];
  for (std::size_t seat = 0; seat < seats; ++seat) {
    if (seat == unknown) continue;
    for (const TileCode code : of(seat)) ++seen[code];
  }
  Rack rest;
  for (const TileCode code : set_.all_codes()) {
    const int left = set_.count_of(code) - seen[code];
    if (left < 0) return;
    rest.insert(rest.end(), static_cast<std::size_t>(left), code);
  }
  if (rest.size() == sizes_[unknown]) set_rack(unknown, std::move(rest));
}

}  // namespace ludex::crossword
