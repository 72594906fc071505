#include "store/game_scripts.hpp"

#include "ludex/error.hpp"
#include "store/sql/sqlite_file.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace ludex {
namespace {

using Script = std::vector<std::uint16_t>;

class GameScriptsTest : public ::testing::Test {
 protected:
  GameScriptsTest() {
    sql_.exec("CREATE TABLE move_block (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT");
  }
  void store(std::int64_t block, const std::vector<Script>& scripts) {
    std::vector<std::uint32_t> ends;
    Script ops;
    for (const Script& script : scripts) {
      ops.insert(ops.end(), script.begin(), script.end());
      ends.push_back(static_cast<std::uint32_t>(ops.size()));
    }
    std::string data;
    pack_scripts(ends, ops, data);
    store_bytes(block, data);
  }
  void store_bytes(std::int64_t block, const std::string& data) {
    sql_.run("INSERT OR REPLACE INTO move_block VALUES (?, ?)", block, SqlBlob{data});
  }
  static Script random_script(std::mt19937& dice) {
    Script script(dice() % 600);
    for (std::uint16_t& op : script) op = static_cast<std::uint16_t>(dice());
    return script;
  }

  SqliteFile sql_{":memory:", SqliteFile::Mode::create};
};

TEST_F(GameScriptsTest, OneGameAloneIsReadAsInItsBlock) {
  std::mt19937 dice(1);
  std::vector<Script> full, part;
  for (int game = 0; game < kGamesPerMoveBlock; ++game) full.push_back(random_script(dice));
  for (int game = 0; game < 3; ++game) part.push_back(random_script(dice));
  store(0, full);
  store(2, part);  // block 1 is missing
  GameScripts blocks(sql_);
  SingleScripts single(sql_);
  for (std::int64_t turn = 0; turn < 2'000; ++turn) {
    const std::int64_t id = 1 + static_cast<std::int64_t>(dice() % (4 * kGamesPerMoveBlock));
    const auto wanted = blocks.script(GameId{id});
    const auto alone = single.script(GameId{id});
    ASSERT_EQ(Script(alone.begin(), alone.end()), Script(wanted.begin(), wanted.end())) << id;
    const auto place = static_cast<std::size_t>((id - 1) % kGamesPerMoveBlock);
    if (id <= kGamesPerMoveBlock) {
      ASSERT_EQ(Script(alone.begin(), alone.end()), full[place]);
    }
  }
}

TEST_F(GameScriptsTest, ADamagedBlockIsRefusedEitherWay) {
  std::mt19937 dice(2);
  std::string data;
  const Script ops(100);
  pack_scripts(std::vector<std::uint32_t>{40, 100}, ops, data);
  for (int turn = 0; turn < 2'000; ++turn) {
    std::string damaged = data.substr(0, dice() % (data.size() + 1));
    if (!damaged.empty()) damaged[dice() % damaged.size()] = static_cast<char>(dice());
    store_bytes(0, damaged);
    const GameId game{1 + static_cast<std::int64_t>(dice() % 3)};
    const auto outcome = [&](auto&& scripts) {
      try {
        const auto script = scripts.script(game);
        return std::string("script of ") + std::to_string(script.size());
      } catch (const DatabaseError& error) {
        return std::string(error.what());
      }
    };
    ASSERT_EQ(outcome(SingleScripts(sql_)), outcome(GameScripts(sql_)));
  }
}

}  // namespace
}  // namespace ludex
