#pragma once

#include "engine/clickhouse/cluster.hpp"
#include "engine/clickhouse/published_batches.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <stop_token>
#include <string>

namespace ludex::clickhouse {

/// A batch arrives in many blocks, each of which becomes a part of its own that every look-up must
/// search. Has the servers merge those of positions and games, all servers at once; some 5 M
/// positions/s and server. Nothing depends on it: where it fails or is stopped, it is told, and the
/// servers merge in their own time.
void merge_parts(Cluster& cluster, std::uint16_t db,
                 const std::map<std::uint32_t, PublishedBatch>& published,
                 const std::function<void(const std::string&)>& message,
                 const std::stop_token& stop);

}  // namespace ludex::clickhouse
