#include "query/duplicates/duplicates.hpp"

#include "formats/gcg/gcg.hpp"
#include "formats/position_text.hpp"
#include "games/api/orientation.hpp"
#include "games/api/replay_script.hpp"
#include "query/duplicates/duplicate_sketch.hpp"
#include "query/duplicates/main_lines.hpp"
#include "query/duplicates/sequence_hasher.hpp"
#include "query/explore/explore.hpp"
#include "query/filter/game_query.hpp"
#include "support/heap.hpp"

#include "made_duplicates.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace ludex {
namespace {

using test::Duplicates;
using test::first;
using test::kSize;
using test::Lines;
using test::Made;
using test::Picker;
using test::Points;
using test::random_points;
using test::row_of;

/// Moves of both players in turn, some stones set up between them, and after the last one.
std::vector<SequenceStep> random_steps(Picker& pick, std::size_t moves, bool with_setup) {
  std::vector<SequenceStep> steps;
  const Points points = random_points(pick, moves + 1);
  for (std::size_t i = 0; i <= moves; ++i) {
    const auto player = static_cast<std::uint8_t>(1 + i % 2);
    SequenceStep step{SequenceStep::Kind::move, static_cast<std::uint8_t>(MoveKind::stone), player,
                      true, points[i]};
    if (i < moves) steps.push_back(step);
    step.kind = SequenceStep::Kind::setup;
    if (with_setup && (i == moves || pick.below(16) == 0)) steps.push_back(step);
  }
  return steps;
}

TEST(SequenceHasher, StoredBeginningsAreAmongTheHashesOfAll) {
  Picker pick(7);
  SequenceHasher hasher;
  std::vector<std::uint64_t> all;
  for (const std::size_t moves :
       {1U, 19U, 20U, 21U, 26U, 39U, 40U, 41U, 79U, 80U, 81U, 159U, 160U, 161U, 240U}) {
    for (const bool with_setup : {false, true}) {
      const auto steps = random_steps(pick, moves, with_setup);
      hasher.hash(GameType::go, kSize, steps, all);
      const auto found = hasher.beginnings(GameType::go, kSize, steps);
      EXPECT_EQ(found.moves, moves);
      for (std::size_t level = 0; level < kHashedMoves.size(); ++level) {
        EXPECT_EQ(found.first[level], kHashedMoves[level] <= moves ? all[kHashedMoves[level]] : 0)
            << moves << " moves, level " << level;
      }
      if (moves < kHashedMoves[0]) {
        EXPECT_EQ(found.whole, all.back()) << moves << " moves";
      }
    }
  }
}

TEST(SequenceHasher, ForgetsBoardsOfOtherSizes) {
  const std::vector<SequenceStep> steps = {
      {SequenceStep::Kind::move, static_cast<std::uint8_t>(MoveKind::stone), 1, true, Point{3}}};
  SequenceHasher hasher;
  std::vector<std::uint64_t> first, again, fresh;
  const std::size_t before = test::heap_bytes_in_use();
  for (std::int16_t width = 2; width <= 32; ++width) {
    for (std::int16_t height = 2; height <= 32; ++height) {
      hasher.hash(GameType::go, {width, height}, steps, first);
      hasher.hash(GameType::go, {width, height}, steps, again);
      SequenceHasher().hash(GameType::go, {width, height}, steps, fresh);
      EXPECT_EQ(first, fresh);
      EXPECT_EQ(again, fresh);
    }
  }
  EXPECT_LT(test::heap_bytes_in_use(), before + (std::size_t{2} << 20));
}

TEST_F(Duplicates, ASketchHasTheHashesOfSomeBeginningsAndNoOthers) {
  IdSet games;
  for (std::size_t moves = 20; moves <= 320; ++moves) {
    games.insert(add({.points = random_points(pick_, moves)}));
  }
  MainLines lines(made_.database().sql());
  DuplicateSketcher sketcher(made_.database().sql());
  for (const bool on_all_threads : {false, true}) {
    const auto sketches = sketcher.sketch(games, lines, on_all_threads);
    EXPECT_EQ(sketches.size(), 301u);
    for (const DuplicateSketch& one : sketches) {
      const auto& all = lines.hashes(one.type, one.size, one.game);
      std::set<std::size_t> known = {one.moves, one.start_moves()};
      known.insert(kSketched.begin(), kSketched.end());
      for (std::size_t moves = 1; moves <= one.moves + 1U; ++moves) {
        const bool is_known = known.contains(moves) && moves <= one.moves;
        EXPECT_EQ(one.hash_of(moves), is_known ? std::optional(all[moves]) : std::nullopt)
            << moves << " of " << one.moves;
      }
    }
  }
}

TEST_F(Duplicates, AreFoundHoweverTheBoardLiesAndWhoeverIsBlack) {
  const Points points = random_points(pick_, 60);
  add({.points = points});
  Lines expected = {"1 1 kept"};
  for (const Orientation orientation : kAllOrientations) {
    for (const bool exchanged : {false, true}) {
      const std::int64_t id = add({points, orientation, exchanged, "Cay", "Dan", ""});
      expected.push_back("1 " + std::to_string(id) + " same");
    }
  }
  add({.points = random_points(pick_, 60)});
  EXPECT_EQ(found(), expected);
  const auto games = find_duplicates(made_.database(), GameFilters{}).games;
  EXPECT_EQ(games[3].orientation, inverse(kAllOrientations[1]));
  EXPECT_TRUE(games[2].colors_exchanged);
}

TEST_F(Duplicates, TheLongestStandsThenTheLowestId) {
  const Points points = random_points(pick_, 100);
  add({.points = first(points, 80), .black = "Cay"});
  add({.points = points});
  add({.points = first(points, 20), .white = "Dan"});
  add({.points = points});
  add({.points = first(points, 19), .white = "Dan"});  // as the third, and a beginning of it
  add({.points = first(points, 19), .white = "Eve"});
  EXPECT_EQ(found(),
            (Lines{"2 2 kept", "2 1 beginning", "2 3 beginning", "2 4 same", "2 5 beginning"}));
}

TEST_F(Duplicates, OfTheSamePlayersAndDateNeedTheFirstNineTenthsOnly) {
  const Points points = random_points(pick_, 101);
  Points other = first(points, 90);
  const Points tail = {points[99], points[98], points[97], points[96], points[95]};
  other.insert(other.end(), tail.begin(), tail.end());  // 95 moves, 90 of them equal
  add({.points = points});
  add({.points = other, .black = "Bob", .white = "Ann"});
  add({.points = other, .black = "Cay"});
  add({.points = other, .date = "2001-02-04"});
  EXPECT_EQ(found(), (Lines{"1 1 kept", "1 2 start", "3 3 kept", "3 4 same"}))
      << "the third and the fourth are copies of each other, not of the first";
}

TEST_F(Duplicates, NineTenthsAreCountedOfTheShorter) {
  const Points points = random_points(pick_, 60);
  Points close = first(points, 36), far = first(points, 35);
  for (std::size_t i = 0; i < 4; ++i) close.push_back(points[59 - i]);
  for (std::size_t i = 0; i < 5; ++i) far.push_back(points[59 - i]);
  add({.points = points});
  add({.points = close});  // 36 of 40
  add({.points = far});    // 35 of 40
  EXPECT_EQ(found(), (Lines{"1 1 kept", "1 2 start"}));
}

TEST_F(Duplicates, ShortGamesNeedTheSamePlayersAndDate) {
  const Points points = random_points(pick_, 50);
  add({.points = points});
  add({.points = first(points, 3)});
  add({.points = first(points, 3), .black = "Cay"});
  add({.points = first(points, 3), .black = "Cay"});
  add({.points = first(points, 3), .date = ""});
  EXPECT_EQ(found(), (Lines{"1 1 kept", "1 2 beginning", "3 3 kept", "3 4 same"}));
}

TEST_F(Duplicates, ShortGamesOfUnknownPlayersAreTheSameAsAWholeOnly) {
  const Points points = random_points(pick_, 25);
  for (const std::size_t moves : {3U, 4U, 25U, 3U}) {
    add({.points = first(points, moves), .black = "", .white = "", .date = ""});
    add({.points = first(points, moves), .white = ""});
    add({.points = first(points, moves), .date = ""});
  }
  EXPECT_EQ(found(),
            (Lines{"1 1 kept", "1 10 same", "2 2 kept", "2 11 same", "7 7 kept", "7 3 beginning",
                   "7 6 beginning", "7 8 same", "7 9 same", "7 12 beginning"}))
      << "of known players, those without a date are compared with each other";
}

TEST_F(Duplicates, ShortGamesWithOtherIdsAreOtherGames) {
  const Points points = random_points(pick_, 5);
  std::vector<GameRow> games;
  for (const char* const id : {"17", "18", "17", "17"}) {
    games.push_back(row_of({.points = points}));
    games.back().info.external_id = id;
  }
  games.back() = row_of({.points = random_points(pick_, 5)});
  games.back().info.external_id = "17";  // one id, other moves
  made_.add_games(std::move(games));
  EXPECT_EQ(found(), (Lines{"1 1 kept", "1 3 same"}));
}

TEST_F(Duplicates, AnOpeningThatTwoGamesShareBelongsToOneOfThem) {
  const Points points = random_points(pick_, 70);
  Points other = first(points, 30);
  for (std::size_t i = 0; i < 30; ++i) other.push_back(points[69 - i]);
  add({.points = points, .date = ""});
  add({.points = other, .date = ""});
  add({.points = first(points, 25), .date = ""});
  EXPECT_EQ(found(), (Lines{"1 1 kept", "1 3 beginning"})) << "the longer one";
}

TEST_F(Duplicates, SetupCountsInWhateverOrder) {
  GameRow one = row_of({.points = random_points(pick_, 30)});
  GameRow other = one, third = one;
  const auto setup = [](std::initializer_list<std::uint16_t> points) {
    std::vector<std::uint16_t> ops;
    for (const std::uint16_t point : points) ops.push_back(script::op(script::add_first, point));
    ops.push_back(script::op(script::mark, script::position));
    return ops;
  };
  for (auto [game, ops] : {std::pair{&one, setup({60, 72})}, std::pair{&other, setup({72, 60})},
                           std::pair{&third, setup({60})}}) {
    game->script.insert(game->script.begin(), ops.begin(), ops.end());
  }
  made_.add_games({one, other, third});
  EXPECT_EQ(found(), (Lines{"1 1 kept", "1 2 same"}));
}

/// A crossword game of this many turns: a play, then passes and exchanges.
std::string gcg_of(std::size_t turns, std::string_view first_word = "AB") {
  std::string text = fmt::format("#player1 a Ann\n#player2 b Bob\n>a: 8H {} +8 8\n", first_word);
  for (std::size_t turn = 1; turn < turns; ++turn) {
    if (turn % 2 != 0) {
      text += fmt::format(">b: - +0 0\n");
    } else {
      text += fmt::format(">a: -{} +0 8\n", turn % 3 == 0 ? "AE" : "2");
    }
  }
  return text;
}

GameRow crossword_row(const std::string& gcg, std::string_view date = "2001-02-03") {
  GcgGame game;
  EXPECT_FALSE(parse_gcg(gcg, {}, game));
  ReplayScript script;
  compile_gcg(game, script, nullptr);
  GameRow row;
  row.info = game.info;
  row.info.date = parse_date(date);
  row.info.size = {15, 15};
  row.script = script.ops;
  row.moves = script.moves;
  return row;
}

std::string transposed(std::string gcg) {
  const auto place = gcg.find("8H");
  return gcg.replace(place, 2, "H8");
}

TEST_F(Duplicates, OfCrosswordGamesAreTilesAndTurns) {
  made_.add_games({crossword_row(gcg_of(25)), crossword_row(gcg_of(25) + "#rack1 QX\n"),
                   crossword_row(gcg_of(22), "1999"), crossword_row(gcg_of(25, "AC")),
                   crossword_row(gcg_of(25, "Ab")), crossword_row(transposed(gcg_of(24)), ""),
                   crossword_row(gcg_of(5)), crossword_row(gcg_of(5), "1999"),
                   crossword_row(gcg_of(25) + ">a: (EE) +4 12\n")});
  EXPECT_EQ(found(), (Lines{"1 1 kept", "1 2 same", "1 3 beginning", "1 6 beginning",
                            "1 7 beginning", "1 8 beginning", "1 9 same"}));
  const auto games = find_duplicates(made_.database(), GameFilters{}).games;
  EXPECT_EQ(games[1].equal_moves, 25);
  EXPECT_EQ(games[2].equal_moves, 22);
  EXPECT_EQ(games[3].orientation, Orientation::diag);
}

TEST_F(Duplicates, OfCrosswordPositionsNeedTheSameRacks) {
  const std::string start = "#player1 a Ann\n#player2 b Bob\n";
  made_.add_games({crossword_row(start + "#rack1 AB\n"), crossword_row(start + "#rack1 AC\n"),
                   crossword_row(start + "#rack1 AB\n")});
  EXPECT_EQ(found(), (Lines{"1 1 kept", "1 3 same"}));
}

TEST_F(Duplicates, GamesWithoutMovesNeedTheSameRecord) {
  std::vector<GameRow> games;
  for (const std::uint64_t hash : {7, 8, 7}) {
    games.push_back(test::go_game(kSize, {}));
    games.back().content_hash = hash;  // and so is the record's
  }
  made_.add_games(std::move(games));
  EXPECT_EQ(found(), (Lines{"1 1 kept", "1 3 same"}));
}

TEST_F(Duplicates, UniqueTakesOneOfEachClusterOfTheGamesAskedFor) {
  const Points points = random_points(pick_, 60);
  add({.points = first(points, 50)});
  add({.points = points, .black = "Cay"});
  add({.points = points, .orientation = Orientation::rot90});
  add({.points = random_points(pick_, 60)});
  GameFilters filters;
  filters.unique = true;
  EXPECT_EQ(find_games(made_.database(), filters).games.members(),
            (std::vector<std::int64_t>{2, 4}));
  filters.black = parse_name("black", "ann");
  EXPECT_EQ(find_games(made_.database(), filters).games.members(),
            (std::vector<std::int64_t>{3, 4}));
}

std::string moves_text(const Points& points) {
  std::string text = "moves:";
  for (const std::uint16_t point : points) {
    text += {static_cast<char>('a' + point % 19), static_cast<char>('a' + point / 19), ' '};
  }
  return text;
}

/// Two games of one cluster, since they begin as the longest one does; both end otherwise, alike.
class UniqueAtPosition : public Duplicates {
 protected:
  void SetUp() override {
    Duplicates::SetUp();
    const Points points = random_points(pick_, 101);
    longest_ = add({.points = points});
    tail_ = first(points, 91);
    for (const std::size_t i : {99u, 98u, 97u, 96u}) tail_.push_back(points[i]);
    shorter_ = add({.points = first(tail_, 93)});
    longer_ = add({.points = tail_});
    far_ = add({.points = first(points, 40), .black = "Cay", .date = "1990"});
    made_.index_positions();
  }
  GameFilters unique_at(std::size_t moves) {
    GameFilters filters;
    filters.unique = true;
    filters.positions = {parse_position(moves_text(first(tail_, moves)))};
    return filters;
  }
  FoundGames find(const GameFilters& filters, std::int64_t most = kAllGames) {
    return find_games(made_.database(), filters, most);
  }
  Points tail_;
  std::int64_t longest_ = 0, shorter_ = 0, longer_ = 0, far_ = 0;
};
using Ids = std::vector<std::int64_t>;

TEST_F(UniqueAtPosition, OneOfThoseThatHaveItIsTaken) {
  EXPECT_EQ(find(unique_at(30)).games.members(), Ids{longest_});
  EXPECT_EQ(find(unique_at(30)).copies, 3);
  EXPECT_EQ(find(unique_at(92)).games.members(), Ids{longer_}) << "the longest never had it";
  EXPECT_EQ(find(unique_at(92)).copies, 1);
  EXPECT_EQ(find(unique_at(94)).games.members(), Ids{longer_});
  EXPECT_EQ(find(unique_at(94)).copies, 0);
}

TEST_F(UniqueAtPosition, TheHitsAreThoseOfTheGamesTaken) {
  const FoundGames found = find(unique_at(92));
  ASSERT_EQ(found.hits.size(), 1u);
  EXPECT_EQ(found.hits.games(), std::vector{GameId{longer_}});
  EXPECT_EQ(find(unique_at(92), 1).games.members(), Ids{longer_})
      << "also where the first game found would do";
}

TEST_F(UniqueAtPosition, OtherFiltersComeFirst) {
  GameFilters filters = unique_at(30);
  filters.black = parse_name("black", "cay");
  EXPECT_EQ(find(filters).games.members(), Ids{far_});
  filters = unique_at(30);
  filters.dates = {parse_days("date", "2001")};
  EXPECT_EQ(find(filters).games.members(), Ids{longest_});
}

TEST_F(UniqueAtPosition, ExploreCountsEachClusterOnce) {
  for (const std::size_t moves : {0, 30, 39, 40, 91, 92, 93, 95}) {
    const GameFilters filters = unique_at(moves);
    const Exploration found = explore(made_.database(), filters);
    EXPECT_EQ(found.games, 1) << moves;
    EXPECT_EQ(found.coverage.copies, find(filters).copies) << moves;
    EXPECT_EQ(found.one_of_each->members(), find(filters).games.members()) << moves;
    ASSERT_EQ(found.moves.size(), 1u);
    EXPECT_EQ(raw(found.moves[0].sample), moves <= 91 ? longest_ : longer_) << moves;
  }
}

TEST_F(UniqueAtPosition, DuplicatesWithTheSameFiltersShowsWhoStandsForWhom) {
  GameFilters filters = unique_at(92);
  EXPECT_EQ(find_duplicates(made_.database(), filters).games.size(), 2u);
  const DuplicateGame copy = find_duplicates(made_.database(), filters).games[1];
  EXPECT_EQ(raw(copy.game), shorter_);
  EXPECT_EQ(raw(copy.cluster), longer_);
}

/// True if the first `moves` points are equal up to symmetry.
bool equal_up_to_symmetry(const Points& a, const Points& b, std::size_t moves) {
  return std::any_of(kAllOrientations.begin(), kAllOrientations.end(), [&](Orientation turn) {
    return std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(moves), b.begin(),
                      [&](std::uint16_t one, std::uint16_t other) {
                        return map_point(turn, one, kSize) == other;
                      });
  });
}

