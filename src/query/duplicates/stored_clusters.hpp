#pragma once

#include "query/filter/id_set.hpp"
#include "store/cluster_blocks.hpp"
#include "store/sql/sql_connection.hpp"

#include <utility>
#include <vector>

namespace ludex {

/// What is stored of the clusters among some games.
class StoredClusters {
 public:
  /// Cost: 20 ns for each stored game of a group.
  StoredClusters(SqlConnection& sql, const IdSet& games);

  /// False if nothing is stored, or if so few games are searched sooner.
  [[nodiscard]] bool are_of_use() const { return are_of_use_; }
  /// The copies of all groups whose games are all asked for.
  [[nodiscard]] std::vector<DuplicateGame> take_copies() { return std::move(copies_); }
  /// Those of the games that must be searched for clusters.
  [[nodiscard]] const IdSet& unknown() const { return unknown_; }

 private:
  void add_unmarked(SqlConnection& sql, const IdSet& games);

  bool are_of_use_ = false;
  std::vector<DuplicateGame> copies_;
  IdSet unknown_;
};

/// Games with numbered seats have no marks: most are single positions, and marks would double what
/// it costs to index them.
[[nodiscard]] bool have_marks(GameType game);

}  // namespace ludex
