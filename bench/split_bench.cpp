// How fast are records found in SGF already in memory? No disk, no decompression in the timing.
// LUDEX_BENCH_SGF may name a plain SGF collection; without it a synthetic one is cut.
#include "formats/sgf/sgf_splitter.hpp"

#include "reading.hpp"
#include "sgf_bench_input.hpp"

namespace ludex {
namespace {

void BM_SplitSgf(benchmark::State& state) {
  const std::string text = bench::sgf_collection();
  bench::split_in_chunks<SgfSplitter>(state, text, static_cast<std::size_t>(state.range(0)));
}
BENCHMARK(BM_SplitSgf)->Arg(64 << 10)->Arg(1 << 20)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ludex
