// tsshogi must give the same positions of games in the formats of shogi players, and of what we
// write.

#include "formats/charset/charset.hpp"
#include "formats/csa/csa_conversion.hpp"
#include "formats/format.hpp"
#include "formats/jkf/jkf.hpp"
#include "formats/kif/kif.hpp"
#include "formats/position_text.hpp"
#include "formats/psn/psn.hpp"
#include "formats/shogi/shogi_conversion.hpp"
#include "formats/usi/usi.hpp"
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
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex::test {
namespace {

using nlohmann::json;

/// A record as tsshogi reads it, and what we see in it.
struct KifCase {
  std::string name;
  std::string dialect;
  std::string text;                ///< in UTF-8; empty where tsshogi does not read the format
  std::vector<std::string> sfens;  ///< of all nodes, without move numbers, sorted
  std::vector<std::string> main_sfens;
  bool is_clean = false;  ///< nothing was wrong with its moves
  std::string written_kif, written_ki2, written_jkf, written_usi;
};

std::string without_ply(const std::string& sfen) { return sfen.substr(0, sfen.rfind(' ')); }

/// Each once: tsshogi makes one node of a move that a variation repeats.
void sort_once(std::vector<std::string>& sfens) {
  std::ranges::sort(sfens);
  sfens.erase(std::unique(sfens.begin(), sfens.end()), sfens.end());
}

ShogiParse parse_of(Format format) {
  switch (format) {
    case Format::kif:
    case Format::ki2:
      return parse_kif;
    case Format::jkf:
      return parse_jkf;
    case Format::usi:
      return parse_usi;
    case Format::psn:
      return parse_psn;
    case Format::csa:
      return parse_csa_as_shogi;
    default:
      return nullptr;
  }
}

std::string written_in(Format format, const ShogiGame& game) {
  std::string text;
  ShogiLosses losses;
  dynamic_cast<const ShogiOutput&>(room_of(format)).write_game(game, text, losses);
  return text;
}

KifCase case_of(std::string name, Format format, std::string_view record) {
  KifCase read;
  ShogiGame game;
  if (parse_of(format)(record, {}, game)) return read;
  read.name = std::move(name);
  const bool is_usen = format == Format::usi && record.find('~') != record.npos;
  read.dialect = is_usen ? "usen" : format_name(format);
  if (format != Format::psn && format != Format::csa) {
    append_utf8(find_charset(game.info.charset).value(), record, read.text);
  }
  read.written_kif = written_in(Format::kif, game);
  read.written_ki2 = written_in(Format::ki2, game);
  read.written_jkf = written_in(Format::jkf, game);
  read.written_usi = written_in(Format::usi, game);
  ReplayScript script;
  compile_shogi(game, script, nullptr);
  read.is_clean = script.problems.empty() && game.info.problems.empty();
  find_rules(GameType::shogi)->walk(script.ops, {9, 9}, [&](const Position& position) {
    read.sfens.push_back(without_ply(to_sfen(position)));
    if (read.sfens.size() <= script.main_positions) read.main_sfens.push_back(read.sfens.back());
    return true;
  });
  sort_once(read.sfens);
  sort_once(read.main_sfens);
  return read;
}

class KifCaseCollector final : public RecordSink {
 public:
  KifCaseCollector(std::string name, Format format, std::vector<KifCase>& cases)
      : name_(std::move(name)), format_(format), cases_(cases) {}
  void record(const FoundRecord& found) override {
    KifCase read = case_of(name_, format_, found.text);
    if (!read.name.empty()) cases_.push_back(std::move(read));
  }
  void oversize_piece(std::string_view, std::uint64_t, bool) override {}
  void junk(std::uint64_t, std::uint64_t) override {}

 private:
  std::string name_;
  Format format_;
  std::vector<KifCase>& cases_;
};

void add_cases(const std::filesystem::path& file, std::vector<KifCase>& cases) {
  SourceReader reader({file.string()});
  std::vector<char> buffer(std::size_t{1} << 20);
  while (reader.next_member()) {
    std::string text;
    while (const std::size_t size = reader.read(buffer)) text.append(buffer.data(), size);
    const std::string name = reader.member().empty() ? file.string() : reader.member();
    const auto format = detect_format(text, name);
    if (!format || parse_of(*format) == nullptr) continue;
    const auto splitter = make_splitter(*format);
    KifCaseCollector collector(name, *format, cases);
    splitter->feed(text, collector);
    splitter->finish(collector);
  }
}

class KifOracle : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(LUDEX_ORACLES "/node_modules/tsshogi")) {
      GTEST_SKIP() << "skipped: npm ci --prefix tests/oracle";
    }
    SKIP_WITHOUT_CORPUS("shogi-kif");
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(corpus() / "shogi-kif")) {
      if (entry.is_regular_file()) add_cases(entry.path(), cases_);
    }
    for (const char* const name :
         {"originals.zip", "full-games.csa", "games-sjis.csa", "games.csa.gz"}) {
      add_cases(corpus() / "csa" / name, cases_);
    }
    ASSERT_GT(cases_.size(), 2900u);
  }

  /// The positions that tsshogi sees, or its message.
  std::vector<std::vector<std::string>> ask(const std::string& dialect,
                                            std::string KifCase::*text) {
    std::string input;
    for (const KifCase& one : cases_) {
      const bool is_read = !(one.*text).empty();
      const std::string used = !is_read ? "kif" : dialect.empty() ? one.dialect : dialect;
      input += json{{"dialect", used}, {"text", one.*text}}.dump() + "\n";
    }
    const std::string file = folder_.add_file("records", input);
    const std::string answers = folder_.path("answers");
    const std::string command =
        fmt::format("node '{}/play_kif.mjs' < '{}' > '{}'", LUDEX_ORACLES, file, answers);
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    std::ifstream printed(answers);
    std::vector<std::vector<std::string>> all;
    for (std::string line; std::getline(printed, line);) {
      const json answer = json::parse(line);
      std::vector<std::string> sfens;
      if (answer.is_string()) {
        sfens.push_back(answer);
      } else {
        for (const std::string sfen : answer) sfens.push_back(without_ply(sfen));
      }
      sort_once(sfens);
      all.push_back(std::move(sfens));
    }
    EXPECT_EQ(all.size(), cases_.size());
    return all;
  }

  /// \param apart  the ends of names that tsshogi reads otherwise, or not at all
  void expect_same(const std::string& dialect, std::string KifCase::*text, int most_others,
                   std::span<const std::string_view> apart,
                   std::vector<std::string> KifCase::*wanted = &KifCase::sfens) {
    const auto answers = ask(dialect, text);
    int others = 0;  // records with faults, of which each program makes what it can
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const auto ends_name = [&](std::string_view end) { return cases_[i].name.ends_with(end); };
      const bool is_apart = std::ranges::any_of(apart, ends_name);
      if ((cases_[i].*text).empty()) continue;
      const auto& sfens = cases_[i].*wanted;
      EXPECT_FALSE(is_apart && answers[i] == sfens && cases_[i].is_clean)
          << cases_[i].name << ": no exception is needed";
      if (answers[i] == sfens) continue;
      if (!cases_[i].is_clean) {
        ++others;
        continue;
      }
      if (is_apart) continue;
      EXPECT_EQ(answers[i], sfens) << cases_[i].name << "\n" << cases_[i].*text;
    }
    EXPECT_LE(others, most_others);
  }

  std::vector<KifCase> cases_;

 private:
  TemporaryFolder folder_;
};

TEST_F(KifOracle, TsshogiSeesTheSamePositionsInTheGamesOfTheCorpus) {
  constexpr std::string_view kApart[] = {
      "illegal_check.kif",        // ranks without 一 behind them
      "with_initial_mochi.kifu",  // 先手持駒, without の
      "7mai.ki2u",                // a handicap that it does not know
  };
  expect_same("", &KifCase::text, 20, kApart);
}

TEST_F(KifOracle, TsshogiReadsTheKifThatWeWrite) {
  expect_same("kif", &KifCase::written_kif, 0, {});
}

TEST_F(KifOracle, TsshogiReadsTheJkfThatWeWrite) {
  expect_same("jkf", &KifCase::written_jkf, 0, {});
}

TEST_F(KifOracle, TsshogiReadsTheUsiThatWeWrite) {
  expect_same("usi", &KifCase::written_usi, 0, {}, &KifCase::main_sfens);
}

TEST_F(KifOracle, TsshogiReadsTheKi2ThatWeWrite) {
  constexpr std::string_view kApart[] = {
      "006.kif",  // its variations begin with the first move, and then go on
  };
  expect_same("ki2", &KifCase::written_ki2, 4, kApart);
}

}  // namespace
}  // namespace ludex::test
