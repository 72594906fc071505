#include "formats/values/fold.hpp"

#include <gtest/gtest.h>

namespace ludex {
namespace {

std::string normal(std::string_view written) { return normal_player_name(fold(written)); }

TEST(PlayerName, LosesRankTitleAndPunctuation) {
  for (const char* const written :
       {"Lee Sedol", "Lee Sedol 9p", "LEE, Se-dol", "lee  sedol (9 dan)", "Ｌｅｅ Sedol 9 dan pro",
        "Lee_Sedol [9p]", "Lee Sedol, Meijin", "Lee Sedol Guksu 9p"}) {
    EXPECT_EQ(normal(written), "lee sedol") << written;
  }
  for (const char* const written : {"李世石", "李世石九段", "李世石 九段", "李世石9段",
                                    "李世石先生", "「李世石」十段", "李世石(九段)", "李世石名人"}) {
    EXPECT_EQ(normal(written), "李世石") << written;
  }
  EXPECT_EQ(normal("Cho Chikun Honinbo"), "cho chikun");
  EXPECT_EQ(normal("羽生善治永世名人"), "羽生善治");
  EXPECT_EQ(normal("羽生 善治 竜王"), "羽生 善治");
  EXPECT_EQ(normal("이세돌 9단"), "이세돌");
  EXPECT_EQ(normal("Ha Ch'an-seok"), "ha chanseok");
}

TEST(PlayerName, KeepsWhatIsAllThereIs) {
  EXPECT_EQ(normal("Honinbo"), "honinbo");
  EXPECT_EQ(normal("9p"), "9p");
  EXPECT_EQ(normal("九段"), "九段");
  EXPECT_EQ(normal("本因坊"), "本因坊");
  EXPECT_EQ(normal("..."), "...");
  EXPECT_EQ(normal(""), "");
}

TEST(PlayerName, KeepsTitlesInFrontAndNumbersThatAreNoRank) {
  EXPECT_EQ(normal("Honinbo Shusaku"), "honinbo shusaku");
  EXPECT_EQ(normal("player 12"), "player 12");
  EXPECT_EQ(normal("bot3000"), "bot3000");
  EXPECT_EQ(normal("王段"), "王段");
}

TEST(PlayerName, DoesNotChangeWhenItIsNormalAlready) {
  for (const char* const written :
       {"Lee Sedol 9 dan", "李世石九段 名人", "A. B. C.", "x 9p 8p", "小林光一棋聖九段"}) {
    const std::string once = normal(written);
    EXPECT_EQ(normal_player_name(once), once) << written;
  }
}

TEST(Title, IsWordsWithoutPunctuation) {
  EXPECT_EQ(normal_title(fold("The 3rd LG-Cup, final")), "the 3rd lgcup final");
  EXPECT_EQ(normal_title(fold("「本因坊戦」")), "本因坊戦");
  EXPECT_EQ(normal_title("--"), "--");
}

}  // namespace
}  // namespace ludex
