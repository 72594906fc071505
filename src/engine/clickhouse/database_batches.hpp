#pragma once

#include "engine/clickhouse/cluster_tables.hpp"
#include "engine/clickhouse/position_rows.hpp"
#include "store/database.hpp"
#include "store/facts.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <string_view>

namespace ludex::clickhouse {

/// A hash of all that a part of a batch is made of: equal prints need not be sent again.
using Prints = std::array<std::uint64_t, kParts>;
/// By the table's name.
using RowCounts = std::map<std::string_view, RowCount>;

/// Cuts a database into batches of games, and turns them into blocks of rows. Each batch is read
/// from one state of the database, within the caller's ReadTransaction.
/// Memory: three blocks of positions of some 30 MB each for every thread, or one of records.
class DatabaseBatches {
 public:
  /// \param threads  0: all cores
  DatabaseBatches(Database& database, std::int64_t games_per_batch, int threads)
      : database_(database), games_per_batch_(games_per_batch), threads_(threads) {}

  struct Ids {
    std::int64_t first;
    std::int64_t last;  ///< included
  };

  [[nodiscard]] std::uint32_t count();
  /// Cost: some 20 ns a game, and the hashes of records.
  [[nodiscard]] Prints prints(std::uint32_t batch);

  using BlockVisitor =
      std::function<void(const Table& table, std::string_view block, std::uint64_t rows)>;
  /// Shows `visit` the blocks of a part, in the order of ids, from one thread at a time.
  /// \returns what all of them hold  \throws Stopped
  RowCounts read(Part part, const RowsPlace& place, std::uint32_t batch, const BlockVisitor& visit,
                 const std::stop_token& stop);

 private:
  [[nodiscard]] Ids games_of(std::uint32_t batch);
  [[nodiscard]] Ids records_of(std::uint32_t batch);
  [[nodiscard]] std::uint64_t positions_print(Ids games);
  [[nodiscard]] std::uint64_t games_print(Ids games);
  [[nodiscard]] std::uint64_t records_print(Ids records);
  RowCounts read_positions(const RowsPlace& place, Ids games, const BlockVisitor& visit,
                           const std::stop_token& stop);
  RowCount read_scripts(const RowsPlace& place, Ids games, const BlockVisitor& visit,
                        const std::stop_token& stop);
  RowCounts read_games(const RowsPlace& place, Ids games, const BlockVisitor& visit,
                       const std::stop_token& stop);
  RowCount read_players(const RowsPlace& place, Ids games, const BlockVisitor& visit,
                        const std::stop_token& stop);
  RowCount read_properties(const RowsPlace& place, Ids games, const BlockVisitor& visit,
                           const std::stop_token& stop);
  RowCounts read_records(const RowsPlace& place, Ids records, const BlockVisitor& visit,
                         const std::stop_token& stop);

  Database& database_;
  std::int64_t games_per_batch_;
  int threads_;
};

}  // namespace ludex::clickhouse
