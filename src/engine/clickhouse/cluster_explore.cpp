#include "engine/clickhouse/cluster_engine.hpp"
#include "engine/clickhouse/cluster_find.hpp"
#include "engine/clickhouse/position_question.hpp"
#include "engine/empty_answer.hpp"

#include "core/call_scope.hpp"
#include "ludex/error.hpp"
#include "query/explore/move_tree.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace ludex::clickhouse {
namespace {

/// Counts the next moves at positions of a cluster, as ludex::explore() does of a database.
class ClusterExplorer {
 public:
  ClusterExplorer(Cluster& cluster, const PublishedState& state, const Call& call,
                  const GameFilters& filters, const ClusterSelection& selection,
                  const PublishedGames& known)
      : cluster_(cluster), state_(state), call_(call), selection_(selection), known_(known) {
    for (std::size_t i = filters.positions.size(); i-- > 1;) {
      others_ = both(std::move(others_), games_with(cluster, state, call, filters.positions[i]));
    }
  }

  /// Tells of games that were left out, and of coverage, for the first position alone.
  Exploration explore(const GameFilters& filters) {
    Exploration answer;
    const QueryPosition& query = filters.positions.front();
    MoveTally tally(query);
    const bool is_root = std::exchange(is_first_, false);
    if (is_root) answer.coverage = coverage();
    const ShardCondition among = selection_.is_everything ? ShardCondition() : selection_.matched;
    for_each(query, filters.variations, both(among, others_),
             [&](const VisitedGame& visited) { tally.add(visited.game, visited.hits); });
    if (is_root) {
      answer.coverage.undated = count(query, filters.variations, selection_.undated);
      answer.coverage.silent = count(query, filters.variations, selection_.silent);
    }
    answer.visits = tally.visits();
    answer.games = tally.games();
    answer.moves = tally.take();
    return answer;
  }

 private:
  void for_each(const QueryPosition& query, bool variations, ShardCondition among,
                const std::function<void(const VisitedGame&)>& visit) {
    const VisitsWanted wanted{
        .among = std::move(among), .variations = variations, .known = &known_};
    for_each_visited_game(cluster_, state_, call_, query, wanted, visit);
  }

  /// The visited games among some.
  std::int64_t count(const QueryPosition& query, bool variations, const ShardCondition& among) {
    if (!may_hold(among)) return 0;
    std::int64_t games = 0;
    for_each(query, variations, both(among, others_), [&](const VisitedGame&) { ++games; });
    return games;
  }

  [[nodiscard]] bool may_hold(const ShardCondition& condition) const {
    if (!condition) return false;
    for (std::size_t shard = 0; shard < cluster_.shards(); ++shard) {
      if (const std::string sql = condition(shard); !sql.empty() && sql != "0") return true;
    }
    return false;
  }

  enum Kind : std::uint8_t { all, searched, root_text, all_and_searched };

  Coverage coverage() {
    const auto answers =
        ask_all(cluster_, call_, [&](std::size_t shard) { return coverage_statement(shard); });
    Coverage coverage;
    for (const NativeAnswer& answer : answers) {
      for (std::size_t row = 0; row < answer.rows(); ++row) {
        const std::int64_t games = answer.integer(1, row);
        switch (answer.number(0, row)) {
          case all:
            coverage.games += games;
            break;
          case all_and_searched:
            coverage.games += games;
            [[fallthrough]];
          case searched:
            coverage.searched += games;
            coverage.without_positions += answer.integer(2, row);
            break;
          default:
            coverage.root_text += games;
        }
      }
    }
    return coverage;
  }

  std::string coverage_statement(std::size_t shard) {
    const auto select = [&](Kind kind, const std::string& condition) {
      return fmt::format(
          "SELECT toUInt8({}) AS kind_of_row, count() AS games_there, "
          "countIf(bitAnd(fact_flags, {}) != 0) AS bare_there FROM {} WHERE {}",
          static_cast<int>(kind), static_cast<std::int64_t>(GameFlags::no_positions),
          cluster_.table("stored_games"), condition);
    };
    const std::string& published = state_.condition(shard, Part::games);
    const std::string matched = selection_.matched(shard);
    std::string sql = matched == published
                          ? select(all_and_searched, published)
                          : select(all, published) + " UNION ALL " + select(searched, matched);
    if (may_hold(selection_.root_text))
      sql += " UNION ALL " + select(root_text, selection_.root_text(shard));
    return sql;
  }

  Cluster& cluster_;
  const PublishedState& state_;
  const Call& call_;
  const ClusterSelection& selection_;
  const PublishedGames& known_;
  ShardCondition others_;  // the further positions
  bool is_first_ = true;
};

}  // namespace

ExploreAnswer ClusterEngine::explore(const Query& query, const ExploreOptions& options,
                                     const ExploreVisitor& visit, const Call& call) {
  const CallScope scope(call);
  check_call();
  if (query.positions.empty() && query.patterns.empty()) {
    throw UsageError(
        "explore needs `position` or `pattern`; 'moves:' is the position before the first move");
  }
  const PublishedState state = shown();
  ExploreAnswer answer;
  PublishedGames known(cluster_, state, call);
  GameFilters filters = read_query(query, state, call, known, answer.notes);
  filters.variations = options.variations;
  const ClusterSelection selection = select_on_cluster(cluster_, state, call, filters);
  ClusterExplorer explorer(cluster_, state, call, filters, selection, known);
  const auto explore_one = [&](const GameFilters& one) { return explorer.explore(one); };
  visit_move_tree(filters, options, explore_one, visit, answer);
  if (answer.games > 0) return answer;
  const auto sizes = [&](GameType game) { return published_sizes(cluster_, state, call, game); };
  note_why_nothing(query, filters, sizes, answer.notes);
  return answer;
}

}  // namespace ludex::clickhouse
