#include "engine/clickhouse/cluster_find.hpp"

#include "core/call_scope.hpp"
#include "engine/clickhouse/cluster_engine.hpp"
#include "engine/clickhouse/cluster_rows.hpp"
#include "engine/clickhouse/position_question.hpp"
#include "engine/clickhouse/published_games.hpp"
#include "engine/empty_answer.hpp"
#include "ludex/error.hpp"
#include "query/rows/game_rows.hpp"
#include "query/rows/listed_games.hpp"
#include "store/game_columns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>

namespace ludex::clickhouse {
namespace {

/// Up to here ids are read at once; the games of a longer list are counted, and read page by page.
constexpr std::int64_t kIdsAtOnce = 65'536;

std::int64_t count_games(Cluster& cluster, const Call& call, const ShardCondition& games) {
  if (!games) return 0;
  std::int64_t count = 0;
  const auto answers = ask_all(cluster, call, [&](std::size_t shard) {
    return fmt::format("SELECT count() FROM {} WHERE {}", cluster.table("stored_games"),
                       games(shard));
  });
  for (const NativeAnswer& answer : answers) {
    if (answer.rows() > 0) count += answer.integer(0, 0);
  }
  return count;
}

/// A game and what it is sorted by.
struct SortedGame {
  std::int64_t id;
  std::vector<Value> keys;
};

/// Sorts games on the servers, and then what they answered.
class GameSorter {
 public:
  GameSorter(Cluster& cluster, const Call& call, const FoundOnCluster& found,
             const std::vector<SortKey>& sort)
      : cluster_(cluster), call_(call), found_(found), sort_(sort) {
    for (const SortKey& key : sort) {
      if (!is_of_hits(key.column)) names_.push_back(key.column);
    }
    columns_ = columns_named(names_);
  }

  std::vector<GameId> sorted(std::int64_t count) {
    std::vector<SortedGame> games = read(count);
    const auto end = games.begin() + std::min(count, static_cast<std::int64_t>(games.size()));
    std::partial_sort(games.begin(), end, games.end(),
                      [&](const SortedGame& a, const SortedGame& b) { return is_before(a, b); });
    std::vector<GameId> ids;
    for (auto game = games.begin(); game != end; ++game) ids.push_back(GameId{game->id});
    return ids;
  }

 private:
  [[nodiscard]] bool is_of_hits(std::string_view column) const {
    return found_.ids && (column == "ply" || column == "hits") && found_.with_hits;
  }

  bool is_before(const SortedGame& a, const SortedGame& b) const {
    for (std::size_t i = 0; i < sort_.size(); ++i) {
      const int order = compare_values(a.keys[i], b.keys[i], sort_[i].descending);
      if (order != 0) return order < 0;
    }
    return a.id < b.id;
  }

  std::vector<SortedGame> read(std::int64_t count) {
    std::string keys;
    for (const GameColumn* const column : columns_) keys += ", " + selected(*column);
    const auto answers = ask_all(cluster_, call_, [&](std::size_t shard) {
      return fmt::format("SELECT {} AS shown{} FROM {} WHERE {}{}", shown_id("id"), keys,
                         cluster_.table("stored_games"), found_.games(shard), order(count));
    });
    std::vector<SortedGame> games;
    for (const NativeAnswer& answer : answers) {
      for (std::size_t row = 0; row < answer.rows(); ++row) {
        const std::int64_t id = answer.integer(0, row);
        if (found_.ids && !std::ranges::binary_search(*found_.ids, GameId{id})) continue;
        games.push_back({id, keys_of(answer, row, GameId{id})});
      }
    }
    return games;
  }

  /// Sorted on the server, if it knows all keys.
  std::string order(std::int64_t count) const {
    if (columns_.size() != sort_.size() || count == kAllGames) return {};
    std::string text = " ORDER BY ";
    for (const SortKey& key : sort_) {
      const bool is_id = key.column == "id" || key.column == "record_id";
      const std::string_view direction = key.descending ? "DESC" : "ASC";
      if (is_id) text += fmt::format("db {}, ", direction);
      text += fmt::format("{} {} NULLS LAST, ", key.column, direction);
    }
    return text + fmt::format("db, id LIMIT {}", count);
  }

