// How fast are CSA records found in memory, and how fast do they become games? Three densities:
// 0 bare moves, 1 with times, 2 with floodgate's comments. The game is reused, as in a run.
#include "formats/csa/csa.hpp"
#include "formats/csa/csa_splitter.hpp"

#include "generator/shogi_archive.hpp"
#include "reading.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

std::string collection(const benchmark::State& state) {
  bench::ShogiArchiveOptions options;
  options.density = static_cast<bench::ShogiDensity>(state.range(0));
  return bench::shogi_archive(10'000, options);
}

class KeepingSink final : public RecordSink {
 public:
  void record(const FoundRecord& found) override { records.emplace_back(found.text); }
  void oversize_piece(std::string_view, std::uint64_t, bool) override {}
  void junk(std::uint64_t, std::uint64_t) override {}

  std::vector<std::string> records;
};

void BM_SplitCsa(benchmark::State& state) {
  bench::split_in_chunks<CsaSplitter>(state, collection(state), 1 << 20);
}
BENCHMARK(BM_SplitCsa)->Arg(0)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);

void BM_ParseCsa(benchmark::State& state) {
  KeepingSink sink;
  CsaSplitter splitter;
  splitter.feed(collection(state), sink);
  splitter.finish(sink);
  CsaGame game;
  std::size_t bytes = 0;
  std::size_t moves = 0;
  for (auto _ : state) {
    for (const std::string& record : sink.records) {
      benchmark::DoNotOptimize(parse_csa(record, {}, game));
      bytes += record.size();
      moves += game.moves.size();
    }
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
  state.counters["moves"] =
      benchmark::Counter(static_cast<double>(moves), benchmark::Counter::kIsRate);
}
BENCHMARK(BM_ParseCsa)->Arg(0)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);

// How fast do games in memory become positions, keys and packed moves? No parsing in the timing.
void BM_ReplayCsa(benchmark::State& state) {
  KeepingSink sink;
  CsaSplitter splitter;
  splitter.feed(bench::shogi_archive(1000, {}), sink);
  splitter.finish(sink);
  std::vector<CsaGame> games(sink.records.size());
  for (std::size_t i = 0; i < games.size(); ++i) {
    benchmark::DoNotOptimize(parse_csa(sink.records[i], {}, games[i]));
  }
  ReplayScript script;
  std::vector<PositionKey> keys;
  std::size_t positions = 0;
  for (auto _ : state) {
    for (const CsaGame& game : games) {
      keys.clear();
      compile_csa(game, script, &keys);
      positions += keys.size();
    }
  }
  state.counters["positions"] =
      benchmark::Counter(static_cast<double>(positions), benchmark::Counter::kIsRate);
}
BENCHMARK(BM_ReplayCsa)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ludex