/// The definition in the header, pair by pair.
bool belongs_to(const Made& game, const Made& standing) {
  const std::size_t moves = game.points.size();
  const bool same_meeting =
      std::minmax(game.black, game.white) == std::minmax(standing.black, standing.white) &&
      game.date == standing.date;
  const auto equal = [&](std::size_t n) {
    return equal_up_to_symmetry(game.points, standing.points, n);
  };
  if (equal(moves) && (moves >= 20 || same_meeting)) return true;
  const std::size_t most = (moves * 9 + 9) / 10;
  return same_meeting && !game.date.empty() && most >= 20 && equal(most);
}

TEST_F(Duplicates, AreThoseOfTheObviousImplementation) {
  std::vector<Made> games;
  const std::vector<Points> lines = {random_points(pick_, 70), random_points(pick_, 64)};
  for (int i = 0; i < 250; ++i) {
    Points points = first(pick_.from(lines), 1 + pick_.below(64));
    if (pick_.one_in(3)) {  // another end
      const Points end = random_points(pick_, 3);
      for (const std::uint16_t point : end) {
        if (std::find(points.begin(), points.end(), point) == points.end()) points.push_back(point);
      }
    }
    Made made{std::move(points)};
    made.orientation = kAllOrientations[pick_.below(8)];
    if (pick_.one_in(3)) std::swap(made.black, made.white);
    if (pick_.one_in(3)) made.black = "Cay";
    if (pick_.one_in(3)) made.date = "";
    add(made);
    // Points are compared without symmetry.
    for (std::uint16_t& point : made.points) {
      point = static_cast<std::uint16_t>(map_point(made.orientation, point, kSize));
    }
    games.push_back(std::move(made));
  }

  std::vector<std::size_t> order(games.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return games[a].points.size() > games[b].points.size();
  });
  std::vector<std::size_t> standing;
  std::map<std::int64_t, std::int64_t> expected;
  for (const std::size_t game : order) {
    const auto cluster = std::find_if(standing.begin(), standing.end(), [&](std::size_t one) {
      return belongs_to(games[game], games[one]);
    });
    if (cluster == standing.end()) {
      standing.push_back(game);
    } else {
      expected[static_cast<std::int64_t>(game) + 1] = static_cast<std::int64_t>(*cluster) + 1;
    }
  }

  std::map<std::int64_t, std::int64_t> actual;
  for (const DuplicateGame& game : find_duplicates(made_.database(), GameFilters{}).games) {
    if (game.reason != DuplicateReason::kept) actual[raw(game.game)] = raw(game.cluster);
  }
  EXPECT_GT(expected.size(), 100u);
  for (const auto& [game, cluster] : expected) EXPECT_TRUE(actual.contains(game)) << game;
  for (const auto& [game, cluster] : actual) EXPECT_TRUE(expected.contains(game)) << game;
}

