#include "engine/clickhouse/cluster_engine.hpp"

#include "engine/clickhouse/published_games.hpp"
#include "games/api/game_rules.hpp"
#include "ludex/error.hpp"
#include "query/search/game_catalog.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>

namespace ludex::clickhouse {
namespace {

ClusterAddress address_of(std::string_view url, const std::string& password) {
  ClusterAddress address = parse_cluster_address(url, "the URL of the cluster");
  if (address.password.empty()) address.password = password;
  return address;
}

/// What the text of a position may refer to.
class PublishedCatalog final : public GameCatalog {
 public:
  PublishedCatalog(Cluster& cluster, const PublishedState& state, const Call& call,
                   PublishedGames& games)
      : cluster_(cluster), state_(state), call_(call), games_(games) {}

  std::optional<Position> find(GameId game, std::uint32_t ply) override {
    return games_.position(game, ply);
  }
  std::set<GameType> replayed_games() override {
    std::set<GameType> games;
    for (const std::int64_t code : distinct("fact_game", "1")) {
      const auto game = static_cast<GameType>(code);
      if (find_rules(game) != nullptr) games.insert(game);
    }
    return games;
  }
  std::set<BoardSize> sizes_of(GameType game) override {
    std::set<BoardSize> sizes;
    const auto code = static_cast<std::int64_t>(game);
    for (const std::int64_t packed :
         distinct("fact_size", fmt::format("fact_game = {} AND fact_size != 0", code))) {
      sizes.insert(unpacked_size(packed));
    }
    return sizes;
  }

 private:
  std::set<std::int64_t> distinct(std::string_view column, const std::string& condition) {
    std::set<std::int64_t> values;
    const auto answers = ask_all(cluster_, call_, [&](std::size_t shard) {
      return fmt::format("SELECT DISTINCT {} FROM {} WHERE {} AND {}", column,
                         cluster_.table("stored_games"), state_.condition(shard, Part::games),
                         condition);
    });
    for (const NativeAnswer& answer : answers) {
      for (std::size_t row = 0; row < answer.rows(); ++row) values.insert(answer.integer(0, row));
    }
    return values;
  }

  Cluster& cluster_;
  const PublishedState& state_;
  const Call& call_;
  PublishedGames& games_;
};

}  // namespace

void refuse_on_cluster(std::string_view what, std::string_view way_that_works) {
  throw UsageError(fmt::format("`{}` is not offered on a cluster; {}", what, way_that_works));
}

ClusterEngine::ClusterEngine(std::string_view url, const std::string& password)
    : cluster_(address_of(url, password)) {
  try {
    (void)shown();
  } catch (const Error&) {
    cluster_.check_servers();
    if (cluster_.has_tables()) throw;
    throw DatabaseError(fmt::format("{}/{}: nothing was published there; see ludex-publish(1)",
                                    cluster_.shard(0).address().text(), cluster_.database()));
  }
}

const PublishedState& ClusterEngine::shown() {
  const auto now = std::chrono::steady_clock::now();
  if (!shown_ || now - asked_ > kFresh) {
    shown_.emplace(cluster_);
    asked_ = now;
  }
  return *shown_;
}

std::int64_t ClusterEngine::data_version() {
  shown_.reset();
  return shown().version();
}

GameFilters ClusterEngine::read_query(const Query& query, const PublishedState& state,
                                      const Call& call, PublishedGames& games,
                                      std::vector<std::string>& notes) {
  if (query.unique) refuse_on_cluster("unique", kAskDatabases);
  if (!query.patterns.empty()) refuse_on_cluster("pattern", kAskDatabases);
  if (query.where) {
    refuse_on_cluster("where", "the view `games` there answers SQL of the server's own");
  }
  PublishedCatalog catalog(cluster_, state, call, games);
  GameFilters filters = to_filters(query);
  add_positions(catalog, query, filters, notes);
  return filters;
}

QueryPosition ClusterEngine::first_position(const Query& query) {
  if (query.positions.empty()) throw UsageError("`position`: none given");
  const PublishedState state = shown();
  const Call call;
  PublishedGames games(cluster_, state, call);
  PublishedCatalog catalog(cluster_, state, call, games);
  return ludex::read_position(catalog, query.positions.front(), {query.game, query.size});
}

RatingList ClusterEngine::ratings(const Query& /*query*/, const RatingQuestion& /*question*/,
                                  const Call& /*call*/) {
  refuse_on_cluster("rating", "rate the players of a database, or of several merged");
}

DuplicateAnswer ClusterEngine::duplicates(const Query& /*query*/, const Call& /*call*/) {
  refuse_on_cluster("duplicates",
                    "ask the databases that were published, or one merged; equal records have "
                    "the same `record_hash` in the view `games`");
}

}  // namespace ludex::clickhouse
