// tsshogi and shogiops must give the same positions of CSA games, ply by ply.

#include "formats/charset/charset.hpp"
#include "formats/csa/csa.hpp"
#include "formats/csa/csa_splitter.hpp"
#include "formats/format.hpp"
#include "formats/position_text.hpp"
#include "games/api/game_rules.hpp"
#include "source/source_reader.hpp"
#include "support/corpus.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace ludex::test {
namespace {

using nlohmann::json;

/// A record as the others read it, and what we see in it: SFENs without the move number, ply 0
/// first. And the same game as we write it.
struct Game {
  std::string csa;
  std::string written_v2;
  std::string written_v3;
  std::vector<std::string> moves;
  std::vector<std::string> sfens;
};

std::string without_number(const std::string& sfen) { return sfen.substr(0, sfen.rfind(' ')); }

std::string written(const CsaGame& game, CsaVersion version) {
  return std::string(csa_head(version)) + write_csa(game, version);
}

class GameCollector final : public RecordSink {
 public:
  void record(const FoundRecord& found) override {
    CsaOptions options;
    options.context = found.context;
    options.form = found.form;
    CsaGame game;
    if (parse_csa(found.text, options, game)) return;
    Game& read = games.emplace_back();
    append_utf8(find_charset(game.info.charset).value(), found.text, read.csa);
    read.written_v2 = written(game, CsaVersion::v2_2);
    read.written_v3 = written(game, CsaVersion::v3);
    ReplayScript script;
    compile_csa(game, script, nullptr);
    const GameRules& rules = *find_rules(GameType::shogi);
    rules.walk(script.ops, game.info.size, [&](const Position& position) {
      read.sfens.push_back(without_number(to_sfen(position)));
      if (position.last_move) {
        read.moves.push_back(rules.move_text(*position.last_move, position.size));
      }
      return true;
    });
  }
  void oversize_piece(std::string_view, std::uint64_t, bool) override {}
  void junk(std::uint64_t, std::uint64_t) override {}

  std::vector<Game> games;
};

std::vector<Game> games_in(const std::filesystem::path& file) {
  GameCollector collector;
  SourceReader reader({file.string()});
  std::vector<char> buffer(std::size_t{1} << 16);
  while (reader.next_member()) {
    CsaSplitter splitter;
    bool first = true;
    while (const std::size_t size = reader.read(buffer)) {
      const std::string_view chunk(buffer.data(), size);
      const std::string name = reader.member().empty() ? file.string() : reader.member();
      if (std::exchange(first, false) && detect_format(chunk, name) != Format::csa) break;
      splitter.feed(chunk, collector);
    }
    splitter.finish(collector);
  }
  return std::move(collector.games);
}

std::vector<std::string> sfens_in(const json& answer) {
  if (!answer.is_array()) return {answer};
  std::vector<std::string> sfens;
  for (const std::string sfen : answer) sfens.push_back(without_number(sfen));
  return sfens;
}

/// Where tsshogi 2.2.0 differs:
/// - It takes no move without a turn line before it. The text of 1999 demands that line too, but
///   records without it are found, and the sign of the first move says the same.
/// - It reads a rank as empty if a blank follows its last piece. The format does not mention this;
/// the pieces are certainly meant to be there.
bool tsshogi_fails_on(std::string_view csa) {
  bool has_turn = false;
  while (!csa.empty()) {
    std::string_view line = csa.substr(0, csa.find('\n'));
    csa.remove_prefix(std::min(line.size() + 1, csa.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    const bool ends_in_blank = line.ends_with(' ');
    while (line.ends_with(' ')) line.remove_suffix(1);
    if (line == "+" || line == "-") has_turn = true;
    const bool is_rank = line.size() > 2 && line[0] == 'P' && line[1] >= '1' && line[1] <= '9';
    if (is_rank && ends_in_blank && !line.ends_with('*')) return true;
  }
  return !has_turn;
}

class ShogiOracle : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(LUDEX_ORACLES "/node_modules/tsshogi")) {
      GTEST_SKIP() << "skipped: npm ci --prefix tests/oracle";
    }
  }

  std::vector<json> ask(const std::vector<Game>& games) {
    std::string input;
    for (const Game& game : games) {
      input += json{{"csa", game.csa}, {"start", game.sfens[0] + " 1"}, {"moves", game.moves}}.dump(
                   -1, ' ', false, json::error_handler_t::replace) +
               "\n";
    }
    const std::string file = folder_.add_file("games", input);
    const std::string answers = folder_.path("answers");
    const std::string command =
        fmt::format("node '{}/play_shogi.mjs' < '{}' > '{}'", LUDEX_ORACLES, file, answers);
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    std::ifstream printed(answers);
    std::vector<json> all;
    for (std::string line; std::getline(printed, line);) all.push_back(json::parse(line));
    EXPECT_EQ(all.size(), games.size());
    return all;
  }

  void compare(const std::vector<Game>& games) {
    const std::vector<json> answers = ask(games);
    for (std::size_t i = 0; i < games.size(); ++i) {
      SCOPED_TRACE(games[i].csa.substr(0, 400));
      EXPECT_EQ(sfens_in(answers[i]["shogiops"]), games[i].sfens);
      if (tsshogi_fails_on(games[i].csa)) {
        EXPECT_NE(sfens_in(answers[i]["tsshogi"]), games[i].sfens) << "no exception is needed";
      } else {
        EXPECT_EQ(sfens_in(answers[i]["tsshogi"]), games[i].sfens);
      }
    }
  }

 private:
  TemporaryFolder folder_;
};

/// Every CSA file below a folder.
std::vector<std::filesystem::path> csa_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const bool is_csa = name.find(".csa") != name.npos || name.ends_with(".zip");
    if (entry.is_regular_file() && is_csa) files.push_back(entry.path());
  }
  return files;
}

TEST_F(ShogiOracle, OthersSeeTheSamePositionsInOurSample) {
  const auto files = csa_files(sample_data());
  EXPECT_FALSE(files.empty());
  for (const auto& file : files) compare(games_in(file));
}

TEST_F(ShogiOracle, OthersSeeTheSamePositionsInTheGamesOfTheCorpus) {
  SKIP_WITHOUT_CORPUS("csa");
  for (const auto& file : csa_files(corpus() / "csa")) {
    SCOPED_TRACE(file.filename());
    const auto games = games_in(file);
    EXPECT_FALSE(games.empty());
    compare(games);
  }
}

TEST_F(ShogiOracle, TsshogiReadsWhatWeWrite) {
  const auto folder = corpus() / "csa";
  auto files = csa_files(sample_data());
  if (std::filesystem::exists(folder)) {
    for (const auto& file : csa_files(folder)) files.push_back(file);
  }
  for (const auto& file : files) {
    SCOPED_TRACE(file.filename());
    for (std::string Game::*const text : {&Game::written_v2, &Game::written_v3}) {
      auto games = games_in(file);
      for (Game& game : games) game.csa = game.*text;
      const std::vector<json> answers = ask(games);
      for (std::size_t i = 0; i < games.size(); ++i) {
        EXPECT_EQ(sfens_in(answers[i]["tsshogi"]), games[i].sfens) << games[i].csa;
      }
    }
  }
}

}  // namespace
}  // namespace ludex::test