/// The first of those that stand, by the words of the header for games of at least 20 moves: one
/// that has all moves, else one of the same players and date that has the start.
std::optional<std::size_t> cluster_of(const Made& game, const std::vector<Made>& games,
                                      const std::vector<std::size_t>& standing) {
  const auto first_that = [&](const auto& has) -> std::optional<std::size_t> {
    const auto found = std::find_if(standing.begin(), standing.end(), has);
    return found == standing.end() ? std::nullopt : std::optional(*found);
  };
  const std::size_t moves = game.points.size(), start = (moves * 9 + 9) / 10;
  const auto whole = first_that(
      [&](std::size_t one) { return equal_up_to_symmetry(game.points, games[one].points, moves); });
  if (whole || game.date.empty() || start < 20) return whole;
  return first_that([&](std::size_t one) {
    return std::minmax(game.black, game.white) == std::minmax(games[one].black, games[one].white) &&
           game.date == games[one].date &&
           equal_up_to_symmetry(game.points, games[one].points, start);
  });
}

TEST_F(Duplicates, StandInTheirClustersHoweverManyMovesAreShared) {
  const Points line = random_points(pick_, 360);
  std::vector<Made> games;
  for (int i = 0; i < 400; ++i) {
    // Along one line, off it at some move or not, of any length; the middle is turned around.
    Points points = first(line, 20 + pick_.below(220));
    if (pick_.one_in(2)) {
      const std::size_t left = std::min(points.size() - 1, 15 + pick_.below(200));
      for (std::size_t k = left; k < points.size(); ++k) points[k] = line[359 - k + left];
      if (std::set(points.begin(), points.end()).size() < points.size()) continue;
    }
    Made made{std::move(points)};
    made.orientation = kAllOrientations[pick_.below(8)];
    if (pick_.one_in(3)) std::swap(made.black, made.white);
    if (pick_.one_in(3)) made.black = "Cay";
    if (pick_.one_in(3)) made.date = "";
    add(made);
    games.push_back(std::move(made));
  }
  for (Made& game : games) {
    for (std::uint16_t& point : game.points) {
      point = static_cast<std::uint16_t>(map_point(game.orientation, point, kSize));
    }
  }
  std::vector<std::size_t> order(games.size()), standing;
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return games[a].points.size() > games[b].points.size();
  });
  std::map<std::int64_t, std::int64_t> expected, actual;
  for (const std::size_t game : order) {
    const auto cluster = cluster_of(games[game], games, standing);
    if (!cluster) standing.push_back(game);
    if (cluster)
      expected[static_cast<std::int64_t>(game) + 1] = static_cast<std::int64_t>(*cluster) + 1;
  }
  for (const DuplicateGame& game : find_duplicates(made_.database(), GameFilters{}).games) {
    if (game.reason != DuplicateReason::kept) actual[raw(game.game)] = raw(game.cluster);
  }
  EXPECT_GT(expected.size(), 100u);
  EXPECT_GT(standing.size(), 50u);
  EXPECT_EQ(actual, expected);
}

}  // namespace
}  // namespace ludex
