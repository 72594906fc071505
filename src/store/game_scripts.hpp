#pragma once

#include "ludex/types.hpp"
#include "store/game_captures.hpp"
#include "store/sql/sql_blob.hpp"
#include "store/sql/sql_statement.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ludex {

inline constexpr std::int64_t kGamesPerMoveBlock = 256;

/// Reads packed scripts (games/api/replay_script.hpp) by game id; caches the last block, so that
/// reading games in ascending order costs one read per 256 games.
class GameScripts {
 public:
  explicit GameScripts(SqlConnection& sql);
  /// Empty for an unknown game or one without positions. Valid until the next call.
  [[nodiscard]] std::span<const std::uint16_t> script(GameId game);

 private:
  SqlStatement select_;
  std::int64_t block_ = -1;
  std::string data_;
  std::vector<std::uint16_t> ops_;
};

/// Replaces `ops` by the script at a place of a block; empty if there is none.
/// \throws DatabaseError if the block is damaged.
void unpack_script(const std::string& block, std::size_t place, std::vector<std::uint16_t>& ops);

/// Reads scripts of games that lie far apart: of a block the game's part alone, a hundredth of it.
class SingleScripts {
 public:
  explicit SingleScripts(SqlConnection& sql) : blocks_(sql, "move_block", "data") {}
  /// As GameScripts::script().
  [[nodiscard]] std::span<const std::uint16_t> script(GameId game);
  /// Ends the read of the last block.
  void close() { blocks_.close(); }

 private:
  SqlBlobReader blocks_;
  std::string bytes_;
  std::vector<std::uint16_t> ops_;
};

/// The layout of a block: u16 number of games; u32 end of each script in operations; the
/// operations.
/// \param ends  of each script, in `ops`
/// \param data  receives the block; its memory is used again
void pack_scripts(std::span<const std::uint32_t> ends, std::span<const std::uint16_t> ops,
                  std::string& data);

/// Appends packed scripts and captures in the order of game ids. Blocks are written when full and
/// by flush().
class ScriptWriter {
 public:
  ScriptWriter(SqlConnection& sql, std::int64_t next_game);
  /// \param captures  as in GameRow
  void append(std::span<const std::uint16_t> ops,
              std::optional<std::span<const std::uint8_t>> captures);
  void flush();

 private:
  void read_block();
  void write_block();

  SqlConnection& sql_;
  SqlStatement replace_;
  SqlStatement replace_captures_;
  std::int64_t next_game_;
  std::int64_t block_;
  bool is_read_ = false;  // the open block's games are these:
  std::vector<std::uint16_t> ops_;
  std::vector<std::uint32_t> ends_;  // of each game's, in ops_
  CapturePacker captures_;           // of each
  std::string data_;                 // the block that was written last
  bool changed_ = false;
};

}  // namespace ludex
