// How fast do records of the formats that have no bench of their own become positions, keys and
// packed moves? Cut beforehand.
#include "reading.hpp"

#include "generator/go_server_archive.hpp"
#include "generator/kif_archive.hpp"
#include "generator/shogi_translation_archive.hpp"
#include "generator/wthor_archive.hpp"

namespace ludex {
namespace {

using bench::GoServerArchive;
using bench::GoServerFormat;
using bench::KifArchive;
using bench::KifForm;
using bench::ShogiTranslation;
using bench::ShogiTranslationArchive;

constexpr bench::ShogiArchiveOptions kWithTimes{.density = bench::ShogiDensity::times};

template <class Archive>
void BM_ReadRecords(benchmark::State& state, Format format, const Archive& archive) {
  std::vector<std::string> records(2000);
  for (std::size_t number = 0; number < records.size(); ++number) {
    archive.append_game(number, records[number]);
  }
  bench::read_and_compile(state, format, records);
}

KifArchive kif(KifForm form, bool shift_jis) {
  return KifArchive({.games = kWithTimes, .form = form, .shift_jis = shift_jis});
}

ShogiTranslationArchive translation(ShogiTranslation format) {
  return ShogiTranslationArchive({.shogi = kWithTimes, .format = format});
}

GoServerArchive go_server(GoServerFormat format) { return GoServerArchive({.format = format}); }

BENCHMARK_CAPTURE(BM_ReadRecords, gib, Format::gib, go_server(GoServerFormat::gib))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_ReadRecords, ngf, Format::ngf, go_server(GoServerFormat::ngf))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_ReadRecords, ugf, Format::ugf, go_server(GoServerFormat::ugf))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_ReadRecords, jkf, Format::jkf, translation(ShogiTranslation::jkf))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_ReadRecords, usi, Format::usi, translation(ShogiTranslation::usi))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_ReadRecords, psn, Format::psn, translation(ShogiTranslation::psn))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_ReadRecords, kif_utf8, Format::kif, kif(KifForm::kif, false))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_ReadRecords, kif_shift_jis, Format::kif, kif(KifForm::kif, true))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_ReadRecords, ki2, Format::ki2, kif(KifForm::ki2, false))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_ReadRecords, wthor, Format::wthor, bench::WthorArchive({}))
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ludex
