// How fast are records found in SGF already in memory? No disk, no decompression in the timing.
// LUDEX_BENCH_SGF may name a plain SGF collection; without it a synthetic one is cut.
#include "formats/sgf/sgf_splitter.hpp"

#include "sgf_bench_input.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <string_view>

namespace ludex {
namespace {

class CountingSink final : public RecordSink {
 public:
  void record(const FoundRecord& found) override {
    ++records;
    bytes += found.text.size();
  }
  void oversize_piece(std::string_view, std::uint64_t, bool) override {}
  void junk(std::uint64_t, std::uint64_t) override {}

  std::size_t records = 0;
  std::size_t bytes = 0;
};

void BM_SplitSgf(benchmark::State& state) {
  const std::string text = bench::sgf_collection();
  const auto chunk_bytes = static_cast<std::size_t>(state.range(0));
  for (auto _ : state) {
    CountingSink sink;
    SgfSplitter splitter;
    for (std::size_t at = 0; at < text.size(); at += chunk_bytes) {
      splitter.feed(std::string_view(text).substr(at, chunk_bytes), sink);
    }
    splitter.finish(sink);
    benchmark::DoNotOptimize(sink.bytes);
    state.counters["records"] = static_cast<double>(sink.records);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(BM_SplitSgf)->Arg(64 << 10)->Arg(1 << 20)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ludex
