#pragma once

#include "store/sql/sql_statement.hpp"
#include "store/text_ids.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace ludex {

/// The names of one kind that a game gives.
struct NamedGame {
  struct Place {
    std::int64_t seat;  ///< of players; 0 for others
    std::int64_t name;  ///< not 0
  };
  std::int64_t game = 0;
  std::vector<Place> places;
  std::int64_t date_from = 0, date_to = 0;  ///< yyyymmdd; 0 unknown
};

/// Visits all games that are answers and give such a name, by id. \pre within a ReadTransaction.
/// Cost: some columns of facts and, for players, the seats beyond the second.
void for_each_named_game(SqlConnection& sql, NameKind kind,
                         const std::function<void(const NamedGame&)>& visit);

}  // namespace ludex
