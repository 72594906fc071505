#define XXH_INLINE_ALL
#include "index/word_run.hpp"

#include "core/parallel_work.hpp"
#include "formats/values/search_words.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <utility>

namespace ludex {
namespace {

constexpr std::size_t kPrefixBytes = 8;
constexpr std::size_t kFewestSlots = 1024;
constexpr std::size_t kBytesPerPart = 256 * 1024;
constexpr std::size_t kMostParts = 32;
constexpr std::size_t kSamplesPerPart = 32;

/// The first bytes as a big-endian number: it orders words as their bytes do.
std::uint64_t prefix_of(std::string_view word) {
  const auto first = word.size() >= kPrefixBytes
                         ? load_little<std::uint64_t>(word.data())
                         : load_little<std::uint64_t>(word.data(), word.size());
  return __builtin_bswap64(first);
}

/// The same if eight bytes can be read there.
std::uint64_t prefix_in(std::string_view word) {
  const std::uint64_t bytes = __builtin_bswap64(load_little<std::uint64_t>(word.data()));
  if (word.size() >= kPrefixBytes) return bytes;
  return bytes & ~std::uint64_t{0} << (8 * (kPrefixBytes - word.size()));
}

std::uint32_t hash_of(std::string_view word, std::uint64_t prefix, std::uint64_t seed) {
  const std::uint64_t hash = word.size() > kPrefixBytes
                                 ? XXH3_64bits_withSeed(word.data(), word.size(), seed)
                                 : XXH3_64bits_withSeed(&prefix, sizeof(prefix), seed);
  return static_cast<std::uint32_t>(hash >> 32);
}

std::string_view word_at(const WordRun& run, std::uint32_t at) {
  WordBytes bytes(std::string_view(run.bytes).substr(at));
  return bytes.take(bytes.number());
}

/// An entry of the runs.
struct Entry {
  std::uint64_t prefix;
  std::uint32_t run;
  std::uint32_t at;
};

/// By word, then by game. Words hold no zero byte: short ones with one prefix are equal.
class EntryOrder {
 public:
  explicit EntryOrder(std::span<const PlacedRun> runs) : runs_(runs) {}

  bool operator()(const Entry& one, const Entry& other) const {
    if (one.prefix != other.prefix) return one.prefix < other.prefix;
    if ((one.prefix & 0xFF) != 0) {
      const auto order =
          word_at(*runs_[one.run].run, one.at).compare(word_at(*runs_[other.run].run, other.at));
      if (order != 0) return order < 0;
    }
    return one.run != other.run ? one.run < other.run : one.at < other.at;
  }

