#include "formats/sgf/sgf.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

GameInfo info_of(std::string_view record) {
  SgfTree tree;
  EXPECT_FALSE(parse_sgf(record, TextForm::bytes, tree));
  std::vector<SgfGame> games;
  extract_sgf_games(tree, record, TextForm::bytes, {}, games);
  return games.front().info;
}

struct UnknownValue {
  ProblemKind kind;
  std::string_view record;
  bool (*is_stored)(const GameInfo& info);
};

const UnknownValue kUnknownValues[] = {
    {ProblemKind::assumed_minutes, "(;GM[1]TM[60];B[aa])",
     [](const GameInfo& info) { return info.time_limit_seconds.has_value(); }},
    {ProblemKind::bad_date, "(;FF[4]GM[1]DT[soon];B[aa])",
     [](const GameInfo& info) { return info.date.known(); }},
    {ProblemKind::bad_result, "(;FF[4]GM[1]RE[soon];B[aa])",
     [](const GameInfo& info) { return info.result != GameResult{}; }},
    {ProblemKind::bad_komi, "(;FF[4]GM[1]KM[some];B[aa])",
     [](const GameInfo& info) { return info.komi.has_value(); }},
    {ProblemKind::bad_handicap, "(;FF[4]GM[1]HA[some];B[aa])",
     [](const GameInfo& info) { return info.handicap.has_value(); }},
    {ProblemKind::bad_size, "(;FF[4]GM[1]SZ[large];B[aa])",
     [](const GameInfo& info) { return info.size != BoardSize{}; }},
    {ProblemKind::bad_size, "(;FF[4]GM[21]SZ[2];W[a1])",
     [](const GameInfo& info) { return info.size != BoardSize{}; }},
    {ProblemKind::bad_rank, "(;FF[4]GM[1]BR[Meijin];B[aa])",
     [](const GameInfo& info) { return info.seats[0].rank_order || info.seats[0].rating; }},
    {ProblemKind::bad_time, "(;FF[4]GM[1]TM[long];B[aa])",
     [](const GameInfo& info) { return info.time_limit_seconds.has_value(); }},
};

/// They are about texts, moves and properties that no column was made of.
constexpr ProblemKind kOfNoColumn[] = {ProblemKind::bad_charset, ProblemKind::bad_number,
                                       ProblemKind::bad_point, ProblemKind::bad_value};

TEST(UnknownValues, AreNotStored) {
  for (const UnknownValue& unknown : kUnknownValues) {
    const GameInfo info = info_of(unknown.record);
    EXPECT_FALSE(unknown.is_stored(info)) << unknown.record;
    const auto found = std::ranges::find(info.problems, unknown.kind, &Problem::kind);
    const bool is_assumption = problem_name(unknown.kind).starts_with("assumed");
    EXPECT_TRUE(is_assumption || found != info.problems.end()) << unknown.record;
  }
}

TEST(UnknownValues, AreAllListedHere) {
  for (int number = 100; number < 200; ++number) {
    const auto kind = static_cast<ProblemKind>(number);
    const std::string_view name = problem_name(kind);
    if (!name.starts_with("bad_") && !name.starts_with("assumed")) continue;
    const bool is_listed =
        std::ranges::find(kUnknownValues, kind, &UnknownValue::kind) != std::end(kUnknownValues) ||
        std::ranges::find(kOfNoColumn, kind) != std::end(kOfNoColumn);
    EXPECT_TRUE(is_listed) << name;
  }
}

}  // namespace
}  // namespace ludex
