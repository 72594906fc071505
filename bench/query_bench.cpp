// How long do filters and positions take on a database that is there already? No process start, no
// printing in the timing. LUDEX_BENCH_DB names the database; without it 20,000 generated games are
// indexed first.

#include "formats/position_text.hpp"
#include "generator/go_archive.hpp"
#include "pipeline/indexer.hpp"
#include "query/explore/explore.hpp"
#include "query/filter/game_query.hpp"
#include "query/rows/game_rows.hpp"
#include "query/search/position_search.hpp"
#include "store/game_columns.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace ludex {
namespace {

std::filesystem::path made_database() {
  const auto folder = std::filesystem::temp_directory_path() / "ludex-query-bench";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const auto archive = folder / "games.sgf";
  std::ofstream(archive) << bench::go_archive(/*games=*/20'000, /*seed=*/1);
  IndexOptions options;
  options.sources = {archive.string()};
  const std::atomic<bool> stop = false;
  index_sources(
      folder / "games.db", options, [](const IndexProgress&) {}, [](const IndexMessage&) {}, stop);
  return folder / "games.db";
}

Database& database() {
  static Database open = [] {
    const char* const given = std::getenv("LUDEX_BENCH_DB");
    return Database::open_for_reading(given != nullptr ? std::filesystem::path(given)
                                                       : made_database());
  }();
  return open;
}

void BM_FirstHit(benchmark::State& state, const char* text) {
  const QueryPosition query = parse_position(text);
  PositionSearch search(database().sql());
  for (auto _ : state) benchmark::DoNotOptimize(search.find_first(query));
}
BENCHMARK_CAPTURE(BM_FirstHit, empty_board, "moves:")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(BM_FirstHit, one_move, "moves:pd")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(BM_FirstHit, four_moves, "moves:pd dp pp dd")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(BM_FirstHit, unknown, "moves:aa bb cc dd ee ff")->Unit(benchmark::kMicrosecond);

/// With opening the search, as a command does.
void BM_FirstHitCold(benchmark::State& state) {
  const QueryPosition query = parse_position("moves:pd dp pp dd");
  for (auto _ : state) {
    PositionSearch search(database().sql());
    benchmark::DoNotOptimize(search.find_first(query));
  }
}
BENCHMARK(BM_FirstHitCold)->Unit(benchmark::kMicrosecond);

/// All positions of a random game one after the other: what a search for rare positions costs.
void BM_PositionsOfAGame(benchmark::State& state) {
  GamePositions positions(database().sql());
  std::vector<QueryPosition> queries;
  positions.walk(static_cast<GameId>(777), [&](const Position& position) {
    queries.emplace_back().position = position;
    return true;
  });
  PositionSearch search(database().sql());
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(search.find_first(queries[next++ % queries.size()]));
  }
}
BENCHMARK(BM_PositionsOfAGame)->Unit(benchmark::kMicrosecond);

void BM_AllHits(benchmark::State& state, const char* text) {
  GameFilters filters;
  filters.positions.push_back(parse_position(text));
  std::size_t hits = 0;
  for (auto _ : state) hits = find_games(database(), filters).hits.size();
  state.counters["hits"] = static_cast<double>(hits);
}
BENCHMARK_CAPTURE(BM_AllHits, empty_board, "moves:")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_AllHits, four_moves, "moves:pd dp pp dd")->Unit(benchmark::kMillisecond);

void BM_Find(benchmark::State& state, GameFilters filters) {
  std::int64_t games = 0;
  for (auto _ : state) games = find_games(database(), filters).games.count();
  state.counters["games"] = static_cast<double>(games);
}
GameFilters player_and_years() {
  GameFilters filters;
  filters.players = {parse_name("--player", "Cho Chikun")};
  filters.outcome = Outcome::win;
  filters.dates = {parse_days("--date", "1985")};
  return filters;
}
GameFilters result_and_komi() {
  GameFilters filters;
  filters.result = parse_result_filter("B+0.5..5");
  const auto* const komi = std::ranges::find(kFilteredColumns, "komi", &FilteredColumn::column);
  filters.columns = {parse_column_filter(*komi, "6.5")};
  return filters;
}
BENCHMARK_CAPTURE(BM_Find, everything, GameFilters())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Find, player_and_years, player_and_years())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Find, result_and_komi, result_and_komi())->Unit(benchmark::kMillisecond);

GameFilters with_position(GameFilters filters, const char* text) {
  filters.positions.push_back(parse_position(text));
  return filters;
}
void BM_Explore(benchmark::State& state, const GameFilters& filters) {
  Exploration found;
  for (auto _ : state) found = explore(database(), filters);
  state.counters["visits"] = static_cast<double>(found.visits);
}
BENCHMARK_CAPTURE(BM_Explore, empty_board, with_position({}, "moves:"))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Explore, empty_board_filtered, with_position(player_and_years(), "moves:"))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Explore, one_move, with_position({}, "moves:dc"))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Explore, one_move_filtered, with_position(result_and_komi(), "moves:dc"))
    ->Unit(benchmark::kMillisecond);

void BM_Rows(benchmark::State& state) {
  const FoundGames found = find_games(database(), {});
  Listing listing;
  listing.limit = 1000;
  for (auto _ : state) {
    list_games(database(), found, listing, [](std::span<const Value>) { return true; });
  }
  state.SetItemsProcessed(state.iterations() * listing.limit);
}
BENCHMARK(BM_Rows)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ludex