  std::vector<Value> keys_of(const NativeAnswer& answer, std::size_t row, GameId game) const {
    std::vector<Value> keys;
    std::size_t place = 0;
    for (const SortKey& key : sort_) {
      if (is_of_hits(key.column)) {
        const auto [hits, first_ply] = found_.hits.summary_of(game);
        keys.emplace_back(key.column == "hits" ? static_cast<std::int64_t>(hits)
                                               : std::int64_t{first_ply});
      } else {
        keys.push_back(answer.value(1 + place, row));
        ++place;
      }
    }
    return keys;
  }

  Cluster& cluster_;
  const Call& call_;
  const FoundOnCluster& found_;
  const std::vector<SortKey>& sort_;
  std::vector<std::string> names_;
  std::vector<const GameColumn*> columns_;
};

/// The games found on a cluster, as a listing shows them.
class ClusterListing final : public ListedGames {
 public:
  ClusterListing(Cluster& cluster, const GameSet& games, const Listing& listing, Call call)
      : kept_(games.found),
        found_(found_on_cluster(games)),
        call_(std::move(call)),
        rows_(cluster, found_.state, listing.columns.empty() ? game_columns() : listing.columns),
        pages_(cluster, found_.state, call_, found_.games) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    const std::int64_t wanted =
        listing.limit > kMost - listing.offset ? kMost : listing.limit + listing.offset;
    batch_ = static_cast<std::size_t>(std::clamp<std::int64_t>(wanted, 1, kMostAtOnce));
    if (!listing.sort.empty()) {
      ids_ = GameSorter(cluster, call_, found_, listing.sort).sorted(wanted);
    } else if (found_.ids) {
      ids_ = *found_.ids;
    } else {
      is_paged_ = true;
    }
  }

  std::optional<GameId> next_id() override {
    if (place_ == ids_.size() && is_paged_) {
      ids_ = pages_.next(std::max<std::int64_t>(kIdsAtOnce, static_cast<std::int64_t>(batch_)));
      place_ = 0;
    }
    return place_ < ids_.size() ? std::optional(ids_[place_++]) : std::nullopt;
  }
  std::size_t batch_games() const override { return batch_; }

  std::size_t read(std::span<const GameId> games) override {
    const CallScope scope(call_);
    check_call();
    games_.clear();
    read_ = rows_.read(games, call_, found_.rows);
    for (const GameId game : games) {
      if (read_.contains(raw(game))) games_.push_back(game);
    }
    return games.size();
  }
  const std::vector<GameId>& games() const override { return games_; }
  std::vector<Value>& row(std::size_t i) override { return read_.at(raw(games_[i])).values; }

  std::span<const PositionHit> hits_of(GameId game) override {
    return hits_ = found_.hits.of(game);
  }
  Board board_of(GameId game) override { return read_.at(raw(game)).board; }
  const Position* shown_position() const override {
    return found_.position ? &*found_.position : nullptr;
  }

 private:
  static constexpr std::int64_t kMostAtOnce = 2048;

  std::shared_ptr<const void> kept_;
  const FoundOnCluster& found_;
  Call call_;
  ClusterRows rows_;
  IdPages pages_;
  std::size_t batch_ = 1;
  bool is_paged_ = false;
  std::vector<GameId> ids_;
  std::size_t place_ = 0;
  std::vector<PositionHit> hits_;  // of a game
  std::vector<GameId> games_;
  std::unordered_map<std::int64_t, ClusterRows::Row> read_;
};

/// The row that says what the first game is, when it is known without a query.
class KnownGame final : public GameRange::Rows {
 public:
  explicit KnownGame(GameType game) : row_{Value(game_name(game))} {}

  const std::vector<Value>* next() override {
    return std::exchange(is_shown_, true) ? nullptr : &row_;
  }
  /// Whether a listing shows nothing else of games that were found.
  [[nodiscard]] static bool is_all(const Listing& listing, const FoundOnCluster& found) {
    return listing.columns == std::vector<std::string>{"game"} && listing.limit == 1 &&
           listing.offset == 0 && listing.sort.empty() && !listing.with_hits && found.first_game &&
           found.ids && !found.ids->empty();
  }

