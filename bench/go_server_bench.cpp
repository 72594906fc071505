// How fast do the records of Go servers become positions, keys and packed moves? Cut beforehand.
// 0 GIB, 1 NGF, 2 UGF.
#include "formats/record_reader.hpp"

#include "generator/go_server_archive.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ludex {
namespace {

constexpr Format kServerFormats[] = {Format::gib, Format::ngf, Format::ugf};

std::vector<std::string> server_records(std::int64_t format, std::uint64_t games) {
  const bench::GoServerArchive archive({.format = static_cast<bench::GoServerFormat>(format)});
  std::vector<std::string> records(games);
  for (std::uint64_t number = 0; number < games; ++number) {
    archive.append_game(number, records[number]);
  }
  return records;
}

void BM_ReadGoServer(benchmark::State& state) {
  const auto records = server_records(state.range(0), 2000);
  const auto reader = make_record_reader(kServerFormats[state.range(0)]);
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
BENCHMARK(BM_ReadGoServer)->Arg(0)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ludex
