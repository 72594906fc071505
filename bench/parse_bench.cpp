// How fast do records in memory become trees? Cut beforehand; the tree is reused, as in a run.
#include "formats/sgf/sgf.hpp"
#include "formats/sgf/sgf_splitter.hpp"

#include "sgf_bench_input.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <string>
#include <vector>

namespace ludex {
namespace {

class KeepingSink final : public RecordSink {
 public:
  void record(const FoundRecord& found) override {
    records.push_back({std::string(found.text), found.form});
  }
  void oversize_piece(std::string_view, std::uint64_t, bool) override {}
  void junk(std::uint64_t, std::uint64_t) override {}

  struct Kept {
    std::string text;
    TextForm form;
  };
  std::vector<Kept> records;
};

void BM_ParseSgf(benchmark::State& state) {
  KeepingSink sink;
  SgfSplitter splitter;
  splitter.feed(bench::sgf_collection(), sink);
  splitter.finish(sink);
  SgfTree tree;
  std::size_t bytes = 0;
  std::size_t nodes = 0;
  for (auto _ : state) {
    for (const KeepingSink::Kept& kept : sink.records) {
      benchmark::DoNotOptimize(parse_sgf(kept.text, kept.form, tree));
      bytes += kept.text.size();
      nodes += tree.nodes.size();
    }
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
  state.counters["nodes"] =
      benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}
BENCHMARK(BM_ParseSgf)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ludex
