#include "engine/clickhouse/found_pages.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ludex::clickhouse {

FoundPages::FoundPages(Cluster& cluster, const FoundOnCluster& found, const Call& call,
                       std::string columns, std::int64_t limit)
    : cluster_(cluster),
      found_(found),
      call_(call),
      columns_(std::move(columns)),
      left_(limit),
      batches_(found.ids ? std::vector<Batch>() : all_batches()) {}

std::vector<FoundPages::Batch> FoundPages::all_batches() {
  const auto answers = ask_all(cluster_, call_, [&](std::size_t) {
    return fmt::format("SELECT DISTINCT db, batch FROM {}", cluster_.table("published"));
  });
  std::vector<Batch> batches;
  for (const NativeAnswer& answer : answers) {
    for (std::size_t row = 0; row < answer.rows(); ++row) {
      batches.emplace_back(static_cast<std::uint16_t>(answer.number(0, row)),
                           static_cast<std::uint32_t>(answer.number(1, row)));
    }
  }
  std::ranges::sort(batches);
  return batches;
}

bool FoundPages::next() {
  if (left_ <= 0) return false;
  ++row_;
  while (row_ >= rows_.rows()) {
    if (!read_page()) return false;
  }
  --left_;
  id_ = GameId{rows_.integer(0, row_)};
  return true;
}

bool FoundPages::read_page() {
  constexpr std::size_t kMostIds = 4096;  // a statement has at most 256 KiB
  if (!found_.ids) {
    if (next_batch_ == batches_.size()) return false;
    const Batch batch = batches_[next_batch_++];
    const std::size_t shard = cluster_.shard_number(batch.first, batch.second);
    ask(batch, fmt::format("{} AND db = {} AND batch = {}", found_.games(shard), batch.first,
                           batch.second));
    return true;
  }
  const std::vector<GameId>& ids = *found_.ids;
  if (next_id_ == ids.size()) return false;
  const auto batch_of = [&](GameId game) {
    const ClusterId id = ClusterId::of(raw(game));
    return Batch(id.db, cluster_.batch_of(id.id));
  };
  const Batch batch = batch_of(ids[next_id_]);
  std::string list;
  for (std::size_t count = 0; count < kMostIds && next_id_ < ids.size(); ++count) {
    if (batch_of(ids[next_id_]) != batch) break;
    const ClusterId id = ClusterId::of(raw(ids[next_id_++]));
    list += fmt::format("{}{}", list.empty() ? "" : ",", id.id);
  }
  const std::size_t shard = cluster_.shard_number(batch.first, batch.second);
  ask(batch,
      fmt::format("{} AND db = {} AND batch = {} AND id IN ({})",
                  found_.state.condition(shard, Part::games), batch.first, batch.second, list));
  return true;
}

void FoundPages::ask(const Batch& batch, const std::string& condition) {
  const std::size_t home = cluster_.shard_number(batch.first, batch.second);
  auto answers = ask_all(cluster_, call_, [&](std::size_t shard) -> std::string {
    if (shard != home) return {};
    return fmt::format("SELECT {} AS shown, {} FROM {} WHERE {} ORDER BY id", shown_id("id"),
                       columns_, cluster_.table("stored_games"), condition);
  });
  rows_ = std::move(answers[home]);
  row_ = 0;
}

}  // namespace ludex::clickhouse
