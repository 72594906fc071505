#pragma once

#include "core/little_endian.hpp"
#include "ludex/types.hpp"
#include "store/sql/sql_statement.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace ludex {

/// The values that filters and statistics need, stored in columns by game id: a million games are
/// scanned in a few milliseconds. Names are ids of names as written, never of persons. Stored:
/// never renumber.
enum class Fact : std::int32_t {
  flags = 1,  ///< GameFlags; 0 if the id has no game (any more)
  game = 2,   ///< GameType
  kind = 3,   ///< GameKind
  size = 4,   ///< packed_size()
  black = 5,  ///< name id; 0 none
  white = 6,
  event = 7,
  round = 8,
  place = 9,
  game_name = 10,  ///< phrase id; 0 none
  annotator = 11,
  source = 12,        ///< source id
  date_from = 13,     ///< yyyymmdd; 0 unknown
  date_to = 14,       ///< yyyymmdd; 0 unknown, also where date_from is known (DatePrecision::since)
  result = 15,        ///< packed_result()
  margin = 16,        ///< hundredths of a point; 0 none
  komi = 17,          ///< hundredths of a point; kNoFact unknown
  handicap = 18,      ///< kNoFact unknown
  rules = 19,         ///< phrase id
  black_rating = 20,  ///< kNoFact unknown
  white_rating = 21,
  black_rank = 22,  ///< SeatInfo::rank_order; kNoFact unknown
  white_rank = 23,
  moves = 24,
  main_positions = 25,
  total_positions = 26,
  first_posting = 27,  ///< posting number of ply 0; ply p has first_posting + p
  content = 28,        ///< 64-bit hash over the game's logical row and positions
  properties = 29,     ///< phrase id
  lexicon = 30,        ///< phrase id
  external_id = 31,    ///< 1 if there is one
  record = 32,         ///< record id
  first_illegal = 33,  ///< ply; kNoFact none
  visibility = 34,  ///< flags & kVisibilityFlags: the same for most games of a chunk, so that most
                    ///< questions need not read the blocks of flags
};
inline constexpr int kFactCount = 33;  ///< those that a game has of its own: without visibility

inline constexpr std::int64_t kNoFact = -1'000'000'000;

/// Fact::flags of one game. Stored: never renumber.
class GameFlags {
 public:
  enum Flag : std::int64_t {
    alive = 1,  ///< cleared when the game is removed or its source replaced
    has_variations = 2,
    variations_indexed = 4,
    no_positions = 8,  ///< game info only
    hidden = 16,       ///< its source is not complete yet; not visible to queries
    unclosed = 32,
    sides_swapped = 64,         ///< the players exchanged seats (Hex, Twixt)
    first_seat_is_white = 128,  ///< Little Golem's Twixt
    node_text = 256,  ///< full text search covers the comments of all nodes, not only of the root
  };
  constexpr GameFlags() = default;
  explicit constexpr GameFlags(std::int64_t bits) : bits_(bits) {}

  [[nodiscard]] constexpr bool has(Flag flag) const { return (bits_ & flag) != 0; }
  /// True if queries may show the game.
  [[nodiscard]] constexpr bool is_answer() const { return has(alive) && !has(hidden); }
  constexpr void set(Flag flag, bool on) { bits_ = on ? bits_ | flag : bits_ & ~flag; }
  [[nodiscard]] constexpr std::int64_t bits() const { return bits_; }

 private:
  std::int64_t bits_ = 0;
};
inline constexpr std::int64_t kVisibilityFlags =
    GameFlags::alive | GameFlags::hidden | GameFlags::no_positions;

/// Fact::size: width << 16 | height; 0 unknown.
[[nodiscard]] constexpr std::int64_t packed_size(BoardSize size) {
  return std::int64_t{size.width} << 16 | size.height;
}
[[nodiscard]] constexpr BoardSize unpacked_size(std::int64_t packed) {
  return {static_cast<std::int16_t>(packed >> 16), static_cast<std::int16_t>(packed & 0xFFFF)};
}

/// Fact::result: Winner | WinBy << 8.
[[nodiscard]] constexpr std::int64_t packed_result(Winner winner, WinBy by) {
  return static_cast<std::int64_t>(winner) | static_cast<std::int64_t>(by) << 8;
}
[[nodiscard]] constexpr Winner winner_in(std::int64_t packed_result) {
  return static_cast<Winner>(packed_result & 0xFF);
}
[[nodiscard]] constexpr WinBy win_by_in(std::int64_t packed_result) {
  return static_cast<WinBy>(packed_result >> 8);
}

