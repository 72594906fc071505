#pragma once

#include "engine/clickhouse/native_block.hpp"
#include "store/facts.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::clickhouse {

/// Changes with every table, column and hash in this folder. A cluster never mixes versions.
inline constexpr int kLayoutVersion = 3;

/// What is published of a batch at one time, each under a generation of its own: a changed alias
/// sends games again, but neither positions nor texts.
enum class Part : std::uint8_t { positions, games, records };
inline constexpr std::size_t kParts = 3;
inline constexpr std::array<std::string_view, kParts> kPartNames = {"positions", "games",
                                                                    "records"};

/// A table of rows that belong to batches. Its columns begin with db, batch and gen, and a
/// partition is one generation of a batch.
struct Table {
  Part part;
  std::string_view name;   ///< "stored_games"; where rows wait to be checked: "staged_games"
  std::string_view view;   ///< what shows the published rows: "games"; empty: only Ludex reads it
  std::string columns;     ///< "id UInt32, black Nullable(String), ..."
  std::string_view order;  ///< after db
  /// Two sums over the rows, to check that the right ones are there.
  std::array<std::string_view, 2> sums;
  std::string_view settings = {};  ///< " SETTINGS ..."

  [[nodiscard]] std::string staged_name() const;
};

/// Positions first.
[[nodiscard]] std::span<const Table> all_tables();
[[nodiscard]] const Table& get_table(std::string_view name);
/// The column of stored_games that holds a fact: "fact_result". \pre it is one of published_facts()
[[nodiscard]] std::string_view fact_column(Fact fact);
struct PublishedFact {
  Fact fact;
  std::string_view column;
};
[[nodiscard]] std::span<const PublishedFact> published_facts();

/// Empty columns of a table other than that of positions, without db, batch and gen.
[[nodiscard]] std::vector<NativeColumn> columns_of(std::string_view table);

/// What is there of a table, or should be.
struct RowCount {
  std::uint64_t rows = 0;
  std::array<std::uint64_t, 2> sums{};  ///< modulo 2^64
  friend bool operator==(const RowCount&, const RowCount&) = default;
  RowCount& operator+=(const RowCount& other) {
    rows += other.rows;
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += other.sums[i];
    return *this;
  }
};

/// The statements that make what is missing on one server.
/// \param cluster  of the server's configuration; the views then show all shards. Empty: only this.
[[nodiscard]] std::vector<std::string> make_tables(const std::string& database,
                                                   const std::string& cluster);

}  // namespace ludex::clickhouse
