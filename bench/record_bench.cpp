// How fast do records of shogi players and of WTHOR become positions, keys and packed moves? Cut
// beforehand. 0 KIF in UTF-8, 1 KIF in Shift_JIS, 2 KI2, 3 WTHOR.
#include "formats/record_reader.hpp"

#include "generator/kif_archive.hpp"
#include "generator/wthor_archive.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ludex {
namespace {

constexpr Format kReadFormats[] = {Format::kif, Format::kif, Format::ki2, Format::wthor};

template <class Archive>
std::vector<std::string> records_of(const Archive& archive, std::uint64_t games) {
  std::vector<std::string> records(games);
  for (std::uint64_t number = 0; number < games; ++number) {
    archive.append_game(number, records[number]);
  }
  return records;
}

std::vector<std::string> made_records(std::int64_t which) {
  constexpr std::uint64_t kGames = 2000;
  if (which == 3) return records_of(bench::WthorArchive({}), kGames);
  const bench::KifArchiveOptions options{
      .games = {.density = bench::ShogiDensity::times},
      .form = which == 2 ? bench::KifForm::ki2 : bench::KifForm::kif,
      .shift_jis = which == 1};
  return records_of(bench::KifArchive(options), kGames);
}

void BM_ReadRecords(benchmark::State& state) {
  const auto records = made_records(state.range(0));
  const auto reader = make_record_reader(kReadFormats[state.range(0)]);
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
BENCHMARK(BM_ReadRecords)->DenseRange(0, 3)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ludex
