#pragma once

#include "ludex/duplicates.hpp"
#include "store/sql/sql_statement.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

inline constexpr std::int64_t kDuplicateChunkGames = 4096;

/// Hashes of a game's beginning. Similar games share at least one; equal hashes do not prove equal
/// games.
struct BeginningHashes {
  enum class Kind : std::uint8_t {
    none = 0,  ///< the game is like no other one, or its kind of game has no hashes
    text = 1,  ///< neither moves nor setup: the hash of its record
    few = 2,   ///< fewer moves than count as equal: the hash of all of them
    many = 3,  ///< hashes of its first 20, 26, 33, 40, 80, 160 moves, as far as it goes
  };
  static constexpr std::size_t kMost = 6;

  Kind kind = Kind::none;
  std::uint8_t count = 0;  ///< hashes in use: of text and few two, which make one of 64 bits
  std::uint8_t asked = 0;  ///< of many: games like it agree with it in this hash
  std::array<std::uint32_t, kMost> hashes{};
  friend bool operator==(const BeginningHashes&, const BeginningHashes&) = default;
};

/// A game that is like another one. Its group holds all games that are linked to it so, and no
/// game outside the group changes which of them represents which.
struct GroupedGame {
  std::int64_t group = 0;  ///< the smallest id in it
  DuplicateGame game;      ///< kept: it represents itself
  friend bool operator==(const GroupedGame&, const GroupedGame&) = default;
};

/// Blocks are
///   0  u8   format version          8  u64  XXH64 of bytes 0 to 7 and 16 to the end
///   1  u8   0
///   2  u16  games
///   4  u32  0
/// then, of beginnings: a byte for each game (kind in the lowest two bits, `asked` in the next
/// three, count above them), and all hashes, four bytes each; of groups: for each game of a group,
/// in varints, its place less that of the one before, and zigzag group - id, zigzag cluster - id,
/// then reason | orientation << 2 | colors exchanged << 6, equal moves.
inline constexpr std::uint8_t kDuplicateFormat = 1;
[[nodiscard]] std::string pack_beginnings(std::span<const BeginningHashes> beginnings);
/// \throws DatabaseError if the bytes are damaged.
void read_beginnings(std::string_view bytes, std::vector<BeginningHashes>& beginnings);
/// \param games  of the chunk, ascending
[[nodiscard]] std::string pack_groups(std::int64_t chunk, std::span<const GroupedGame> games);
/// Appends to `games`. \throws DatabaseError if the bytes are damaged.
void read_groups(std::int64_t chunk, std::string_view bytes, std::vector<GroupedGame>& games);

/// Reads and writes the blocks of a database. An older database has no tables for them.
class DuplicateBlocks {
 public:
  explicit DuplicateBlocks(SqlConnection& sql);

  [[nodiscard]] bool exist() const { return has_tables_; }
  /// True if the groups of all games are known.
  [[nodiscard]] bool are_complete();
  /// All games of groups, ascending.
  [[nodiscard]] std::vector<GroupedGame> all_groups();
  /// \returns false if there is no such block
  bool read_beginnings(std::int64_t chunk, std::vector<BeginningHashes>& beginnings);

  void write_beginnings(std::int64_t chunk, std::span<const BeginningHashes> beginnings);
  /// Replaces all blocks whose games differ. \param games  all games of groups, ascending
  void write_groups(std::span<const GroupedGame> before, std::span<const GroupedGame> games);

 private:
  SqlConnection& sql_;
  bool has_tables_;
  std::optional<SqlStatement> select_beginnings_;
};

/// Groups depend on who is meant by names: they must be found again. Within a transaction.
void forget_duplicates(SqlConnection& sql);

/// A search for groups that ran out of memory. Trying again with more games or less memory is
/// useless.
struct UnfinishedSearch {
  std::int64_t games = 0;  ///< visible ones
  std::uint64_t memory_bytes = 0;
};
[[nodiscard]] std::optional<UnfinishedSearch> find_unfinished_search(SqlConnection& sql);
/// Within a transaction.
void note_unfinished_search(SqlConnection& sql, const UnfinishedSearch& search);
void forget_unfinished_search(SqlConnection& sql);

}  // namespace ludex
