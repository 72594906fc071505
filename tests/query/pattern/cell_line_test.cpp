// Lines read without a replay against the positions of a replay.
#include "games/api/cell_line.hpp"

#include "games/api/game_rules.hpp"
#include "generator/othello_archive.hpp"
#include "generator/twixt_archive.hpp"
#include "ludex/archive.hpp"
#include "query/pattern/random_games.hpp"
#include "query/search/game_positions.hpp"
#include "store/game_captures.hpp"
#include "store/game_scripts.hpp"
#include "support/corpus.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace ludex {
namespace {

using test::Picker;
using test::random_sgf;

std::uint8_t code_at(const CellLine& line, Point point, std::int32_t moment) {
  const CellLine::Cell cell = line.cell(point);
  if (moment < cell.first_change) return cell.start;
  std::uint8_t code = cell.then;
  for (std::int32_t at = cell.changes; at >= 0; at = line.change_at(at).next) {
    if (line.change_at(at).moment <= moment) code = line.change_at(at).code;
  }
  return code;
}

/// The moments at which something was placed, from `from` on.
std::vector<std::int32_t> moments_placed(const CellLine& line, std::int32_t from) {
  std::vector<std::int32_t> moments;
  line.for_each_placed(from, [&](const CellLine::Placed& placed) {
    if (moments.empty() || moments.back() != placed.moment) moments.push_back(placed.moment);
    return true;
  });
  return moments;
}

class CellLineLaw : public testing::Test {
 protected:
  void index(const std::string& name, const std::string& text) {
    index(folder_.add_file(name, text));
  }
  void index(const std::string& source) {
    Archive(folder_.path("games.db")).index({.sources = {source}});
  }

  /// Reads the lines of all games and compares them with their positions.
  void compare(std::int64_t most_games) {
    Database database = Database::open_for_reading(folder_.path("games.db"));
    GamePositions positions(database.sql());
    GameScripts scripts(database.sql());
    GameCaptures captures(database.sql());
    FactReader facts(database.sql());
    const std::int64_t end = std::min(database.next_id("game"), most_games + 1);
    for (std::int64_t id = 1; id < end; ++id) {
      SCOPED_TRACE(id);
      const auto game = static_cast<GameId>(id);
      plies_.clear();
      positions.walk(game, [&](const Position& position) {
        if (position.ply >= facts.value(Fact::main_positions, game)) return false;
        plies_.push_back(position);
        return true;
      });
      if (plies_.empty()) continue;
      const auto place = static_cast<std::size_t>((id - 1) % kGamesPerMoveBlock);
      const std::string block = captures.block((id - 1) / kGamesPerMoveBlock);
      source_ = {.ops = scripts.script(game),
                 .size = plies_[0].size,
                 .main_positions = static_cast<std::uint32_t>(plies_.size()),
                 .captures = CaptureBlock(block).at(place)};
      const GameRules& rules = *find_rules(plies_[0].game);
      for (const bool with_turns : {true, false}) compare_line(rules, with_turns);
      ++compared_;
    }
  }

  void compare_line(const GameRules& rules, bool with_turns) {
    source_.keep = {.placed = true, .to_move = with_turns};
    CellLine line, held;
    rules.read_line(source_, line);
    const bool tells_held = rules.read_held(source_, held);
    ASSERT_EQ(line.moments(), static_cast<std::int32_t>(plies_.size()));
    std::vector<std::int32_t> stones;
    for (std::int32_t ply = 0; ply < line.moments(); ++ply) {
      const Position& position = plies_[static_cast<std::size_t>(ply)];
      for (Point point = 0; point < position.cells.size(); ++point) {
        const std::uint8_t code = position.cells[point];
        ASSERT_EQ(code_at(line, point, ply), code) << "ply " << ply << ", point " << point;
        if (tells_held) {
          ASSERT_EQ(held.held()[point] & code, code);
        }
      }
      if (with_turns) {
        ASSERT_EQ(line.to_move(ply), cell::of(position.to_move)) << ply;
      }
      const auto& move = position.last_move;
      if (move && move->kind == MoveKind::stone) stones.push_back(ply);
      if (move && move->kind == MoveKind::swap) return;
    }
    EXPECT_EQ(moments_placed(line, 0), stones);
    for (const std::int32_t from : {3, 17, 40}) {
      std::erase_if(stones, [from](std::int32_t moment) { return moment < from; });
      EXPECT_EQ(moments_placed(line, from), stones);
    }
  }

  test::TemporaryFolder folder_;
  std::vector<Position> plies_;
  LineSource source_;
  int compared_ = 0;
};

TEST_F(CellLineLaw, StonesOfRandomMoves) {
  Picker pick(3);
  std::string text;
  for (const auto& [game, side] : {std::pair(1, 5), {1, 9}, {1, 19}, {4, 8}, {2, 8}, {2, 6}}) {
    for (int i = 0; i < 10; ++i) text += random_sgf(pick, game, side, 100);
  }
  index("games.sgf", text);
  compare(60);
  EXPECT_EQ(compared_, 60);
}

TEST_F(CellLineLaw, DiscsAndPegsOfGeneratedGames) {
  index("othello.sgf", bench::othello_archive(20));
  index("twixt.sgf", bench::twixt_archive(20));
  compare(40);
  EXPECT_EQ(compared_, 40);
}

TEST_F(CellLineLaw, RealGames) {
  for (const char* name : {"twixt", "hex/littlegolem-1374.txt", "go/9x9-reviews.sgf"}) {
    SKIP_WITHOUT_CORPUS(name);
    index((test::corpus() / name).native());
  }
  compare(3000);
  EXPECT_GT(compared_, 50);
}

TEST(CellLine, CountsMovesUpToTheFirstOtherWord) {
  constexpr Point kArea = 361;
  const std::uint16_t white = script::op(script::second_move, kArea - 1);
  for (std::size_t moves = 0; moves < 200; ++moves) {
    std::vector<std::uint16_t> words(moves, white);
    EXPECT_EQ(CellLine::count_moves(words, kArea), moves);
    for (const std::uint16_t other :
         {script::op(script::first_move, kArea), script::op(script::second_move, 0x1FFF),
          script::op(script::mark, script::first_pass), script::op(script::add_first, 3),
          script::op(script::link, 3)}) {
      words.resize(moves);
      words.push_back(other);
      words.insert(words.end(), 100, white);
      EXPECT_EQ(CellLine::count_moves(words, kArea), moves);
    }
  }
}

TEST(CellLine, GoesBack) {
  CellLine line;
  line.start({3, 1}, 3, {});
  line.set(0, cell::kFirst);
  line.end_moment(1);
  const std::vector<std::uint16_t> moves = {script::op(script::first_move, 1),
                                            script::op(script::second_move, 2),
                                            script::op(script::second_move, 0)};
  line.play(moves);
  line.place(1, cell::kSecond);
  line.end_moment(1);
  line.cut(3);
  EXPECT_EQ(line.moments(), 3);
  EXPECT_EQ(line.now(0), cell::kFirst);
  EXPECT_EQ(line.now(1), cell::kFirst);
  EXPECT_EQ(line.now(2), cell::kSecond);
  EXPECT_EQ(moments_placed(line, 0), (std::vector<std::int32_t>{1, 2}));
  line.place(2, cell::kFirst);
  line.end_moment(2);
  EXPECT_EQ(code_at(line, 2, 2), cell::kSecond);
  EXPECT_EQ(code_at(line, 2, 3), cell::kFirst);
  EXPECT_EQ(moments_placed(line, 2), (std::vector<std::int32_t>{2, 3}));
}

}  // namespace
}  // namespace ludex
