#pragma once

#include "store/game_scripts.hpp"
#include "store/sql/sql_statement.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace ludex {

/// Appends packed scripts in the order of game ids; blocks are written when full and by flush().
class ScriptWriter {
 public:
  ScriptWriter(SqlConnection& sql, std::int64_t next_game);
  void append(std::span<const std::uint16_t> ops);
  void flush();

 private:
  void write_block();

  SqlStatement replace_;
  std::int64_t block_;
  std::vector<std::uint16_t> ops_;   // of the open block's games
  std::vector<std::uint32_t> ends_;  // of each game's, in ops_
  bool changed_ = false;
};

}  // namespace ludex