 private:
  std::vector<Value> row_;
  bool is_shown_ = false;
};

/// Rows of games by id.
class RowsOfIds final : public GameRange::Rows {
 public:
  RowsOfIds(Cluster& cluster, PublishedState state, std::vector<GameId> games,
            const std::vector<std::string>& columns)
      : state_(std::move(state)), rows_(cluster, state_, columns), games_(std::move(games)) {}

  const std::vector<Value>* next() override {
    constexpr std::size_t kBatch = 2048;
    while (place_ < games_.size()) {
      if (place_ % kBatch == 0) {
        const std::span<const GameId> rest = std::span(games_).subspan(place_);
        read_ = rows_.read(rest.first(std::min(rest.size(), kBatch)), {});
      }
      const auto found = read_.find(raw(games_[place_++]));
      if (found != read_.end()) return &found->second.values;
    }
    return nullptr;
  }

 private:
  PublishedState state_;
  ClusterRows rows_;
  std::vector<GameId> games_;
  std::size_t place_ = 0;
  std::unordered_map<std::int64_t, ClusterRows::Row> read_;
};

}  // namespace

IdPages::IdPages(Cluster& cluster, const PublishedState& state, const Call& call,
                 const ShardCondition& games)
    : cluster_(cluster), state_(state), call_(call), games_(games), width_(cluster.shards()) {
  for (std::size_t shard = 0; shard < cluster.shards(); ++shard) {
    const Batches held = state.batches(shard);
    batches_.insert(batches_.end(), held.begin(), held.end());
  }
  std::ranges::sort(batches_);
}

std::vector<GameId> IdPages::next(std::int64_t count) {
  constexpr std::size_t kGrowth = 4;
  const auto full = static_cast<std::size_t>(count);
  width_ = std::max(width_, full / static_cast<std::size_t>(cluster_.games_per_batch()) + 1);
  std::vector<GameId> ids;
  first_game_.reset();
  while (ids.size() < full && place_ < batches_.size()) {
    const auto asked =
        Batches(batches_).subspan(place_, std::min(width_, batches_.size() - place_));
    read(asked, static_cast<std::int64_t>(full - ids.size()), ids);
    if (!ids.empty()) last_ = raw(ids.back());
    if (ids.size() == full) break;
    place_ += asked.size();
    width_ *= kGrowth;
  }
  return ids;
}

void IdPages::read(Batches batches, std::int64_t count, std::vector<GameId>& ids) {
  const auto answers =
      ask_all(cluster_, call_, [&](std::size_t shard) { return statement(shard, batches, count); });
  std::vector<std::pair<GameId, GameType>> games;
  for (const NativeAnswer& answer : answers) {
    for (std::size_t row = 0; row < answer.rows(); ++row) {
      games.emplace_back(GameId{answer.integer(0, row)},
                         static_cast<GameType>(answer.integer(1, row)));
    }
  }
  std::ranges::sort(games);
  if (games.size() > static_cast<std::size_t>(count)) games.resize(static_cast<std::size_t>(count));
  if (!first_game_ && !games.empty()) first_game_ = games.front().second;
  for (const auto& [id, game] : games) ids.push_back(id);
}

std::string IdPages::statement(std::size_t shard, Batches batches, std::int64_t count) const {
  const std::string shown = state_.condition(shard, Part::games, batches);
  if (shown == "0") return {};
  const ClusterId last = ClusterId::of(last_);
  return fmt::format(
      "SELECT {} AS shown, fact_game FROM {} WHERE {} AND {} AND (db > {} OR (db = {} AND id > "
      "{})) ORDER BY db, id LIMIT {}",
      shown_id("id"), cluster_.table("stored_games"), shown, games_(shard), last.db, last.db,
      last.id, count);
}

