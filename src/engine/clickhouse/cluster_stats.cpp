#include "engine/clickhouse/cluster_engine.hpp"

namespace ludex::clickhouse {

StatsTable ClusterEngine::stats(const Query& /*query*/, const StatsQuestion& /*question*/,
                                const Call& /*call*/) {
  refuse_on_cluster("stats", "ask the databases that were published, or one merged");
}

}  // namespace ludex::clickhouse
