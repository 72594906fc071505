// GCG games of other projects: compares counts, running totals and tiles with the files.

#include "formats/gcg/gcg.hpp"
#include "formats/gcg/gcg_splitter.hpp"
#include "games/crossword/tile_set.hpp"
#include "source/source_reader.hpp"
#include "support/corpus.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ludex::test {
namespace {

/// Files with intentional errors, and the problems that replay must report; all others are well
/// formed, and nothing may be said of them.
const std::map<std::string, std::set<ProblemKind>> kWrong = {
    {"challenge_bonus_without_play.gcg", {ProblemKind::wrong_total, ProblemKind::impossible_move}},
    {"end_game_event_before_game_end.gcg", {ProblemKind::wrong_total}},
    {"end_points_rack_malformed.gcg", {ProblemKind::bad_syntax}},
    {"end_rack_points_incorrect.gcg", {ProblemKind::wrong_score}},
    {"exchange_malformed.gcg", {ProblemKind::bad_syntax}},
    {"exchange_not_in_rack.gcg", {ProblemKind::not_on_rack}},
    {"first_rack_not_in_bag.gcg",
     {ProblemKind::too_many_tiles, ProblemKind::wrong_score, ProblemKind::wrong_total}},
    {"game_event_off_turn.gcg", {ProblemKind::wrong_total}},
    {"game_events_overflow.gcg",
     {ProblemKind::too_many_tiles, ProblemKind::illegal_move, ProblemKind::wrong_score,
      ProblemKind::wrong_total}},
    {"invalid_challenge_bonus_player_index.gcg", {ProblemKind::wrong_total}},
    {"invalid_phony_tiles_player_index.gcg", {ProblemKind::wrong_player}},
    {"invalid_tile_placement.gcg", {ProblemKind::off_board}},
    {"last_rack1_not_in_bag.gcg", {ProblemKind::too_many_tiles}},
    {"last_rack2_not_in_bag.gcg", {ProblemKind::too_many_tiles}},
    {"last_rack_penalty_incorrect.gcg", {ProblemKind::wrong_score}},
    {"malformed_play.gcg", {ProblemKind::impossible_move}},
    {"malformed_rack.gcg", {ProblemKind::bad_syntax}},
    {"midgame_rack_not_in_bag.gcg", {ProblemKind::too_many_tiles}},
    {"move_event_after_game_end.gcg", {ProblemKind::impossible_move}},
    {"no_matching_token.gcg", {ProblemKind::bad_syntax}},
    {"pass_rack_malformed.gcg", {ProblemKind::bad_syntax}},
    {"phony_tiles_returned_with_no_play.gcg", {ProblemKind::impossible_move}},
    {"play_out_of_bounds.gcg", {ProblemKind::off_board}},
    {"played_tile_not_in_rack.gcg", {ProblemKind::not_on_rack, ProblemKind::too_many_tiles}},
    {"player_does_not_exist.gcg", {ProblemKind::wrong_player}},
    {"player_number_redundant.gcg", {ProblemKind::duplicate_property}},
    {"redundant_pragma.gcg", {ProblemKind::duplicate_property}},
    {"six_pass_cumulative_scoring_error.gcg", {ProblemKind::wrong_total}},
    {"standard_cumulative_scoring_error.gcg", {ProblemKind::wrong_total}},
    {"time_penalty_before_rack_penalties.gcg", {ProblemKind::wrong_total}},
    {"time_penalty_before_rack_points.gcg", {ProblemKind::wrong_total}},
    {"time_penalty_between_rack_penalties.gcg", {ProblemKind::wrong_total}},
    {"time_penalty_first_event.gcg", {ProblemKind::wrong_total}},
    {"time_penalty_midgame.gcg", {ProblemKind::wrong_total}},
    // Racks of players who did not make the plays.
    {"multiplayer-crash.gcg", {ProblemKind::not_on_rack}},
};

/// Board, racks and remaining tiles add up to the bag: no tile occurs more often than in the set.
bool conserves_tiles(const CgpPosition& position) {
  std::map<std::string, int> seen;
  const auto see = [&](TileCode code) {
    ++seen[tile::is_blank(code) ? "?" : std::string(position.names.text_of(code))];
  };
  for (const TileCode code : position.cells) {
    if (code != tile::kEmpty) see(code);
  }
  for (const auto& rack : position.racks) std::for_each(rack.begin(), rack.end(), see);
  const auto& bag = *crossword::find_distribution("english");
  int unseen = bag.tile_count();
  for (const auto& [text, count] : seen) {
    const auto* letter = bag.find(text);
    if (letter == nullptr || count > letter->count) return false;
    unseen -= count;
  }
  return unseen >= 0;
}

class Corpus final : public RecordSink {
 public:
  void record(const FoundRecord& found) override {
    GcgGame game;
    GcgOptions options;
    options.form = found.form;
    ASSERT_FALSE(parse_gcg(found.text, options, game).has_value()) << file;
    ++games;
    games_with_events += !game.events.empty();
    events += game.events.size();
    std::set<ProblemKind> kinds;
    for (const Problem& problem : game.info.problems) kinds.insert(problem.kind);
    bool conserved = true;
    std::vector<int> last;  // scores of the last state, by seat
    ReplayScript script;
    replay_gcg(game, script, [&](const CgpPosition& position, std::size_t seat) {
      conserved = conserved && conserves_tiles(position);
      last.resize(position.scores.size());
      for (std::size_t i = 0; i < last.size(); ++i) {
        last[(seat + i) % last.size()] = position.scores[i];
      }
    });
    for (const Problem& problem : script.problems) kinds.insert(problem.kind);
    const auto wrong = kWrong.find(file);
    EXPECT_EQ(kinds, wrong == kWrong.end() ? std::set<ProblemKind>{} : wrong->second) << file;
    if (!kinds.empty()) return;
    ++well_formed;
    EXPECT_TRUE(conserved) << file;
    EXPECT_EQ(script.first_illegal_ply, -1) << file;
    EXPECT_EQ(script.total_positions, game.events.size() + 1) << file;
    for (const GcgEvent& event : game.events) {
      if (event.kind == GcgEventKind::time) last[event.seat - 1U] += *event.score;
    }
    for (std::size_t seat = 0; seat < last.size(); ++seat) {
      EXPECT_EQ(last[seat], game.info.seats[seat].score.value_or(0)) << file << " " << seat;
    }
  }
  void oversize_piece(std::string_view, std::uint64_t, bool) override {}
  void junk(std::uint64_t, std::uint64_t) override {}

