#include "engine/clickhouse/cluster_engine.hpp"
#include "engine/clickhouse/cluster_find.hpp"
#include "engine/clickhouse/position_question.hpp"
#include "engine/empty_answer.hpp"
#include "engine/explored_query.hpp"

#include "core/call_scope.hpp"
#include "ludex/error.hpp"
#include "query/explore/move_tree.hpp"

#include <fmt/format.h>

#include <future>
#include <optional>
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
    std::future<Coverage> coverage;  // read while the visits are
    if (is_root) {
      coverage = std::async(std::launch::async, [this] { return read_coverage(); });
    }
    const std::optional<VisitSelection> visits = select_visits(filters, query.position);
    VisitsWanted matched = wanted(filters);
    if (visits) {
      matched.rows_among = visits->matched;
    } else {
      matched.among = both(selection_.matched, others_);
    }
    for_each_visited_game(cluster_, state_, call_, query, matched, [&](const VisitedGame& visited) {
      tally.add(visited.game, visited.hits);
    });
    if (is_root) {
      answer.coverage = coverage.get();
      if (visits) {
        answer.coverage.undated = count_rows(query, filters, visits->undated);
      } else {
        answer.coverage.undated = count(query, filters, selection_.undated);
      }
      answer.coverage.silent = count(query, filters, selection_.silent);
    }
    answer.visits = tally.visits();
    answer.games = tally.games();
    answer.moves = tally.take();
    return answer;
  }

 private:
  /// All visits of the games with the further positions.
  [[nodiscard]] VisitsWanted wanted(const GameFilters& filters) const {
    return {.among = others_, .variations = filters.variations, .known = &known_};
  }

  /// The visited games among some.
  std::int64_t count(const QueryPosition& query, const GameFilters& filters,
                     const ShardCondition& among) {
    if (!may_hold(among)) return 0;
    VisitsWanted counted = wanted(filters);
    counted.among = both(among, others_);
    return count(query, std::move(counted));
  }
  /// The same with a condition on rows of positions; empty: none is meant.
  std::int64_t count_rows(const QueryPosition& query, const GameFilters& filters,
                          const std::string& among) {
    if (among.empty()) return 0;
    VisitsWanted counted = wanted(filters);
    counted.rows_among = among;
    return count(query, std::move(counted));
  }
  std::int64_t count(const QueryPosition& query, VisitsWanted counted) {
    counted.outcomes = false;
    std::int64_t games = 0;
    for_each_visited_game(cluster_, state_, call_, query, counted,
                          [&](const VisitedGame&) { ++games; });
    return games;
  }

  [[nodiscard]] bool may_hold(const ShardCondition& condition) const {
    if (!condition) return false;
    for (std::size_t shard = 0; shard < cluster_.shards(); ++shard) {
      if (const std::string sql = condition(shard); !sql.empty() && sql != "0") return true;
    }
    return false;
  }

  enum Kind : std::uint8_t { searched, root_text };

  Coverage read_coverage() {
    // Few games are read faster by one thread.
    constexpr std::int64_t kFewGames = 4'000'000;
    Coverage coverage;
    coverage.games = state_.games();
    const auto answers = ask_all_beside(
        cluster_, call_, [&](std::size_t shard) { return coverage_statement(shard); },
        state_.games() <= kFewGames ? ServerConnection::Reads::rows
                                    : ServerConnection::Reads::much);
    if (is_all()) coverage.searched = coverage.games;
    for (const NativeAnswer& answer : answers) {
      for (std::size_t row = 0; row < answer.rows(); ++row) {
        const std::int64_t games = answer.integer(1, row);
        if (answer.number(0, row) == root_text) {
          coverage.root_text += games;
        } else {
          coverage.searched += games;
          coverage.without_positions += answer.integer(2, row);
        }
      }
    }
    return coverage;
  }

  /// All published games are searched.
  [[nodiscard]] bool is_all() const {
    for (std::size_t shard = 0; shard < cluster_.shards(); ++shard) {
      if (selection_.matched(shard) != state_.condition(shard, Part::games)) return false;
    }
    return true;
  }

  std::string coverage_statement(std::size_t shard) {
    const std::string games = cluster_.table("stored_games");
    const std::string is_bare = fmt::format("bitAnd(fact_flags, {}) != 0",
                                            static_cast<std::int64_t>(GameFlags::no_positions));
    const auto select = [&](Kind kind, const std::string& condition) {
      return fmt::format(
          "SELECT toUInt8({}) AS kind_of_row, count() AS games_there, countIf({}) AS bare_there "
          "FROM {} WHERE {}",
          static_cast<int>(kind), is_bare, games, condition);
    };
    const std::string& published = state_.condition(shard, Part::games);
    // How many games are published is known; nearly all have positions.
    std::string sql =
        is_all() ? fmt::format(
                       "SELECT toUInt8({}) AS kind_of_row, toUInt64(0) AS games_there, count() AS "
                       "bare_there FROM {} PREWHERE {} WHERE {}",
                       static_cast<int>(searched), games, is_bare, published)
                 : select(searched, selection_.matched(shard));
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
  require_explored(query);
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
  const auto sizes = [&](GameType game, BoardSize) {
    return published_sizes(cluster_, state, call, game);
  };
  explain_empty_answer(query, filters, sizes, answer.notes);
  return answer;
}

}  // namespace ludex::clickhouse