LeftOut count_left_out(Cluster& cluster, const PublishedState& state, const Call& call,
                       const GameFilters& filters, ClusterSelection selection) {
  LeftOut left;
  left.root_text = count_games(cluster, call, selection.root_text);
  if (!selection.undated && !selection.silent) return left;
  for (const QueryPosition& position : filters.positions) {
    const ShardCondition with = games_with(cluster, state, call, position);
    if (selection.undated) selection.undated = both(selection.undated, with);
    if (selection.silent) selection.silent = both(selection.silent, with);
  }
  left.undated = count_games(cluster, call, selection.undated);
  left.silent = count_games(cluster, call, selection.silent);
  return left;
}

GameSet ClusterEngine::find(const Query& query, std::int64_t max_games, const Call& call) {
  const CallScope scope(call);
  check_call();
  GameSet set;
  const auto found = std::make_shared<FoundOnCluster>(shown());
  PublishedGames known(cluster_, found->state, call);
  const GameFilters filters = read_query(query, found->state, call, known, set.notes);
  ClusterSelection selection = select_on_cluster(cluster_, found->state, call, filters);
  static_cast<LeftOut&>(set) = count_left_out(cluster_, found->state, call, filters, selection);
  if (filters.positions.empty()) {
    found->games = std::move(selection.matched);
    find_ids(call, max_games, *found, set);
  } else {
    find_hits_of(filters, std::move(selection), {.max_games = max_games, .known = &known}, call,
                 *found);
    set.games = static_cast<std::int64_t>(found->ids->size());
    set.hits = static_cast<std::int64_t>(found->hits.size());
  }
  if (set.games == 0) {
    const auto sizes = [&](GameType game, BoardSize) {
      return published_sizes(cluster_, found->state, call, game);
    };
    explain_empty_answer(query, filters, sizes, set.notes);
  }
  set.found = found;
  return set;
}

void ClusterEngine::find_ids(const Call& call, std::int64_t max_games, FoundOnCluster& found,
                             GameSet& set) {
  if (max_games > kIdsAtOnce) {
    set.games = count_games(cluster_, call, found.games);
    return;
  }
  IdPages pages(cluster_, found.state, call, found.games);
  found.ids = pages.next(max_games);
  found.first_game = pages.first_game();
  set.games = static_cast<std::int64_t>(found.ids->size());
}

void ClusterEngine::find_hits_of(const GameFilters& filters, ClusterSelection selection,
                                 VisitsWanted wanted, const Call& call, FoundOnCluster& found) {
  const PublishedState& state = found.state;
  if (const auto visits = select_visits(filters, filters.positions[0].position)) {
    wanted.rows_among = visits->matched;
  } else {
    wanted.among = selection.matched;
  }
  for (std::size_t i = 1; i < filters.positions.size(); ++i) {
    wanted.among = both(wanted.among, games_with(cluster_, state, call, filters.positions[i]));
  }
  found.position = filters.positions[0].position;
  wanted.rows = &found.rows;
  wanted.reads = ServerConnection::Reads::rows;
  found.hits = find_hits(cluster_, state, call, filters.positions[0], wanted);
  found.ids = found.hits.games();
  const ShardCondition with = games_with(cluster_, state, call, filters.positions[0]);
  found.games = both(std::move(selection.matched), both(wanted.among, with));
  found.with_hits = true;
  found.first_game = filters.positions[0].position.game;
}

GameRange ClusterEngine::rows(const GameSet& games, Listing listing, Call call) {
  const CallScope scope(call);
  const FoundOnCluster& found = found_on_cluster(games);
  if (KnownGame::is_all(listing, found)) {
    return {listing.columns, std::make_unique<KnownGame>(*found.first_game)};
  }
  std::vector<std::string> columns = listing.columns.empty() ? game_columns() : listing.columns;
  if (listing.with_hits) {
    columns.insert(columns.end(), std::begin(kHitColumns), std::end(kHitColumns));
  }
  auto listed = std::make_unique<ClusterListing>(cluster_, games, listing, std::move(call));
  return {std::move(columns), open_listing(std::move(listed), std::move(listing))};
}

GameRange ClusterEngine::rows(std::vector<GameId> games, std::vector<std::string> columns) {
  if (columns.empty()) columns = game_columns();
  auto rows = std::make_unique<RowsOfIds>(cluster_, shown(), std::move(games), columns);
  return {std::move(columns), std::move(rows)};
}

}  // namespace ludex::clickhouse
