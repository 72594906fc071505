#include "query/names/name_likeness.hpp"

#include "formats/values/fold.hpp"
#include "query/made_games.hpp"
#include "store/text_dictionary.hpp"
#include "support/cpu_seconds.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace ludex {
namespace {

NameForm form(const std::string& name, NameKind kind = NameKind::player) {
  LatinReader reader;
  const std::string normal = normal_name(kind, fold(name));
  const bool of_people = kind == NameKind::player;
  return name_forms(of_people ? without_korean_titles(normal) : normal, reader).front();
}

std::optional<Likeness> likeness(const char* one, const char* other) {
  const auto like = compare_names(form(one), form(other), true);
  return like ? std::optional(like->likeness) : std::nullopt;
}

TEST(NameLikeness, SaysWhatTwoNamesHaveInCommon) {
  EXPECT_EQ(likeness("Cho Chikun", "Chikun Cho"), Likeness::order);
  EXPECT_EQ(likeness("Lee Se Dol", "Lee Sedol"), Likeness::spacing);
  EXPECT_EQ(likeness("José Müller", "Jose Muller"), Likeness::spacing);
  EXPECT_EQ(likeness("吳清源", "吴清源"), Likeness::script);
  EXPECT_EQ(likeness("聂卫平", "Weiping Nie"), Likeness::reading);
  EXPECT_EQ(likeness("이세돌", "Yi Se-tol"), Likeness::romanisation);
  EXPECT_EQ(likeness("Lee Sedol", "Yi Se-tol"), Likeness::romanisation);
  EXPECT_EQ(likeness("Ōtake Hideo", "Hideo Ohtake"), Likeness::romanisation);
  EXPECT_EQ(likeness("J. Smith", "John Smith"), Likeness::initials);
  EXPECT_EQ(likeness("Smith, J. R.", "John Robert Smith"), Likeness::initials);
  EXPECT_EQ(likeness("Kobayashi Koichi", "Kobayaski Koichi"), Likeness::typing);
  EXPECT_EQ(likeness("张英", "张莹"), Likeness::homophone);
}

TEST(NameLikeness, DoesNotTakePeopleTogetherWhoAreTwo) {
  EXPECT_EQ(likeness("player12", "player13"), std::nullopt);
  EXPECT_EQ(likeness("GNU Go 3.7.1", "GNU Go 3.7.2"), std::nullopt);
  EXPECT_EQ(likeness("Wang Lei", "Wang Wei"), std::nullopt);
  EXPECT_EQ(likeness("O'Brien Marie", "O'Brien Karin"), std::nullopt);
  EXPECT_EQ(likeness("J. Smith", "Robert Smith"), std::nullopt);
  EXPECT_EQ(likeness("J. S.", "John Smith"), std::nullopt);
  EXPECT_EQ(likeness("Takagawa Kaku", "Takemiya Masaki"), std::nullopt);
  EXPECT_EQ(likeness("본인", "본원"), std::nullopt);
}

TEST(NameLikeness, BetweenTwoNamesInHangulSoundsTellNothing) {
  EXPECT_EQ(likeness("왕리청", "황이중"), std::nullopt);
  EXPECT_EQ(likeness("이정우선수", "이춘규선수"), std::nullopt);
  EXPECT_EQ(likeness("왕리청", "Wang Licheong"), Likeness::reading);
}

TEST(NameLikeness, ATitleAfterAKoreanNameIsNoPartOfIt) {
  EXPECT_EQ(likeness("이정우선수", "이정우"), Likeness::spelling);
  EXPECT_EQ(likeness("이정우 사범님", "이정우 선수"), Likeness::spelling);
  EXPECT_EQ(likeness("이정우선수", "I Jeong-u"), Likeness::reading);
  EXPECT_EQ(without_korean_titles("선수"), "선수");
  EXPECT_EQ(without_korean_titles("왕 선수"), "왕 선수") << "a syllable is no name";
  EXPECT_EQ(without_korean_titles("abcd 님"), "abcd 님");
}

TEST(NameLikeness, OfNicknamesALetterIsLittle) {
  const auto nicknames = compare_names(form("intetsu"), form("intestu"), true);
  const auto names = compare_names(form("Miyamoto Naoki"), form("Miyamoto Naiki"), true);
  ASSERT_TRUE(nicknames && names);
  EXPECT_LT(nicknames->score, 0.5);
  EXPECT_GT(names->score, nicknames->score);
}

TEST(NameLikeness, OfAnEventNumbersAreAnotherEvent) {
  const auto compare = [](const char* one, const char* other) {
    return compare_names(form(one, NameKind::event), form(other, NameKind::event), false);
  };
  EXPECT_FALSE(compare("15th Kiwang", "16th Kiwang"));
  EXPECT_FALSE(compare("Cup final VIII", "Cup final VII"));
  EXPECT_TRUE(compare("Kisei 15th", "15th Kisei"));
  EXPECT_TRUE(compare("CGF special meeting", "CGF Specail Meeting"));
}

TEST(NameLikeness, ANameInTwoScriptsHasParts) {
  LatinReader reader;
  const auto forms = name_forms("藤泽秀行fujisawa shuko", reader);
  ASSERT_EQ(forms.size(), 3u);
  EXPECT_EQ(compare_names(forms[1], form("Fujisawa Shuko"), true)->likeness, Likeness::part);
  EXPECT_EQ(compare_names(forms[2], form("藤泽秀行"), true)->likeness, Likeness::part);
  EXPECT_FALSE(compare_names(forms[0], form("Fujisawa Shuko"), true));
  EXPECT_EQ(name_forms("古力 xy", reader).size(), 2u) << "two letters mean nothing";
}

/// By the definition, without a limit.
int slow_edits(const std::string& a, const std::string& b) {
  std::map<std::pair<std::size_t, std::size_t>, int> known;
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      int best = static_cast<int>(std::max(i, j));
      if (i > 0 && j > 0) {
        best = std::min({known[{i - 1, j}] + 1, known[{i, j - 1}] + 1,
                         known[{i - 1, j - 1}] + (a[i - 1] == b[j - 1] ? 0 : 1)});
        if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
          best = std::min(best, known[{i - 2, j - 2}] + 1);
        }
      }
      known[{i, j}] = best;
    }
  }
  return known[{a.size(), b.size()}];
}