inline constexpr std::int64_t kFactChunkGames = 4096;

/// A chunk's values packed: one width for all (0, 1, 2, 4 or 8 bytes), little-endian differences to
/// the smallest.
[[nodiscard]] std::string pack_facts(std::span<const std::int64_t> values);
/// The smallest and the largest value of a chunk; 0 if it is empty.
struct FactRange {
  std::int64_t minimum;
  std::int64_t maximum;
};
/// As above. \param range  of the values \param data  receives them; its memory is used again
void pack_facts(std::span<const std::int64_t> values, const FactRange& range, std::string& data);
/// A stored column of one chunk: value i is `minimum` + word i.
struct PackedFacts {
  std::int64_t minimum = 0;
  std::size_t count = 0;
  int width = 0;                ///< bytes of a word: 0 (all values are `minimum`), 1, 2, 4 or 8
  const char* words = nullptr;  ///< little-endian, not aligned

  /// \pre place < count
  [[nodiscard]] std::int64_t operator[](std::size_t place) const;
};
/// The words of a column as numbers. They are in the memory of SQLite and not aligned.
template <class Word>
struct Words {
  const char* bytes;
  Word operator[](std::size_t i) const { return load_little<Word>(bytes + i * sizeof(Word)); }
};
/// Calls `work` with the words in their own width. Does nothing if all values are the same.
template <class Work>
void with_words(const PackedFacts& facts, Work work) {
  switch (facts.width) {
    case 1:
      return work(Words<std::uint8_t>{facts.words});
    case 2:
      return work(Words<std::uint16_t>{facts.words});
    case 4:
      return work(Words<std::uint32_t>{facts.words});
    case 8:
      return work(Words<std::uint64_t>{facts.words});
    default:
      return;
  }
}

inline std::int64_t PackedFacts::operator[](std::size_t place) const {
  std::uint64_t value = static_cast<std::uint64_t>(minimum);
  with_words(*this, [&](auto all) { value += all[place]; });
  return static_cast<std::int64_t>(value);
}

/// \throws DatabaseError if the block is damaged.
[[nodiscard]] PackedFacts read_packed_facts(std::string_view data, std::int64_t minimum);

void unpack_facts(const PackedFacts& packed, std::vector<std::int64_t>& values);
/// The same where all values fit in Number. \pre values.size() >= packed.count. Cost: about 0.3 ns
/// per value.
template <class Number>
void unpack_facts(const PackedFacts& packed, std::span<Number> values) {
  using Bits = std::make_unsigned_t<Number>;
  const auto minimum = static_cast<Bits>(packed.minimum);
  if (packed.width == 0) std::fill_n(values.begin(), packed.count, static_cast<Number>(minimum));
  with_words(packed, [&](auto words) {
    for (std::size_t i = 0; i < packed.count; ++i) {
      values[i] = static_cast<Number>(static_cast<Bits>(minimum + static_cast<Bits>(words[i])));
    }
  });
}

/// A column of one chunk in its packed form: for reading a few values of many chunks.
class FactValues {
 public:
  FactValues() { assign({}); }
  /// Copies the words.
  void assign(const PackedFacts& facts);

  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] std::size_t bytes() const { return words_.size(); }
  /// \pre place < size()
  std::int64_t operator[](std::size_t place) const {
    const auto word = load_little<std::uint64_t>(words_.data() + place * width_) & mask_;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(minimum_) + word);
  }

 private:
  std::string words_;  // padded: a word is read with its neighbors
  std::int64_t minimum_ = 0;
  std::size_t count_ = 0;
  std::size_t width_ = 0;
  std::uint64_t mask_ = 0;
};

/// How many games each chunk holds. All facts of a chunk have as many values: readers take the
/// place of a game in one column for its place in another.
class FactCounts {
 public:
  /// \throws DatabaseError if the numbers of chunks are beyond what the file can hold.
  explicit FactCounts(SqlConnection& sql);

  [[nodiscard]] std::int64_t chunks() const { return chunks_; }
  /// 0 for chunks that do not exist. \throws DatabaseError if the chunk is damaged.
  [[nodiscard]] std::size_t games(std::int64_t chunk);
  /// The block of a fact, checked; all values are 0 if there is none.
  [[nodiscard]] PackedFacts read(std::int64_t chunk, std::string_view data, std::int64_t minimum);
  [[nodiscard]] PackedFacts missing(std::int64_t chunk) { return {.count = games(chunk)}; }