  std::string file;
  std::size_t games = 0;
  std::size_t games_with_events = 0;
  std::size_t events = 0;
  std::size_t well_formed = 0;
};

/// What a count of lines found in the folder.
nlohmann::json truth_of(const char* folder) {
  std::ifstream file(corpus() / "truth.json");
  return nlohmann::json::parse(file)["by_folder"][folder]["gcg"];
}

TEST(GcgCorpus, HasTheGamesAndEventsThatACountOfLinesFinds) {
  SKIP_WITHOUT_CORPUS("crossword/gcg-games.tar.gz");
  const auto archive = corpus() / "crossword" / "gcg-games.tar.gz";
  Corpus found;
  SourceReader reader({archive.string()});
  std::vector<char> buffer(std::size_t{1} << 16);
  while (reader.next_member()) {
    found.file = std::filesystem::path(reader.member()).filename().string();
    GcgSplitter splitter;
    while (const std::size_t size = reader.read(buffer)) {
      splitter.feed({buffer.data(), size}, found);
    }
    splitter.finish(found);
  }
  const auto truth = truth_of("crossword");
  EXPECT_EQ(found.games, truth["games"]);
  EXPECT_EQ(found.games_with_events, truth["games_with_events"]);
  EXPECT_EQ(found.events, truth["events"]);
  EXPECT_EQ(found.well_formed, 60U);
  RecordProperty("well_formed", static_cast<int>(found.well_formed));
}

TEST(GcgCorpus, HoldsNoFileOfTheTortureSetThatGivesNothing) {
  SKIP_WITHOUT_CORPUS("torture/magpie-gcg");
  const auto folder = corpus() / "torture" / "magpie-gcg";
  std::size_t files = 0;
  std::size_t events = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    GcgGame game;
    EXPECT_FALSE(parse_gcg(text, {}, game).has_value()) << entry.path();
    ReplayScript script;
    replay_gcg(game, script, [](const CgpPosition&, std::size_t) {});
    EXPECT_GT(script.total_positions, 0U) << entry.path();
    ++files;
    events += game.events.size();
  }
  const auto truth = truth_of("torture");
  EXPECT_EQ(files, truth["games"]);
  EXPECT_EQ(events, truth["events"]);
}

}  // namespace
}  // namespace ludex::test
