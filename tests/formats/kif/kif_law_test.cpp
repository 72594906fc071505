// Laws that hold for any game of shogi, tested on games from the generator.

#include "formats/format_room.hpp"
#include "formats/record_reader.hpp"
#include "formats/shogi/shogi_game.hpp"

#include "formats/collected_records.hpp"
#include "generator/kif_archive.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

using bench::KifArchive;
using bench::KifForm;
using bench::ShogiDensity;

/// What a record says, whatever form it has.
struct KifContents {
  std::vector<std::string> names;
  std::vector<PositionKey> keys;
  std::string result, event, date;
  std::vector<std::string> faults;
  friend bool operator==(const KifContents&, const KifContents&) = default;
};

KifContents contents_of(Format format, std::string_view text) {
  const auto reader = make_record_reader(format);
  KifContents contents;
  if (reader->read({.text = text})) {
    contents.faults.emplace_back("rejected");
    return contents;
  }
  ReplayScript script;
  reader->compile(0, script, &contents.keys);
  const GameInfo& info = reader->info(0);
  for (const SeatInfo& seat : info.seats) contents.names.push_back(seat.name);
  contents.result = to_text(info.result);
  contents.event = info.event;
  contents.date = info.date_raw;
  for (const Problem& problem : info.problems) contents.faults.push_back(problem.message);
  for (const Problem& problem : script.problems) contents.faults.push_back(problem.message);
  return contents;
}

KifArchive any_archive(KifForm form, bool shift_jis) {
  const auto density =
      *rc::gen::element(ShogiDensity::bare, ShogiDensity::times, ShogiDensity::floodgate);
  return KifArchive({.games = {.seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000),
                               .players = 100,
                               .density = density},
                     .form = form,
                     .shift_jis = shift_jis});
}

/// \param in  the charset of `text`
std::string written_as(Format from, Format to, std::string_view text, Charset in, Charset charset) {
  const FormatRoom& room = room_of(from);
  const auto writer = from == to ? room.make_writer({}) : room.make_converter(to, {});
  RC_ASSERT(writer->write_in(charset));
  std::string out;
  RC_ASSERT(!writer->write(text, TextForm::bytes, in, out));
  return out;
}

// The generator writes the same game in CSA, KIF and KI2; its words for pieces in KI2 are its own.
TEST(KifLaw, TheSameGameGivesTheSamePositionsInEveryForm) {
  EXPECT_TRUE(rc::check([] {
    const KifForm form = *rc::gen::element(KifForm::kif, KifForm::ki2);
    const KifArchive archive = any_archive(form, false);
    const auto number = *rc::gen::inRange<std::uint64_t>(0, 1'000'000);
    std::string text;
    archive.append_game(number, text);
    const KifContents contents =
        contents_of(form == KifForm::kif ? Format::kif : Format::ki2, text);
    const KifContents csa = contents_of(Format::csa, archive.csa(number));
    RC_ASSERT(contents.faults.empty());
    RC_ASSERT(contents.keys == csa.keys);
    RC_ASSERT(contents.names == csa.names);
  }));
}

TEST(KifLaw, WhatIsWrittenReadsBackAsTheSame) {
  EXPECT_TRUE(rc::check([] {
    const bool is_kif = *rc::gen::arbitrary<bool>();
    const Format from = is_kif ? Format::kif : Format::ki2;
    const Format to = *rc::gen::element(Format::kif, Format::ki2);
    const Charset charset = *rc::gen::element(Charset::utf8, Charset::shift_jis);
    std::string text;
    any_archive(is_kif ? KifForm::kif : KifForm::ki2, false)
        .append_game(*rc::gen::inRange<std::uint64_t>(0, 1'000'000), text);
    const std::string written = written_as(from, to, text, Charset::utf8, charset);
    const KifContents contents = contents_of(to, written);
    RC_ASSERT(contents == contents_of(from, text));
    RC_ASSERT(written_as(to, to, written, charset, charset) == written);
  }));
}

TEST(KifLaw, ShiftJisAndUtf8SayTheSame) {
  EXPECT_TRUE(rc::check([] {
    const KifArchive archive = any_archive(KifForm::kif, true);
    const auto number = *rc::gen::inRange<std::uint64_t>(0, 1'000'000);
    std::string text;
    archive.append_game(number, text);
    const KifContents contents = contents_of(Format::kif, text);
    RC_ASSERT(contents.faults.empty());
    const std::string utf8 =
        written_as(Format::kif, Format::kif, text, Charset::shift_jis, Charset::utf8);
    RC_ASSERT(contents == contents_of(Format::kif, utf8));
  }));
}

TEST(KifLaw, RecordsOfOneStreamAreFoundAgain) {
  for (const KifForm form : {KifForm::kif, KifForm::ki2}) {
    const KifArchive archive({.games = {.seed = 3, .density = ShogiDensity::times}, .form = form});
    std::string stream;
    for (std::uint64_t number = 0; number < 50; ++number) archive.append_game(number, stream);
    const auto splitter = make_splitter(form == KifForm::kif ? Format::kif : Format::ki2, {});
    CollectingSink sink;
    splitter->feed(stream, sink);
    splitter->finish(sink);
    EXPECT_EQ(sink.cut.records.size(), 50U);
    EXPECT_TRUE(coverage_fault(sink.cut, stream).empty());
  }
}

}  // namespace
}  // namespace ludex