 private:
  SqlStatement select_flags_;
  std::int64_t chunks_ = 0;
};

/// Reads columns by chunk. Chunk c holds games c * 4096 + 1 .. c * 4096 + 4096; values of ids
/// beyond the last game are absent (a short chunk).
class FactReader {
 public:
  explicit FactReader(SqlConnection& sql);

  [[nodiscard]] std::int64_t chunk_count() const { return counts_.chunks(); }
  /// The values of a whole chunk, by position. Cost: one to three pages, about 4 ns per value.
  void read(Fact fact, std::int64_t chunk, std::vector<std::int64_t>& values);
  /// The same without unpacking them.
  void read(Fact fact, std::int64_t chunk, FactValues& values);
  /// Smallest and largest value of a chunk: chunks that cannot match are skipped unread.
  using Range = FactRange;
  [[nodiscard]] Range range(Fact fact, std::int64_t chunk);
  /// One value; caches the last chunk of each fact.
  [[nodiscard]] std::int64_t value(Fact fact, GameId game);
  /// Drops the cached chunks.
  void forget() {
    for (Cached& cached : cache_) cached.chunk = -1;
  }
  [[nodiscard]] GameFlags flags(GameId game) { return GameFlags(value(Fact::flags, game)); }
  [[nodiscard]] GameType game_type(GameId game) {
    return static_cast<GameType>(value(Fact::game, game));
  }
  [[nodiscard]] BoardSize size(GameId game) { return unpacked_size(value(Fact::size, game)); }
  [[nodiscard]] Winner winner(GameId game) { return winner_in(value(Fact::result, game)); }

 private:
  struct Cached {
    std::int64_t chunk = -1;
    FactValues values;
  };
  SqlStatement select_;
  SqlStatement select_range_;
  FactCounts counts_;
  std::vector<Cached> cache_;
};

/// Iterates over one column, chunk by chunk. Holds its statement, and so a lock, until it is
/// destroyed: use it in a ReadTransaction.
class FactColumn {
 public:
  FactColumn(SqlConnection& sql, Fact fact);

  /// Smallest and largest value of a chunk; 0, 0 if it does not exist. Cost: one step if the chunks
  /// are read in order.
  [[nodiscard]] FactReader::Range range(std::int64_t chunk);
  /// Valid until the next call of any member. Cost: copies the block.
  [[nodiscard]] PackedFacts packed(std::int64_t chunk);

 private:
  /// \returns false if there is no such chunk.
  bool go_to(std::int64_t chunk);

  Fact fact_;
  SqlStatement select_;
  FactCounts counts_;
  std::int64_t chunk_ = -1;  // the chunk at which the statement is; -1: none
};

/// The facts of one game; index with fact_index().
using FactRow = std::array<std::int64_t, kFactCount>;

/// The facts of a few consecutive games, by fact.
struct FactsOfGames {
  static constexpr std::size_t kMost = 32;
  std::array<std::array<std::int64_t, kMost>, kFactCount> columns;
  std::size_t games = 0;

  void add(const FactRow& row) {
    for (std::size_t i = 0; i < row.size(); ++i) columns[i][games] = row[i];
    ++games;
  }
};

[[nodiscard]] constexpr std::size_t fact_index(Fact fact) {
  return static_cast<std::size_t>(fact) - 1;
}

/// Makes the visibility of all games from their flags. Within a transaction.
void add_visibility(SqlConnection& sql);

/// Appends facts in the order of game ids. A chunk is written when it is full, and by flush()
/// before every commit.
class FactWriter {
 public:
  FactWriter(SqlConnection& sql, std::int64_t next_game);

  void append(const FactRow& row);
  /// The same for several games.
  void append(const FactsOfGames& some);
  void flush();

  /// Changes one fact of stored games, chunk by chunk: `change` receives the id and the value of
  /// every game in [first, last] and returns the new value. \pre flush() was called.
  void update(Fact fact, GameId first, GameId last,
              const std::function<std::int64_t(GameId, std::int64_t)>& change);

 private:
  void end_chunk_if_full();
  void write_chunk();
  struct Packed {
    FactRange range{};
    std::string data;
    void pack(std::span<const std::int64_t> values);
  };
  void put(Fact fact, std::int64_t chunk, const Packed& packed);
  void load_open_chunk();

  SqlConnection& sql_;
  SqlStatement replace_;
  std::int64_t chunk_;
  std::array<std::vector<std::int64_t>, kFactCount> columns_;
  std::array<Packed, kFactCount> packed_;
  bool changed_ = false;
};

}  // namespace ludex