 private:
  std::span<const PlacedRun> runs_;
};

/// Prefixes that divide the entries into parts of about the same size.
std::vector<std::uint64_t> part_ends(std::span<const PlacedRun> runs) {
  std::size_t bytes = 0, keys = 0;
  for (const PlacedRun& placed : runs) {
    bytes += placed.run->bytes.size();
    keys += placed.run->keys.size();
  }
  const std::size_t parts = std::clamp<std::size_t>(bytes / kBytesPerPart, 1, kMostParts);
  const std::size_t step = std::max<std::size_t>(keys / (parts * kSamplesPerPart), 1);
  std::vector<std::uint64_t> samples;
  std::size_t next = 0;
  for (const PlacedRun& placed : runs) {
    for (; next < placed.run->keys.size(); next += step) {
      samples.push_back(placed.run->keys[next].prefix);
    }
    next -= placed.run->keys.size();
  }
  std::ranges::sort(samples);
  std::vector<std::uint64_t> ends;
  for (std::size_t part = 1; part < parts; ++part) {
    ends.push_back(samples[part * samples.size() / parts]);
  }
  return ends;
}

/// Blocks of the entries whose prefix lies in [first, last].
void pack_part(std::span<const PlacedRun> runs, std::uint64_t first, std::uint64_t last,
               std::vector<std::string>& blocks) {
  std::vector<Entry> entries;
  for (std::uint32_t place = 0; place < runs.size(); ++place) {
    for (const WordRun::Key& key : runs[place].run->keys) {
      if (key.prefix - first <= last - first) entries.push_back({key.prefix, place, key.at});
    }
  }
  std::ranges::sort(entries, EntryOrder(runs));
  WordBlockWriter writer([&](std::string_view block) { blocks.emplace_back(block); });
  for (const Entry& entry : entries) {
    const PlacedRun& placed = runs[entry.run];
    WordBytes bytes(std::string_view(placed.run->bytes).substr(entry.at));
    const std::string_view word = bytes.take(bytes.number());
    WordPiece piece = read_piece(bytes);
    piece.first += placed.first;
    piece.last += placed.first;
    writer.add(word, piece);
  }
  writer.finish();
}

}  // namespace

void WordRunBuilder::begin_game(std::uint32_t game) {
  game_ = game;
  next_place_ = 0;
}

void WordRunBuilder::add_text(std::string_view words) {
  if (words.empty()) return;
  const char* const end = words.data() + words.size();
  for (const char* next = words.data(); next < end;) {
    const auto left = static_cast<std::size_t>(end - next);
    const auto* const blank = static_cast<const char*>(std::memchr(next, ' ', left));
    const std::size_t size = blank == nullptr ? left : static_cast<std::size_t>(blank - next);
    const std::string_view word(next, std::min(size, kMostWordBytes));
    if (!word.empty()) add_word(word, left < kPrefixBytes ? prefix_of(word) : prefix_in(word));
    next += size + 1;
  }
  ++next_place_;
}

void WordRunBuilder::add_word(std::string_view word, std::uint64_t prefix) {
  if (words_.size() * 2 >= slots_.size()) grow();
  const std::uint32_t hash = hash_of(word, prefix, seed_);
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  const auto is_word = [&](const Word& known) {
    return known.prefix == prefix && known.size == word.size() &&
           (word.size() <= kPrefixBytes ||
            std::memcmp(texts_.data() + known.begin, word.data(), word.size()) == 0);
  };
  while (slots_[slot] != 0 && !is_word(words_[slots_[slot] - 1])) slot = (slot + 1) & mask;
  if (slots_[slot] == 0) {
    words_.push_back({prefix, static_cast<std::uint32_t>(texts_.size()),
                      static_cast<std::uint32_t>(word.size()), hash, 0});
    slots_[slot] = static_cast<std::uint32_t>(words_.size());
    texts_ += word;
  }
  const std::uint32_t index = slots_[slot] - 1;
  ++words_[index].count;
  places_.push_back({index, game_, next_place_++});
}

void WordRunBuilder::grow() {
  slots_.assign(std::max(slots_.size() * 2, kFewestSlots), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t i = 0; i < words_.size(); ++i) {
    std::size_t slot = words_[i].hash & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = i + 1;
  }
}

/// Into ordered_: by word, each word's in the order in which they came.
void WordRunBuilder::order_places() {
  std::vector<std::uint32_t> next(words_.size());
  std::uint32_t end = 0;
  for (std::size_t i = 0; i < words_.size(); ++i)
    next[i] = std::exchange(end, end + words_[i].count);
  ordered_.resize(places_.size());
  for (const Place& place : places_) ordered_[next[place.word]++] = place;
}

WordRun WordRunBuilder::pack() {
  WordRun run;
  run.places = places_.size();
  order_places();
  std::string_view word;
  std::uint64_t prefix = 0;
  WordPieceBuilder pieces([&](const WordPiece& piece) {
    run.keys.push_back({prefix, static_cast<std::uint32_t>(run.bytes.size())});
    append_varint(run.bytes, word.size());
    run.bytes += word;
    append_piece(piece, run.bytes);
  });
  run.keys.reserve(words_.size() + words_.size() / 8);
  std::size_t next = 0;
  for (const Word& known : words_) {
    word = std::string_view(texts_).substr(known.begin, known.size);
    prefix = known.prefix;
    for (const std::size_t end = next + known.count; next < end; ++next) {
      pieces.add(ordered_[next].game, ordered_[next].place);
    }
    pieces.finish();
  }
  slots_.assign(std::max(std::bit_ceil(words_.size() * 4), kFewestSlots), 0);
  words_.clear();
  texts_.clear();
  places_.clear();
  return run;
}

std::vector<std::string> pack_runs(std::span<const PlacedRun> runs) {
  const std::vector<std::uint64_t> ends = part_ends(runs);
  std::vector<std::vector<std::string>> parts(ends.size() + 1);
  tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t i) {
    const ParallelWork counted;
    const std::uint64_t first = i == 0 ? 0 : ends[i - 1];
    const std::uint64_t end = i == ends.size() ? 0 : ends[i];  // 0: all that follow
    if (i > 0 && i < ends.size() && first == end) return;
    pack_part(runs, first, end - 1, parts[i]);
  });
  std::vector<std::string> blocks;
  for (std::vector<std::string>& part : parts) {
    blocks.insert(blocks.end(), std::make_move_iterator(part.begin()),
                  std::make_move_iterator(part.end()));
  }
  return blocks;
}

}  // namespace ludex
