#pragma once

#include "ludex/export.hpp"
#include "store/database.hpp"
#include "store/facts.hpp"
#include "store/sql/sql_statement.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// A text as a part of a file name: what is no letter, digit, dot, `_`, `+` or `-` in ASCII becomes
/// `-`; none at the beginning or the end, no dot at the beginning; 100 bytes at most. Other UTF-8
/// stays. "unknown" where nothing is left.
[[nodiscard]] std::string safe_file_name(std::string_view text);

/// Which files a game goes into.
class SplitNames {
 public:
  /// \pre split.key != count
  SplitNames(Database& database, const SplitBy& split);

  /// A year, `1846-1847` where it may have been either, an event, the format of the record, or the
  /// persons of all seats (game_players.person), as safe_file_name() has them. "unknown" where
  /// nothing is known.
  [[nodiscard]] std::vector<std::string> of(GameId game);

 private:
  [[nodiscard]] std::string year_of_game(GameId game);
  [[nodiscard]] std::int64_t asked_of(GameId game);

  SplitBy split_;
  FactReader facts_;
  SqlStatement select_;  // what parts are named after, by asked_of() a game
};

}  // namespace ludex
