#pragma once

#include "engine/clickhouse/cluster_find.hpp"
#include "ludex/call.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex::clickhouse {

/// Reads columns of the games found, by id: a question to a server for each of its batches. Memory:
/// the columns of a batch.
class FoundPages {
 public:
  /// \param columns  of stored_games, in SQL  \param limit  later games are not read
  FoundPages(Cluster& cluster, const FoundOnCluster& found, const Call& call, std::string columns,
             std::int64_t limit);

  /// Goes to the next game. \returns false after the last one
  bool next();

  // Of this game.

  /// GameId::none before the first.
  [[nodiscard]] GameId id() const { return id_; }
  [[nodiscard]] std::int64_t integer(std::size_t column) const {
    return rows_.is_null(column + 1, row_) ? 0 : rows_.integer(column + 1, row_);
  }
  /// Empty for NULL.
  [[nodiscard]] std::string_view text(std::size_t column) const {
    return rows_.is_null(column + 1, row_) ? std::string_view() : rows_.text(column + 1, row_);
  }

 private:
  using Batch = std::pair<std::uint16_t, std::uint32_t>;

  [[nodiscard]] std::vector<Batch> all_batches();
  /// \returns false if there are no more
  bool read_page();
  void ask(const Batch& batch, const std::string& condition);

  Cluster& cluster_;
  const FoundOnCluster& found_;
  const Call& call_;
  std::string columns_;
  std::int64_t left_;
  std::vector<Batch> batches_;  // ascending; of games that were found by a condition
  std::size_t next_batch_ = 0;
  std::size_t next_id_ = 0;  // of the ids found
  NativeAnswer rows_{""};
  std::size_t row_ = 0;
  GameId id_ = GameId::none;
};

}  // namespace ludex::clickhouse
