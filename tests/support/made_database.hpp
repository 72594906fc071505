#pragma once

#include "ludex/types.hpp"
#include "store/database.hpp"
#include "store/game_row.hpp"
#include "support/temporary_folder.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ludex::test {

/// A database made by hand, game by game, in a temporary folder of its own.
class MadeDatabase {
 public:
  MadeDatabase();

  /// Games and rejects that follow belong to it.
  SourceId add_source(const std::string& name, bool hidden = false, bool variations = false);
  void add_games(std::vector<GameRow> games);
  void add_reject(const std::string& text);
  /// Puts the positions of the games that have none in the index yet into a segment of their own.
  void index_positions();
  void remove(GameId game);

  [[nodiscard]] Database& database() { return database_; }

 private:
  std::int64_t add_record(std::uint64_t hash, bool rejected);

  TemporaryFolder folder_;
  Database database_;
  std::int64_t source_ = 0;
  bool hidden_ = false;
  bool variations_ = false;
};

/// A game of Go from points (row * width + column), black first, with nothing said about it.
[[nodiscard]] GameRow go_game(BoardSize size, const std::vector<std::uint16_t>& points);

}  // namespace ludex::test
