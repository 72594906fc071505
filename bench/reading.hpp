#pragma once

#include "formats/record_reader.hpp"
#include "formats/splitter.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::bench {

/// Counts records and drops them.
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

/// Times the splitter over a text that arrives in chunks.
template <class Splitter>
void split_in_chunks(benchmark::State& state, std::string_view text, std::size_t chunk_bytes) {
  for (auto _ : state) {
    CountingSink sink;
    Splitter splitter;
    for (std::size_t at = 0; at < text.size(); at += chunk_bytes) {
      splitter.feed(text.substr(at, chunk_bytes), sink);
    }
    splitter.finish(sink);
    benchmark::DoNotOptimize(sink.bytes);
    state.counters["records"] = static_cast<double>(sink.records);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

/// Times reading and replay of records: positions, keys and packed moves.
inline void read_and_compile(benchmark::State& state, Format format,
                             const std::vector<std::string>& records) {
  const auto reader = make_record_reader(format);
  ReplayScript script;
  std::vector<PositionKey> keys;
  std::size_t bytes = 0;
  std::size_t positions = 0;
  for (auto _ : state) {
    for (const std::string& record : records) {
      if (reader->read({.text = record})) state.SkipWithError("a record was rejected");
      keys.clear();
      reader->compile(0, script, &keys);
      bytes += record.size();
      positions += keys.size();
    }
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
  state.counters["positions"] =
      benchmark::Counter(static_cast<double>(positions), benchmark::Counter::kIsRate);
}

}  // namespace ludex::bench
