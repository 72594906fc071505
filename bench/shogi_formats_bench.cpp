// How fast do records of JKF, USI and PSN become positions, keys and packed moves? Cut beforehand.
// 0 JKF, 1 USI, 2 PSN.
#include "formats/record_reader.hpp"

#include "generator/shogi_translation_archive.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ludex {
namespace {

constexpr Format kTranslations[] = {Format::jkf, Format::usi, Format::psn};

std::vector<std::string> translated_records(std::int64_t format, std::uint64_t games) {
  const bench::ShogiTranslationArchive archive(
      {.shogi = {.density = bench::ShogiDensity::times},
       .format = static_cast<bench::ShogiTranslation>(format)});
  std::vector<std::string> records(games);
  for (std::uint64_t number = 0; number < games; ++number) {
    archive.append_game(number, records[number]);
  }
  return records;
}

void BM_ReadShogiFormat(benchmark::State& state) {
  const auto records = translated_records(state.range(0), 2000);
  const auto reader = make_record_reader(kTranslations[state.range(0)]);
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
BENCHMARK(BM_ReadShogiFormat)->Arg(0)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ludex
