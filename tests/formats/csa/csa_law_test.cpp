// Laws that hold for any game, tested on random games with a fixed seed.
#include "formats/csa/csa_splitter.hpp"

#include "formats/collected_records.hpp"
#include "formats/csa/parsed_csa.hpp"
#include "generator/shogi_archive.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace ludex {
namespace {

std::string archive(bench::ShogiDensity density) {
  return bench::shogi_archive(20, {.seed = 5, .density = density});
}

std::string with_line_ends(std::string_view text, std::string_view end) {
  std::string out;
  for (const char c : text) c == '\n' ? out.append(end) : out.append(1, c);
  return out;
}

/// "+7776FU\nT12" as "+7776FU,T12".
std::string with_commas(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool joins = text.substr(i).starts_with("\nT") && out.ends_with("FU");
    out += joins ? ',' : text[i];
  }
  return out;
}

/// Everything that does not depend on where a line stands.
std::string content(const CsaGame& game) {
  std::string text = game.info.seats[0].name + "|" + game.info.seats[1].name + "|" +
                     game.info.event + "|" + game.info.date_raw + "|" + game.info.result_raw + "|" +
                     to_text(game.info.result) + "|" + pieces_of(game.start) + "|" + game.end_mark +
                     "|" + game.start_comment;
  for (const CsaMove& move : game.moves) {
    text += "\n" + text_of(move) + " " + std::to_string(move.seconds.value_or(-1)) + move.comment;
  }
  return text;
}

std::string contents(std::string_view stream) {
  std::string all;
  for (const std::string& record : texts_of(cut_with(CsaSplitter(), 1 << 20, stream))) {
    all += content(parsed(record)) + "\n";
  }
  return all;
}

TEST(CsaLaw, LineEndsAndCommasDoNotChangeAGame) {
  for (const auto density :
       {bench::ShogiDensity::bare, bench::ShogiDensity::times, bench::ShogiDensity::floodgate}) {
    const std::string text = archive(density);
    const std::string expected = contents(text);
    EXPECT_EQ(contents(with_line_ends(text, "\r\n")), expected);
    EXPECT_EQ(contents(with_line_ends(text, "\r")), expected);
    EXPECT_EQ(contents(with_line_ends(text, " \n\n")), expected);
    EXPECT_EQ(contents(with_commas(text)), expected);
    EXPECT_EQ(contents("\xEF\xBB\xBF/\n" + text.substr(0, text.size() - 3)), expected);
  }
}

TEST(CsaLaw, ARecordCutAnywhereGivesTheMovesBeforeTheCut) {
  std::string record;
  bench::ShogiArchive({.seed = 6, .density = bench::ShogiDensity::floodgate})
      .append_game(0, record);
  const CsaGame whole = parsed(record);
  CsaGame cut;
  for (std::size_t size = 0; size < record.size(); ++size) {
    if (parse_csa(std::string_view(record).substr(0, size), {}, cut)) continue;
    ASSERT_LE(cut.moves.size(), whole.moves.size());
    for (std::size_t i = 0; i < cut.moves.size(); ++i) {
      ASSERT_EQ(cut.moves[i].offset_bytes, whole.moves[i].offset_bytes) << "cut at " << size;
    }
    for (const Problem& problem : cut.info.problems) ASSERT_LE(problem.offset_bytes, size);
  }
}

}  // namespace
}  // namespace ludex
