// Every position of indexed GCG games, written as CGP and asked for again; the games written as GCG
// and indexed again.

#include "formats/cgp/cgp.hpp"
#include "formats/gcg/gcg.hpp"
#include "formats/position_text.hpp"
#include "pipeline/indexer.hpp"
#include "query/search/game_catalog.hpp"
#include "query/search/game_positions.hpp"
#include "query/search/position_search.hpp"
#include "store/database.hpp"
#include "store/record_texts.hpp"
#include "support/corpus.hpp"
#include "support/gcg_samples.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

#include "generator/gcg_archive.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace ludex {
namespace {

/// The same position with rows and columns exchanged.
CgpPosition transposed(const CgpPosition& position) {
  CgpPosition turned = position;
  const auto width = static_cast<std::size_t>(position.size.width);
  const auto height = static_cast<std::size_t>(position.size.height);
  turned.size = {position.size.height, position.size.width};
  for (std::size_t row = 0; row < height; ++row) {
    for (std::size_t column = 0; column < width; ++column) {
      turned.cells[column * height + row] = position.cells[row * width + column];
    }
  }
  turned.last_move.reset();
  return turned;
}

bool is_own_mirror(const CgpPosition& position) {
  return transposed(position).cells == position.cells;
}

class GcgPositions : public testing::Test {
 protected:
  void index(std::vector<std::string> sources) {
    IndexOptions options;
    options.sources = std::move(sources);
    const std::atomic<bool> stop{false};
    index_sources(path(), options, {}, {}, stop);
  }
  [[nodiscard]] std::filesystem::path path() const { return folder_.path("games.db"); }

  /// How many positions there are; each must be found in its game, at its ply, both ways round.
  std::size_t look_for_all() {
    Database database = Database::open_for_reading(path());
    PositionSearch search(database.sql());
    GamePositions positions(database.sql());
    std::size_t count = 0;
    SqlStatement games(database.sql(), "SELECT id FROM game ORDER BY id");
    while (games.step()) {
      const GameId game{games.integer(0)};
      positions.walk(game, [&](const Position& position) {
        const std::string line = to_cgp(position);
        CgpPosition parsed;
        EXPECT_FALSE(parse_cgp(line, parsed).has_value()) << line;
        EXPECT_TRUE(finds(database, search, line, game, position.ply)) << line;
        // It is not known whether an unknown board is symmetric.
        const bool symmetric = parsed.opcodes.board_name.value_or("") != "classic";
        const std::string turned = to_cgp(transposed(parsed));
        EXPECT_EQ(finds(database, search, turned, game, position.ply),
                  symmetric || is_own_mirror(parsed))
            << turned;
        ++count;
        return !HasFailure();
      });
    }
    return count;
  }

  /// All games as GCG, and all their positions as CGP.
  struct Written {
    std::string games;
    std::vector<std::string> positions;
  };
  [[nodiscard]] Written written() const {
    Written all;
    Database database = Database::open_for_reading(path());
    RecordTexts texts(database.sql());
    GamePositions positions(database.sql());
    SqlStatement games(database.sql(), "SELECT id, record_id FROM game ORDER BY id");
    while (games.step()) {
      const RecordId record{games.integer(1)};
      GcgOptions options;
      options.form = texts.form(record);
      GcgGame game;
      EXPECT_FALSE(parse_gcg(texts.text(record), options, game).has_value());
      all.games += write_gcg(game);
      positions.walk(GameId{games.integer(0)}, [&](const Position& position) {
        all.positions.push_back(to_cgp(position));
        return true;
      });
    }
    return all;
  }

  /// Indexes the games as GCG, in one stream. \returns how many there are
  std::size_t expect_the_same_when_written_and_indexed_again() {
    const Written first = written();
    std::filesystem::remove(path());
    index({folder_.add_file("written.gcg", first.games)});
    const Written second = written();
    EXPECT_EQ(second.games, first.games);
    EXPECT_EQ(second.positions, first.positions);
    Database database = Database::open_for_reading(path());
    SqlStatement count(database.sql(), "SELECT count(*) FROM game");
    EXPECT_TRUE(count.step());
    return static_cast<std::size_t>(count.integer(0));
  }

  static bool finds(Database& database, PositionSearch& search, const std::string& line,
                    GameId game, std::uint32_t ply) {
    bool found = false;
    IdSet only;
    only.insert(raw(game));
    search.for_each_game(read_position(database.sql(), line), &only,
                         [&](std::span<const PositionHit> hits) {
                           found = std::any_of(hits.begin(), hits.end(),
                                               [&](const auto& hit) { return hit.ply == ply; });
                           return true;
                         });
    return found;
  }

  test::TemporaryFolder folder_;
};

TEST_F(GcgPositions, OfMadeGamesAreFound) {
  std::string samples;
  for (const std::string& text : test::gcg_samples()) samples += text + "\n";
  index({folder_.add_file("samples.gcg", samples),
         folder_.add_file("made.gcg", bench::gcg_archive(20, {.seed = 2}))});
  EXPECT_GT(look_for_all(), 400U);
}

TEST_F(GcgPositions, StayTheSameWhenTheGamesAreWrittenAndIndexedAgain) {
  std::string samples =
      "#character-encoding UTF-8\n#title One\n#lexicon NWL18\n#player1 a Ann\n#player2 b Bob\n"
      "#incomplete ABC\n#rack2 QI\n#- more\n>a: AB 8H AB +8 8\n>b: CAT 9H CAT +15 15\n"
      "#character-encoding UTF-8\n#title Two\n#lexicon CSW21\n#note Annotated by Zed\n"
      "#player1 c Cyd\n#player2 d Dan\n>c: CAT 8H CAT +10 10\n";
  for (const std::string& text : test::gcg_samples()) samples += text + "\n";
  index({folder_.add_file("samples.gcg", samples),
         folder_.add_file("made.gcg", bench::gcg_archive(20, {.seed = 2}))});
  EXPECT_EQ(expect_the_same_when_written_and_indexed_again(), 25U);
}

TEST_F(GcgPositions, OfTheCorpusStayTheSameWhenTheGamesAreWrittenAndIndexedAgain) {
  SKIP_WITHOUT_CORPUS("crossword/gcg-games.tar.gz");
  const auto archive = test::corpus() / "crossword" / "gcg-games.tar.gz";
  index({archive.string(), (test::corpus() / "torture" / "magpie-gcg").string()});
  EXPECT_EQ(expect_the_same_when_written_and_indexed_again(), 126U);
}

TEST_F(GcgPositions, OfTheCorpusAreFound) {
  SKIP_WITHOUT_CORPUS("crossword/gcg-games.tar.gz");
  const auto archive = test::corpus() / "crossword" / "gcg-games.tar.gz";
  index({archive.string(), (test::corpus() / "torture" / "magpie-gcg").string()});
  const std::size_t count = look_for_all();
  EXPECT_GT(count, 2000U);
  RecordProperty("positions", static_cast<int>(count));
}

}  // namespace
}  // namespace ludex
