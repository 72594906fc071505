#include "engine/clickhouse/published_state.hpp"

#include "core/call_scope.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <exception>
#include <thread>

namespace ludex::clickhouse {

std::string shown_id(std::string_view column) {
  return fmt::format("toInt64(db) * {} + {}", std::int64_t{1} << ClusterId::kBits, column);
}

PublishedState::PublishedState(Cluster& cluster) {
  const auto answers = ask_all(cluster, {}, [&](std::size_t) {
    return fmt::format(
        "SELECT db, batch, argMax(positions_gen, gen), argMax(games_gen, gen), "
        "argMax(records_gen, gen), argMax(positions, gen) FROM {} GROUP BY db, batch "
        "ORDER BY db, batch",
        cluster.table("published"));
  });
  std::vector<std::uint64_t> seen;
  for (const NativeAnswer& answer : answers) {
    auto& conditions = conditions_.emplace_back();
    for (std::size_t part = 0; part < kParts; ++part) {
      std::string list;
      for (std::size_t row = 0; row < answer.rows(); ++row) {
        const std::uint64_t gen = answer.number(2 + part, row);
        list += fmt::format("{}({},{},{})", row == 0 ? "" : ",", answer.number(0, row),
                            answer.number(1, row), gen);
        seen.push_back(gen);
      }
      conditions[part] = list.empty() ? "0" : fmt::format("(db, batch, gen) IN ({})", list);
    }
    auto& batches = batches_.emplace_back();
    for (std::size_t row = 0; row < answer.rows(); ++row) {
      positions_ += answer.number(5, row);
      batches.push_back({static_cast<std::uint16_t>(answer.number(0, row)),
                         static_cast<std::uint32_t>(answer.number(1, row))});
    }
  }
  version_ = static_cast<std::int64_t>(XXH3_64bits(seen.data(), seen.size() * sizeof(seen[0])));
}

std::vector<NativeAnswer> ask_all(Cluster& cluster, const Call& call,
                                  const std::function<std::string(std::size_t)>& sql) {
  std::vector<NativeAnswer> answers(cluster.shards(), NativeAnswer(""));
  std::vector<std::exception_ptr> errors(cluster.shards());
  const auto ask = [&](std::size_t shard) {
    const CallScope scope(call);
    try {
      const std::string statement = sql(shard);
      if (!statement.empty()) answers[shard] = cluster.shard(shard).ask(statement);
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
