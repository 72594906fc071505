#include "generator/go_server_archive.hpp"

#include "formats/collected_records.hpp"
#include "formats/record_reader.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

using bench::GoServerFormat;

constexpr std::uint64_t kGames = 150;

constexpr std::pair<GoServerFormat, Format> kFormats[] = {{GoServerFormat::gib, Format::gib},
                                                          {GoServerFormat::ngf, Format::ngf},
                                                          {GoServerFormat::ugf, Format::ugf}};

/// What the archive's SGF and the server's record both say.
struct Told {
  std::vector<std::string> names;
  std::vector<PositionKey> main_line;
  std::string winner;  // "B+"
  std::vector<std::string> problems;
};

Told told(Format format, std::string_view text) {
  const auto reader = make_record_reader(format);
  EXPECT_FALSE(reader->read({.text = text})) << text.substr(0, 400);
  Told told;
  ReplayScript script;
  reader->compile(0, script, &told.main_line);
  told.main_line.resize(script.main_positions);
  const GameInfo& info = reader->info(0);
  for (const SeatInfo& seat : info.seats) told.names.push_back(seat.name);
  told.winner = to_text(info.result).substr(0, 2);
  for (const Problem& problem : reader->text_problems()) told.problems.push_back(problem.message);
  for (const Problem& problem : script.problems) told.problems.push_back(problem.message);
  return told;
}

TEST(GoServerArchive, HoldsTheGamesOfTheArchiveInSgf) {
  for (const auto& [server, format] : kFormats) {
    const bench::GoServerArchive archive({.seed = 7, .format = server});
    for (std::uint64_t number = 0; number < kGames; ++number) {
      std::string text;
      archive.append_game(number, text);
      const Told found = told(format, text);
      const Told wanted = told(Format::sgf, archive.sgf(number));
      EXPECT_EQ(found.problems, std::vector<std::string>{}) << text.substr(0, 400);
      EXPECT_EQ(found.names, wanted.names) << text.substr(0, 400);
      EXPECT_EQ(found.main_line, wanted.main_line) << text.substr(0, 400);
      if (found.winner.empty()) continue;  // SGF gives more ways to win
      EXPECT_EQ(found.winner, wanted.winner) << text.substr(0, 400);
    }
  }
}

TEST(GoServerArchive, IsAStreamOfRecords) {
  for (const auto& [server, format] : kFormats) {
    const auto splitter = make_splitter(format);
    CollectingSink sink;
    splitter->feed(bench::go_server_archive(kGames, {.format = server}), sink);
    splitter->finish(sink);
    EXPECT_EQ(sink.cut.records.size(), kGames) << format_name(format);
  }
}

}  // namespace
}  // namespace ludex
