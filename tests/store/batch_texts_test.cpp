#include "store/batch_texts.hpp"
#include "store/text_dictionary.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ludex {
namespace {

GameRow game_between(const std::string& black, const std::string& white) {
  GameRow game;
  game.info.game = GameType::go;
  game.info.seats[0].name = black;
  game.info.seats[1].name = white;
  return game;
}

std::size_t place_of_column(std::string_view name) {
  std::size_t place = 0;
  while (kTextColumns[place]->name != name) ++place;
  return place;
}

/// The text of a column; empty for place 0.
std::string text_of(const BatchTexts& texts, const GameRow& game, std::size_t place) {
  const std::uint32_t found = texts.places()[game.first_text + place];
  return found == 0 ? std::string() : std::string(texts.texts()[found - 1].text);
}

TEST(BatchTexts, HoldEachDifferentTextOnce) {
  std::vector<GameRow> games = {game_between("Shusaku", "Shuwa"), game_between("Shuwa", "Shusaku")};
  BatchTexts texts;
  for (GameRow& game : games) texts.add(game);
  ASSERT_EQ(texts.texts().size(), 2U);
  EXPECT_EQ(texts.texts()[0].text, "Shusaku") << "in the order in which they occur";
  EXPECT_EQ(texts.texts()[0].table, Dictionary::Table::name);
  EXPECT_EQ(texts.texts()[0].kind, static_cast<int>(NameKind::player));
  EXPECT_EQ(texts.texts()[0].hash, text_hash(static_cast<int>(NameKind::player), "Shusaku"));
  EXPECT_EQ(text_of(texts, games[1], place_of_column("black")), "Shuwa");
  EXPECT_EQ(text_of(texts, games[1], place_of_column("white")), "Shusaku");
  EXPECT_EQ(text_of(texts, games[1], place_of_column("event")), "");
}

TEST(BatchTexts, HoldTheNameOfEachGame) {
  std::vector<GameRow> games(2000, game_between("A", "B"));
  for (GameRow& game : games) game.info.game_name = "Final";
  BatchTexts texts;
  for (GameRow& game : games) texts.add(game);
  EXPECT_EQ(texts.texts().size(), 2U + games.size());
  const std::size_t place = place_of_column("game_name");
  EXPECT_EQ(text_of(texts, games[0], place), "Final");
  EXPECT_EQ(texts.places()[games[1].first_text + place],
            texts.places()[games[0].first_text + place] + 1);
  EXPECT_EQ(text_of(texts, games.back(), place_of_column("black")), "A");
}

TEST(BatchTexts, KeepKindsApart) {
  GameRow game = game_between("Oslo", "");
  game.info.event = game.info.place = game.info.rules = "Oslo";
  BatchTexts texts;
  texts.add(game);
  EXPECT_EQ(texts.texts().size(), 4U);
  EXPECT_EQ(text_of(texts, game, place_of_column("rules")), "Oslo");
}

TEST(BatchTexts, NameTheSeatsThatHaveARow) {
  GameRow game = game_between("A", "B");
  game.info.seats[1].team = "Kyoto";
  game.info.seats[1].rank = "5d";
  ASSERT_FALSE(has_seat_row(game.info, 0));
  ASSERT_TRUE(has_seat_row(game.info, 1));
  BatchTexts texts;
  texts.add(game);
  ASSERT_EQ(texts.places().size(), kTextColumns.size() + 3);
  EXPECT_EQ(text_of(texts, game, kTextColumns.size()), "B");
  EXPECT_EQ(text_of(texts, game, kTextColumns.size() + 1), "5d");
  EXPECT_EQ(text_of(texts, game, kTextColumns.size() + 2), "Kyoto");
}

TEST(BatchTexts, GiveBackWhatManyGamesHaveAndStartAgainOnceCleared) {
  BatchTexts texts;
  for (const int different : {3000, 700}) {
    texts.clear();
    std::vector<GameRow> games;
    for (int i = 0; i < 4000; ++i) {
      games.push_back(game_between(fmt::format("player {}", i % different), "all the same"));
    }
    for (GameRow& game : games) texts.add(game);
    EXPECT_EQ(texts.texts().size(), static_cast<std::size_t>(different) + 1);
    for (const GameRow& game : games) {
      ASSERT_EQ(text_of(texts, game, place_of_column("black")), game.info.seats[0].name);
      ASSERT_EQ(text_of(texts, game, place_of_column("white")), "all the same");
    }
  }
}

}  // namespace
}  // namespace ludex
