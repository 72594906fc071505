#include "formats/sgf/sgf.hpp"
#include "formats/sgf/sgf_rules.hpp"
#include "formats/sgf/sgf_splitter.hpp"
#include "games/api/script_op.hpp"
#include "games/go/board.hpp"
#include "ludex/types.hpp"
#include "support/corpus.hpp"
#include "support/places.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

namespace ludex::test {
namespace {

constexpr BoardSize kSizes[] = {{1, 1}, {3, 3}, {7, 4}, {9, 9}, {13, 13}, {19, 19}, {25, 25}};

std::string letters_of(const go::Board& board) {
  std::string text;
  for (const auto code : board.cells()) text += ".BW"[code];
  return text;
}

// Steps anywhere, legal or not, as play_go.mjs reads them; and our boards after each.
struct Game {
  std::string steps;
  std::string boards;
};

Game random_game(BoardSize size, std::mt19937& random) {
  static go::Board board;
  board.reset(size);
  Game game{fmt::format("{} {}", size.width, size.height), {}};
  for (int step = 0; step < 2 * size.area(); ++step) {
    const auto point = static_cast<std::uint16_t>(random() % static_cast<unsigned>(size.area()));
    const bool is_black = random() % 2 == 0;
    const bool is_setup = random() % 20 == 0;
    const auto code = static_cast<std::uint8_t>(random() % 3);
    if (is_setup) {
      board.set(point, code);
    } else {
      board.play(is_black ? Player::first : Player::second, point);
    }
    const char kind = is_setup ? "ebw"[code] : is_black ? 'B' : 'W';
    game.steps += fmt::format(" {} {} {}", kind, point % size.width, point / size.width);
    game.boards += (step == 0 ? "" : " ") + letters_of(board);
  }
  return game;
}

// The main line of a script, operation by operation, as play_go.mjs reads it.
Game game_of_script(const ReplayScript& script, BoardSize size) {
  static go::Board board;
  board.reset(size);
  Game game{fmt::format("{} {}", size.width, size.height), {}};
  for (const std::uint16_t word : script.ops) {
    const ScriptOp op = *read_op({&word, 1});
    if (op.is(script::branch)) break;
    execute(op, board);
    if (op.kind == script::mark) continue;
    const int point = static_cast<int>(op.point);
    constexpr std::array kLetters = {'B', 'W', '?', 'b', 'w', 'e'};
    game.steps +=
        fmt::format(" {} {} {}", kLetters[op.kind], point % size.width, point / size.width);
    game.boards += (game.boards.empty() ? "" : " ") + letters_of(board);
  }
  return game;
}

// The first Go games of a stream.
class GameCollector : public RecordSink {
 public:
  explicit GameCollector(std::size_t limit) : limit_(limit) {}

  void record(const FoundRecord& found) override {
    if (games.size() >= limit_ || parse_sgf(found.text, found.form, tree_)) return;
    extract_sgf_games(tree_, found.text, found.form, {}, extracted_);
    for (const SgfGame& game : extracted_) {
      if (game.info.game != GameType::go) continue;
      find_sgf_rules(GameType::go)->compile(tree_, game, Lines::all, script_, nullptr);
      if (script_.moves != 0) games.push_back(game_of_script(script_, game.info.size));
    }
  }
  void oversize_piece(std::string_view, std::uint64_t, bool) override {}
  void junk(std::uint64_t, std::uint64_t) override {}

  std::vector<Game> games;

 private:
  std::size_t limit_;
  SgfTree tree_;
  std::vector<SgfGame> extracted_;
  ReplayScript script_;
};

std::vector<Game> games_printed_by(const std::string& command, std::size_t limit) {
  GameCollector collector(limit);
  SgfSplitter splitter;
  std::FILE* pipe = popen(command.c_str(), "r");
  std::string chunk(1 << 20, '\0');
  std::size_t size = 0;
  while (collector.games.size() < limit &&
         (size = std::fread(chunk.data(), 1, chunk.size(), pipe)) != 0) {
    splitter.feed(std::string_view(chunk).substr(0, size), collector);
  }
  splitter.finish(collector);
  pclose(pipe);
  return std::move(collector.games);
}

class GoBoardOracle : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(LUDEX_ORACLES "/node_modules/@sabaki/go-board")) {
      GTEST_SKIP() << "skipped: npm ci --prefix tests/oracle";
    }
  }

  // Sabaki plays the games; every board must be ours.
  void compare(const std::vector<Game>& games) {
    namespace fs = std::filesystem;
    const fs::path folder = fs::path(testing::TempDir()) / fmt::format("ludex-oracle-{}", getpid());
    fs::create_directories(folder);
    std::ofstream steps(folder / "steps");
    for (const Game& game : games) steps << game.steps << '\n';
    steps.close();
    const std::string command =
        fmt::format("node '{}/play_go.mjs' < '{}' > '{}'", LUDEX_ORACLES,
                    (folder / "steps").string(), (folder / "boards").string());
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
    std::ifstream boards(folder / "boards");
    std::string line;
    for (const Game& game : games) {
      ASSERT_TRUE(std::getline(boards, line));
      EXPECT_TRUE(line == game.boards) << game.steps.substr(0, 500);
    }
    fs::remove_all(folder);
  }
};

TEST_F(GoBoardOracle, SabakiSeesTheSameBoardAfterEveryStepOfRandomGames) {
  std::mt19937 random(11);
  std::vector<Game> games;
  for (const BoardSize size : kSizes) {
    for (int n = 0; n < 20; ++n) games.push_back(random_game(size, random));
  }
  compare(games);
}

TEST_F(GoBoardOracle, SabakiSeesTheSameBoardsInTheGamesOfTheCorpus) {
  SKIP_WITHOUT_CORPUS("go");
  const std::string folder = corpus() / "go/";
  const std::pair<const char*, const char*> kFiles[] = {
      {"cat", "9x9-reviews.sgf"},           {"zstd -dc", "ai-servers.sgf.zst"},
      {"xz -dc", "kgs-6d-2006.sgf.xz"},     {"gzip -dc", "katrain-life-and-death.sgf.gz"},
      {"gzip -dc", "m8weiqipu-gbk.sgf.gz"}, {"xz -dc", "tom-9d-converted.sgf.xz"}};
  for (const auto& [reader, name] : kFiles) {
    SCOPED_TRACE(name);
    const auto games = games_printed_by(fmt::format("{} '{}{}'", reader, folder, name), 150);
    EXPECT_GT(games.size(), 5u);
    compare(games);
  }
}

}  // namespace
}  // namespace ludex::test
