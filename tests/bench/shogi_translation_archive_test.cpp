#include "generator/shogi_translation_archive.hpp"

#include "formats/csa/csa.hpp"
#include "formats/jkf/jkf.hpp"
#include "formats/psn/psn.hpp"
#include "formats/usi/usi.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ludex::bench {
namespace {

constexpr std::uint64_t kGames = 200;

std::vector<PositionKey> keys_of_translation(ShogiTranslation format, std::uint64_t number) {
  std::string text;
  const ShogiTranslationArchive archive(
      {.shogi = {.density = ShogiDensity::times}, .format = format});
  archive.append_game(number, text);
  ShogiGame game;
  const ShogiParse parse = format == ShogiTranslation::jkf   ? parse_jkf
                           : format == ShogiTranslation::usi ? parse_usi
                                                             : ShogiParse(parse_psn);
  EXPECT_FALSE(parse(text, {}, game)) << text;
  EXPECT_TRUE(game.info.problems.empty()) << game.info.problems.front().message;
  ReplayScript script;
  std::vector<PositionKey> keys;
  compile_shogi(game, script, &keys);
  EXPECT_TRUE(script.problems.empty()) << script.problems.front().message;
  return keys;
}

TEST(ShogiTranslationArchive, HoldsTheGamesOfTheArchive) {
  for (std::uint64_t number = 0; number < kGames; ++number) {
    std::string text;
    ShogiArchive({.density = ShogiDensity::times}).append_game(number, text);
    CsaGame game;
    EXPECT_FALSE(parse_csa(text, {}, game));
    ReplayScript script;
    std::vector<PositionKey> keys;
    compile_csa(game, script, &keys);
    EXPECT_EQ(keys_of_translation(ShogiTranslation::jkf, number), keys) << number;
    EXPECT_EQ(keys_of_translation(ShogiTranslation::usi, number), keys) << number;
    if (!game.info.handicap) {
      EXPECT_EQ(keys_of_translation(ShogiTranslation::psn, number), keys) << number;
    }
  }
}

}  // namespace
}  // namespace ludex::bench