TEST(NameLikeness, EditsAreCountedAsByDefinition) {
  test::Picker pick(7);
  const auto word = [&] {
    std::string text;
    for (std::size_t i = pick.below(8); i > 0; --i) text += static_cast<char>('a' + pick.below(3));
    return text;
  };
  for (int i = 0; i < 3000; ++i) {
    const std::string a = word(), b = word();
    for (const int limit : {0, 1, 2, 3}) {
      EXPECT_EQ(letter_edits(a, b, limit), std::min(slow_edits(a, b), limit + 1)) << a << ' ' << b;
    }
  }
}

TEST(NameLikeness, TitlesAfterAKoreanNameAreTakenOffInOneGo) {
  EXPECT_EQ(without_korean_titles("이세돌 명인 님"), "이세돌");
  EXPECT_EQ(without_korean_titles("님님님님"), "님님");
  EXPECT_EQ(without_korean_titles("abcdef님"), "abcdef님");
  EXPECT_EQ(without_korean_titles("abcdef 님님"), "abcdef 님");
  std::string name = "이세돌";
  for (int i = 0; i < test::many(50'000); ++i) name += "님";
  EXPECT_LT(test::cpu_seconds([&] { EXPECT_EQ(without_korean_titles(name), "이세돌"); }), 5);
}

TEST(NameLikeness, OfLongTextsFewEditsAreCountedInProportion) {
  const std::string one(static_cast<std::size_t>(test::many(100'000)), 'a');
  std::string other = one;
  other[other.size() / 2] = 'b';
  EXPECT_LT(test::cpu_seconds([&] { EXPECT_EQ(letter_edits(one, other, 2), 1); }), 5);
}

}  // namespace
}  // namespace ludex
