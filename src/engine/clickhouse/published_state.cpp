#include "engine/clickhouse/published_state.hpp"

#include "core/call_scope.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <exception>
#include <thread>

namespace ludex::clickhouse {
namespace {

/// What a server publishes, and with each row what its tables were made with.
std::string opening_question(const Cluster& cluster) {
  return fmt::format(
      "SELECT db, batch, argMax(positions_gen, gen), argMax(games_gen, gen), argMax(records_gen, "
      "gen), argMax(positions, gen), max(version), max(shard), max(shards), max(games_per_batch) "
      "FROM {} GROUP BY db, batch",
      cluster.table("published"));
}

}  // namespace

std::string shown_id(std::string_view column) {
  return fmt::format("toInt64(db) * {} + {}", std::int64_t{1} << ClusterId::kBits, column);
}

PublishedState::PublishedState(Cluster& cluster) {
  const std::string sql = opening_question(cluster);
  const auto answers = ask_all(
      cluster, {}, [&](std::size_t) { return sql; }, ServerConnection::Reads::rows);
  std::vector<std::uint64_t> seen;
  for (std::size_t shard = 0; shard < answers.size(); ++shard) {
    add(rows_of(cluster, shard, answers[shard]), seen);
  }
  version_ = static_cast<std::int64_t>(XXH3_64bits(seen.data(), seen.size() * sizeof(seen[0])));
}

/// The rows of batches, in order. Checks the layout.
std::vector<PublishedState::Row> PublishedState::rows_of(Cluster& cluster, std::size_t shard,
                                                         const NativeAnswer& answer) {
  std::vector<Row> rows;
  for (std::size_t row = 0; row < answer.rows(); ++row) {
    Row& numbers = rows.emplace_back();
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = answer.number(i, row);
    const auto made_with = [&](std::size_t i) { return answer.number(numbers.size() + i, row); };
    cluster.accept(shard, {made_with(0), made_with(1), made_with(2), made_with(3)});
  }
  if (rows.empty()) cluster.read_layout(shard);
  std::ranges::sort(rows);
  return rows;
}

void PublishedState::add(std::span<const Row> rows, std::vector<std::uint64_t>& seen) {
  auto& batches = batches_.emplace_back();
  auto& gens = gens_.emplace_back();
  for (const Row& row : rows) {
    batches.push_back({static_cast<std::uint16_t>(row[0]), static_cast<std::uint32_t>(row[1])});
    std::copy_n(row.begin() + 2, kParts, gens.emplace_back().begin());
    positions_ += row[2 + kParts];
  }
  auto& conditions = conditions_.emplace_back();
  for (std::size_t part = 0; part < kParts; ++part) {
    for (const auto& of_batch : gens) seen.push_back(of_batch[part]);
    conditions[part] = condition(batches_.size() - 1, static_cast<Part>(part), batches);
  }
}

std::string PublishedState::condition(std::size_t shard, Part part,
                                      std::span<const Batch> batches) const {
  std::string list;
  for (const Batch& batch : batches) {
    const auto found = std::ranges::lower_bound(batches_[shard], batch);
    if (found == batches_[shard].end() || *found != batch) continue;
    const auto place = static_cast<std::size_t>(found - batches_[shard].begin());
    list += fmt::format("{}{}", list.empty() ? "" : ",",
                        gens_[shard][place][static_cast<std::size_t>(part)]);
  }
  return list.empty() ? "0" : fmt::format("gen IN ({})", list);
}

std::vector<NativeAnswer> ask_all(Cluster& cluster, const Call& call,
                                  const std::function<std::string(std::size_t)>& sql,
                                  ServerConnection::Reads reads) {
  std::vector<NativeAnswer> answers(cluster.shards(), NativeAnswer(""));
  std::vector<std::exception_ptr> errors(cluster.shards());
  const auto ask = [&](std::size_t shard) {
    const CallScope scope(call);
    try {
      const std::string statement = sql(shard);
      if (!statement.empty()) answers[shard] = cluster.shard(shard).ask(statement, reads);
    } catch (...) {
      errors[shard] = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t shard = 1; shard < cluster.shards(); ++shard) others.emplace_back(ask, shard);
    ask(0);
  }
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
  return answers;
}

}  // namespace ludex::clickhouse
