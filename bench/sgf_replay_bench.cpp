#include "formats/record_reader.hpp"
#include "formats/sgf/sgf.hpp"
#include "formats/sgf/sgf_rules.hpp"
#include "generator/go_archive.hpp"
#include "generator/gomoku_archive.hpp"
#include "generator/hex_archive.hpp"
#include "generator/othello_archive.hpp"
#include "generator/twixt_archive.hpp"

#include <benchmark/benchmark.h>

#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

constexpr std::uint64_t kGames = 1000;

/// The records of an archive whose games start with "(;" on a line of their own.
std::vector<std::string> records_of(const std::string& text) {
  std::vector<std::string> records;
  std::size_t start = 0;
  while (start < text.size()) {
    const std::size_t next = text.find("\n(;", start);
    const std::size_t end = next == std::string::npos ? text.size() : next + 1;
    records.push_back(text.substr(start, end - start));
    start = end;
  }
  return records;
}

std::vector<std::string> records_of(GameType game) {
  bench::OthelloArchiveOptions options;
  options.dialect = bench::OthelloDialect::digits;
  if (game == GameType::othello) return records_of(bench::othello_archive(kGames, options));
  if (game == GameType::hex) return records_of(bench::hex_archive(kGames, {}));
  if (game == GameType::twixt) return records_of(bench::twixt_archive(kGames));
  if (game == GameType::gomoku) return records_of(bench::gomoku_archive(kGames));
  return records_of(bench::go_archive(kGames, 1));
}

void count(benchmark::State& state, std::size_t positions,
           const std::vector<std::string>& records) {
  std::size_t bytes = 0;
  for (const auto& record : records) bytes += record.size();
  const auto runs = static_cast<double>(state.iterations());
  state.counters["positions/s"] =
      benchmark::Counter(static_cast<double>(positions) * runs, benchmark::Counter::kIsRate);
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}

// How fast do records become games with all that is said about them, scripts and keys?
void BM_Read(benchmark::State& state, GameType game) {
  const auto records = records_of(game);
  const auto reader = make_record_reader(Format::sgf);
  ReplayScript script;
  std::vector<PositionKey> keys;
  for (auto _ : state) {
    keys.clear();
    for (const auto& record : records) {
      if (reader->read({record, TextForm::bytes, {}})) state.SkipWithError("a reject");
      reader->compile(0, script, &keys);
    }
    benchmark::DoNotOptimize(keys.data());
  }
  count(state, keys.size(), records);
}
BENCHMARK_CAPTURE(BM_Read, go, GameType::go)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Read, othello, GameType::othello)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Read, gomoku, GameType::gomoku)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Read, hex, GameType::hex)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Read, twixt, GameType::twixt)->Unit(benchmark::kMillisecond);

// How fast are records parsed, replayed and given keys, when what they say is known already?
void BM_ParseAndReplay(benchmark::State& state, GameType type) {
  const auto records = records_of(type);
  std::vector<SgfGame> games(records.size());
  std::vector<SgfGame> found;
  SgfTree tree;
  for (std::size_t n = 0; n < records.size(); ++n) {
    if (parse_sgf(records[n], TextForm::bytes, tree)) state.SkipWithError("a reject");
    extract_sgf_games(tree, records[n], TextForm::bytes, {}, found);
    games[n] = found.front();
  }
  ReplayScript script;
  std::vector<PositionKey> keys;
  for (auto _ : state) {
    keys.clear();
    for (std::size_t n = 0; n < records.size(); ++n) {
      benchmark::DoNotOptimize(parse_sgf(records[n], TextForm::bytes, tree));
      find_sgf_rules(type)->compile(tree, games[n], Lines::all, script, &keys);
    }
    benchmark::DoNotOptimize(keys.data());
  }
  count(state, keys.size(), records);
}
BENCHMARK_CAPTURE(BM_ParseAndReplay, go, GameType::go)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_ParseAndReplay, othello, GameType::othello)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_ParseAndReplay, gomoku, GameType::gomoku)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_ParseAndReplay, hex, GameType::hex)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_ParseAndReplay, twixt, GameType::twixt)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ludex
