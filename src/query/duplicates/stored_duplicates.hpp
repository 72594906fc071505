#pragma once

#include "query/filter/id_set.hpp"
#include "store/duplicate_blocks.hpp"
#include "store/sql/sql_connection.hpp"

#include <utility>
#include <vector>

namespace ludex {

/// What is stored of the clusters among some games.
class StoredDuplicates {
 public:
  /// Cost: 20 ns for each stored game of a group.
  StoredDuplicates(SqlConnection& sql, const IdSet& games);

  /// False if nothing is stored, or if so few games are searched sooner.
  [[nodiscard]] bool are_of_use() const { return are_of_use_; }
  /// The copies of all groups whose games are all asked for.
  [[nodiscard]] std::vector<DuplicateGame> take_copies() { return std::move(copies_); }
  /// Those of the games that must be searched for clusters.
  [[nodiscard]] const IdSet& unknown() const { return unknown_; }

 private:
  void add_unhashed(SqlConnection& sql, const IdSet& games);

  bool are_of_use_ = false;
  std::vector<DuplicateGame> copies_;
  IdSet unknown_;
};

/// False for games with numbered seats: most are single positions, and the hashes would double the
/// cost of indexing them.
[[nodiscard]] bool have_beginning_hashes(GameType game);

}  // namespace ludex
