#pragma once

#include "engine/clickhouse/cluster.hpp"
#include "engine/clickhouse/published_batches.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <stop_token>
#include <string>

namespace ludex::clickhouse {

/// Asks the servers to merge the parts in which a batch arrived, since every lookup searches each
/// part: those of positions and games, on all servers at once. Cost: 1 s per 5 M positions on a
/// server. If it fails or is stopped, it says so; the servers merge later by themselves.
void merge_parts(Cluster& cluster, std::uint16_t db,
                 const std::map<std::uint32_t, PublishedBatch>& published,
                 const std::function<void(const std::string&)>& message,
                 const std::stop_token& stop);

}  // namespace ludex::clickhouse
