#include "games/crossword/crossword_script.hpp"
#include "support/random_cgp.hpp"

#include <gtest/gtest.h>

namespace ludex::test {
namespace {

using crossword::ScriptReader;
using crossword::ScriptWriter;

struct State {
  CgpPosition position;
  std::size_t seat = 0;
};

std::vector<std::uint16_t> packed(const std::vector<State>& states) {
  ScriptWriter writer;
  writer.start(states.front().position, states.front().seat);
  for (std::size_t i = 1; i < states.size(); ++i) writer.add(states[i].position, states[i].seat);
  std::vector<std::uint16_t> ops;
  writer.finish(ops);
  return ops;
}

CgpPosition parsed(std::string_view line) {
  CgpPosition position;
  EXPECT_FALSE(parse_cgp(line, position)) << line;
  return position;
}

/// Another state of the same game, some of everything changed.
CgpPosition random_next(CgpPosition position) {
  for (int left = *rc::gen::inRange(0, 8); left > 0; --left) {
    const int point = *rc::gen::inRange(0, position.size.area());
    const bool empty = *rc::gen::inRange(0, 4) == 0;
    position.cells[static_cast<std::size_t>(point)] =
        empty ? tile::kEmpty : random_tile(position.names);
  }
  for (std::size_t i = 0; i < position.racks.size(); ++i) {
    if (*rc::gen::arbitrary<bool>()) position.racks[i] = random_rack(position.names);
    if (*rc::gen::arbitrary<bool>()) position.scores[i] += *rc::gen::inRange(-20, 100);
  }
  position.zero_turns = *rc::gen::inRange(0U, 3U);
  position.last_move.reset();
  if (*rc::gen::arbitrary<bool>()) position.last_move = random_move(position, position.names);
  if (*rc::gen::inRange(0, 5) == 0) position.opcodes = random_opcodes();
  return position;
}

TEST(CrosswordScript, BringsBackAnEmptyBoardOfManyPlayers) {
  for (const std::size_t players : {1U, 2U, 3U, 4U, 1000U}) {
    CgpPosition position;
    position.size = {15, 15};
    position.cells.assign(225, tile::kEmpty);
    position.racks.resize(players);
    position.scores.resize(players);
    const std::vector<std::uint16_t> ops = packed({{position, 0}});
    ScriptReader reader(ops);
    ASSERT_TRUE(reader.next()) << players;
    EXPECT_EQ(reader.position(), position) << players;
    EXPECT_FALSE(reader.next());
  }
}

TEST(CrosswordScript, BringsEveryStateBack) {
  EXPECT_TRUE(rc::check([] {
    std::vector<State> states = {{random_cgp(), 0}};
    const std::size_t players = states.front().position.racks.size();
    for (int left = *rc::gen::inRange(0, 6); left > 0; --left) {
      states.push_back(
          {random_next(states.back().position), *rc::gen::inRange<std::size_t>(0, players)});
    }
    const std::vector<std::uint16_t> ops = packed(states);
    ScriptReader reader(ops);
    for (State& state : states) {
      RC_ASSERT(reader.next());
      state.position.names = states.back().position.names;  // of the whole game
      RC_ASSERT(reader.position() == state.position);
      RC_ASSERT(reader.seat_to_move() == state.seat);
    }
    RC_ASSERT(!reader.next());
  }));
}

TEST(CrosswordScript, ATurnIsSmall) {
  std::vector<State> states = {
      {parsed("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AELNOQT/ 0/0 0 "
              "lex NWL18; gid x17; ld english;"),
       0}};
  const std::size_t head_bytes = packed(states).size() * 2;
  states.push_back({parsed("15/15/15/15/15/15/15/3QANATE6/15/15/15/15/15/15/15 EEIRSTV/ 0/44 0 "
                           "gid x17; ld english; lex NWL18; lm 8D QANATE;"),
                    1});
  const std::size_t turn_bytes = packed(states).size() * 2 - head_bytes;
  EXPECT_LE(head_bytes, 44u);
  EXPECT_LE(turn_bytes, 30u);
}

TEST(CrosswordScript, SaysWhichSquaresChanged) {
  const auto ops = packed({{parsed("3/1A1/3 / 0/0 0"), 0}, {parsed("1B1/1a1/1C1 / 0/0 0"), 1}});
  ScriptReader reader(ops);
  ASSERT_TRUE(reader.next());
  ASSERT_EQ(reader.changes().size(), 1u);
  ASSERT_TRUE(reader.next());
  ASSERT_EQ(reader.changes().size(), 3u);
  EXPECT_EQ(reader.changes()[1].point, 4u);
  EXPECT_EQ(reader.changes()[1].before, 'A');
}

TEST(CrosswordScript, WhatIsNoScriptEndsEarly) {
  EXPECT_TRUE(rc::check([](std::vector<std::uint16_t> ops) {
    ScriptReader reader(ops);
    for (int states = 0; states < 1000 && reader.next(); ++states) {
      RC_ASSERT(to_cgp(reader.position()).size() < 100'000'000);
    }
  }));
  const std::vector<std::uint16_t> whole = packed({{parsed("3/1A1/3 AB/C 7/0 0 lm 2B A;"), 0}});
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_FALSE(ScriptReader(std::span(whole).first(length)).next()) << length;
  }
}

}  // namespace
}  // namespace ludex::test
