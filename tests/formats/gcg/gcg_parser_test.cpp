#include "formats/gcg/gcg.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

const std::string kPlayers = "#player1 ann Ann Lee\n#player2 bob Bob Ray\n";

GcgGame parsed(std::string_view text, GcgOptions options = {}) {
  GcgGame game;
  const auto reject = parse_gcg(text, options, game);
  EXPECT_FALSE(reject.has_value()) << reject->message;
  return game;
}

GcgEvent event(const std::string& line) {
  const GcgGame game = parsed(kPlayers + line);
  EXPECT_EQ(game.events.size(), 1U) << line;
  return game.events.empty() ? GcgEvent{} : game.events.front();
}

std::vector<std::string> problems(const GcgGame& game) {
  std::vector<std::string> names;
  for (const Problem& problem : game.info.problems) names.emplace_back(problem_name(problem.kind));
  return names;
}
using Names = std::vector<std::string>;

TEST(GcgParser, ReadsPlayersAndPragmas) {
  const GcgGame game = parsed(
      "#character-encoding UTF-8\n#title Open, round 3\n#description by hand\n"
      "#id io.woogles aB3\n#lexicon CSW21\n#game-type classic\n#board-layout CrosswordGame\n"
      "#tile-distribution english\n#tile-set english set\n" +
      kPlayers + "#incomplete\n");
  EXPECT_EQ(game.nicks, (Names{"ann", "bob"}));
  EXPECT_EQ(game.info.seats[0].name, "Ann Lee");
  EXPECT_EQ(game.info.seats[1].name, "Bob Ray");
  EXPECT_EQ(game.info.event, "Open, round 3");
  EXPECT_EQ(game.info.external_id, "aB3");
  EXPECT_EQ(game.info.lexicon, "CSW21");
  EXPECT_EQ(game.info.variant, "classic");
  EXPECT_EQ(game.info.board_name, "CrosswordGame");
  EXPECT_EQ(game.distribution, "english");
  EXPECT_TRUE(game.incomplete);
  EXPECT_EQ(game.info.charset, "UTF-8");
  const std::vector<std::pair<std::string, std::string>> properties = {
      {"description", "by hand"},  {"id", "io.woogles aB3"},   {"ld", "english"},
      {"tile-set", "english set"}, {"player1", "ann Ann Lee"}, {"player2", "bob Bob Ray"},
      {"incomplete", ""}};
  EXPECT_EQ(game.info.properties, properties);
  EXPECT_EQ(problems(game), Names{});
}

TEST(GcgParser, ReadsPlays) {
  const GcgEvent across = event(">ann: ?ABCDEF 8H DEaF +24 24");
  EXPECT_EQ(across.kind, GcgEventKind::play);
  EXPECT_EQ(across.rack, "?ABCDEF");
  EXPECT_EQ(across.row, 7);
  EXPECT_EQ(across.column, 7);
  EXPECT_FALSE(across.down);
  EXPECT_EQ(across.tiles, "DEaF");
  EXPECT_EQ(across.score, 24);
  EXPECT_EQ(across.total, 24);
  const GcgEvent down = event(">bob:  O15  A.C  +-3  7  WORD, OTHER ");
  EXPECT_EQ(down.seat, 2);
  EXPECT_EQ(down.rack, "");
  EXPECT_EQ(down.row, 14);
  EXPECT_EQ(down.column, 14);
  EXPECT_TRUE(down.down);
  EXPECT_EQ(down.score, -3);
  EXPECT_EQ(down.words, "WORD, OTHER");
  EXPECT_EQ(event(">ann: AB 8h AB +8 8").column, 7);
  EXPECT_TRUE(event(">ann: AB h8 AB +8 8").down);
  EXPECT_EQ(event("8:>ann: AB aa3 AB +8 8").column, 26);
}

TEST(GcgParser, ReadsEverythingElseThatHappens) {
  EXPECT_EQ(event(">ann: ABC - +0 121").kind, GcgEventKind::pass);
  EXPECT_EQ(event(">ann:  - +0 121").kind, GcgEventKind::pass);
  EXPECT_EQ(event(">ann: ABC -- -27 94").kind, GcgEventKind::withdrawal);
  const GcgEvent exchange = event(">ann: ABC -BC +0 0");
  EXPECT_EQ(exchange.kind, GcgEventKind::exchange);
  EXPECT_EQ(exchange.tiles, "BC");
  EXPECT_EQ(event(">ann: ABC -2 +0 0").tiles, "2");
  EXPECT_EQ(event(">ann: ABC (challenge) +5 12").kind, GcgEventKind::bonus);
  EXPECT_EQ(event(">ann:  (Challenge) +5 12").kind, GcgEventKind::bonus);
  EXPECT_EQ(event(">ann: (time) -10 12").kind, GcgEventKind::time);
  const GcgEvent out = event(">ann: (QU) +22 34");
  EXPECT_EQ(out.kind, GcgEventKind::end_rack);
  EXPECT_EQ(out.tiles, "QU");
  const GcgEvent penalty = event(">ann: QU (QU) -11 -11");
  EXPECT_EQ(penalty.rack, "QU");
  EXPECT_EQ(penalty.total, -11);
}

TEST(GcgParser, KeepsWhatIsNoEventWhereItStands) {
  const GcgGame game = parsed(kPlayers + ">ann: AB 8H\n>bob: CD 8H CD +8 8\n");
  ASSERT_EQ(game.events.size(), 2U);
  EXPECT_EQ(game.events[0].kind, GcgEventKind::unread);
  EXPECT_EQ(game.events[0].words, "AB 8H");
  ASSERT_EQ(problems(game), Names{"bad_syntax"});
  EXPECT_EQ(game.info.problems[0].offset_bytes, kPlayers.size());
  EXPECT_EQ(game.info.problems[0].message, "no event: >ann: AB 8H");
}

TEST(GcgParser, SaysWhenScoreOrTotalIsMissing) {
  const GcgGame game = parsed(kPlayers + ">ann: AB 8H AB\n>bob: CD 9H CD +8\n");
  EXPECT_EQ(problems(game), (Names{"bad_number", "bad_number"}));
  EXPECT_EQ(game.events[1].score, 8);
  EXPECT_EQ(game.events[1].total, std::nullopt);
}

TEST(GcgParser, ReadsNotesOfManyLines) {
  const GcgGame game =
      parsed("#note before\n" + kPlayers +
             ">ann: AB 8H AB +8 8\n#note one #hash\r\n two\n\nthree\n#note four\n\n"
             ">bob: CD - +0 0\nstray\n");
  EXPECT_EQ(game.start_note, "before");
  EXPECT_EQ(game.events[0].note, "one #hash\ntwo\n\nthree\nfour");
  EXPECT_EQ(game.events[1].note, "");
  EXPECT_EQ(problems(game), Names{"stray_text"});
  EXPECT_EQ(game.info.comment, "before\none #hash\ntwo\n\nthree\nfour");
}

TEST(GcgParser, LeavesQuotedLinesAndHashtagsToTheNote) {
  const GcgGame game = parsed(kPlayers +
                              ">ann: AB 8H AB +8 8\n#note one\n#findingsadder\n> Paul: 8H CAT no\n"
                              ">he: wrote\n> 7G\nlast\n#Title late\n#hue red\n>bob: CD - +0 0\n");
  ASSERT_EQ(game.events.size(), 2U);
  EXPECT_EQ(game.events[0].note, "one\n#findingsadder\n> Paul: 8H CAT no\n>he: wrote\n> 7G\nlast");
  EXPECT_EQ(game.info.comment, game.events[0].note);
  EXPECT_EQ(game.info.event, "late");
  EXPECT_EQ(problems(game), Names{"unknown_pragma"});
}

TEST(GcgParser, EndsANoteAtAnEventOfAKnownPlayerOrWithAScore) {
  const GcgGame game = parsed(kPlayers +
                              "#note one\n>Ann Lee: what?\n#note two\n>zed: AB 8H AB +8 8\n"
                              "#note three\n>zed: hm\n#note four\n4:>bob: CD 9H CD\n");
  ASSERT_EQ(game.events.size(), 4U);
  EXPECT_EQ(game.events[0].kind, GcgEventKind::unread);
  EXPECT_EQ(game.events[1].note, "three");
  EXPECT_EQ(game.events[2].words, "hm");
  EXPECT_EQ(game.events[3].kind, GcgEventKind::play);
}

TEST(GcgParser, CountsLinesOfNobodyThatAreNoEvents) {
  const GcgGame game = parsed(kPlayers + "> 8H\n>zed: hm\n>: 8H AB\n>ann: AB 8H AB +8 8\n");
  EXPECT_EQ(game.events.size(), 1U);
  EXPECT_EQ(problems(game), (Names{"bad_syntax", "bad_syntax", "bad_syntax"}));
  EXPECT_EQ(game.info.problems[1].message, "no event: >zed: hm");
}

TEST(GcgParser, TellsTilesThatSpellTimeFromAPenalty) {
  const GcgEvent out = event(">ann: (TIME) +12 71");
  EXPECT_EQ(out.kind, GcgEventKind::end_rack);
  EXPECT_EQ(out.tiles, "TIME");
  EXPECT_EQ(out.score, 12);
  EXPECT_EQ(event(">ann: EIMT (TIME) -6 65").kind, GcgEventKind::end_rack);
  for (const char* penalty : {"(time) -10 12", "(Time) -10 12", "(TIME) -10 12", "(TIME) +-10 12",
                              "AB (TIME) -10 12", "(time) +10 12", "(TIME)"}) {
    const GcgEvent time = event(std::string(">ann: ") + penalty);
    EXPECT_EQ(time.kind, GcgEventKind::time) << penalty;
    EXPECT_EQ(time.tiles, "") << penalty;
  }
  EXPECT_EQ(event(">ann: (CHALLENGE) +5 12").kind, GcgEventKind::bonus);
  EXPECT_EQ(event(">ann: CEEGHLLAN (CHALLENGE) -16 12").kind, GcgEventKind::end_rack);
}

TEST(GcgParser, KeepsEveryRackThatAnotherReplaces) {
  const GcgGame game = parsed(kPlayers + "#rack1 A\n#rack1 B\n>ann: AB - +0 0\n#rack1 C\n");
  const std::vector<std::pair<std::string, std::string>> pragmas = {{"rack1", "A"}, {"rack1", "B"}};
  EXPECT_EQ(game.pragmas, pragmas);
  EXPECT_EQ(game.last_racks, Names{"C"});
}

TEST(GcgParser, KeepsUnknownPragmasAndCountsThem) {
  const GcgGame game = parsed("#style wsc2001\n#colour red\n" + kPlayers);
  EXPECT_EQ(problems(game), Names{"unknown_pragma"});
  EXPECT_EQ(game.info.properties[1], (std::pair<std::string, std::string>("colour", "red")));
}

TEST(GcgParser, KnowsAPlayerByAnotherNick) {
  const GcgGame game = parsed(
      "#player1 Ann_Lee Ann Lee\n#player2 bob Bob Ray\n"
      ">annlee: AB 8H AB +8 8\n>robert: CD - +0 0\n>annlee: EF - +0 8\n");
  EXPECT_EQ(game.events[0].seat, 1);
  EXPECT_EQ(game.events[1].seat, 2);
  EXPECT_EQ(game.events[2].seat, 1);
  EXPECT_EQ(problems(game), Names{});
}

TEST(GcgParser, TakesANickThatIsNobodysAsTheOneWhoseTurnItIs) {
  const GcgGame game =
      parsed(kPlayers + ">ann: AB 8H AB +8 8\n>bob: CD - +0 0\n>jack: EF - +0 8\n>bob: G - +0 0\n");
  EXPECT_EQ(game.events[2].seat, 1);
  EXPECT_EQ(problems(game), Names{"wrong_player"});
}

TEST(GcgParser, SeatsThePlayersOfAGameWithoutPragmas) {
  const GcgGame game = parsed(">x: AB 8H AB +8 8\n>y: CD - +0 0\n");
  EXPECT_EQ(game.nicks, (Names{"x", "y"}));
  EXPECT_EQ(game.info.seats[1].name, "y");
}

TEST(GcgParser, SeatsFourPlayers) {
  const GcgGame game = parsed(kPlayers + "#player3 cat Cat\n#player4 dan Dan\n>dan: AB - +0 0\n");
  ASSERT_EQ(game.info.seats.size(), 4U);
  EXPECT_EQ(game.events[0].seat, 4);
}

TEST(GcgParser, ReadsNoEventsOfAFifthPlayer) {
  const GcgGame game = parsed(kPlayers +
                              "#player5 eve Eve\n>ann: AB 8H AB +8 8\n>eve: C 7H C +9 9\n"
                              ">bob: CD - +0 0\n");
  EXPECT_EQ(problems(game), (Names{"wrong_player", "wrong_player"}));
  EXPECT_EQ(game.info.problems[1].message, "eve has no seat, there are 4: the event is not read");
  EXPECT_EQ(game.events[1].kind, GcgEventKind::unread);
  EXPECT_EQ(game.events[1].words, "C 7H C +9 9");
  EXPECT_EQ(game.events[2].seat, 2);
  EXPECT_EQ(game.info.seats[0].score, 8);
  EXPECT_EQ(game.info.seats[1].score, 0);
  GcgGame again;
  const std::string written = write_gcg(game);
  EXPECT_FALSE(parse_gcg(written, {}, again).has_value());
  EXPECT_EQ(write_gcg(again), written);
  EXPECT_EQ(again.events[1].words, game.events[1].words);
}

TEST(GcgParser, ReadsTheEventsOfAFifthPlayerWhoHasASeatToo) {
  const GcgGame game = parsed(
      "#player1 ann\n#player5 eve Eve\n>ann: AB 8H AB +8 8\n>eve: C 7H C +9 9\n#player2 eve Eve\n");
  EXPECT_EQ(game.events[1].kind, GcgEventKind::play);
  EXPECT_EQ(game.events[1].seat, 2);
  GcgGame again;
  const std::string written = write_gcg(game);
  EXPECT_FALSE(parse_gcg(written, {}, again).has_value());
  EXPECT_EQ(write_gcg(again), written);
}

TEST(GcgParser, ReadsNoEventsOfAFifthPlayerWhoIsNamedAfterThemAndKeepsTheirNotes) {
  const GcgGame game = parsed(
      ">ann: AB 8H AB +8 8\n>eve: C 7H C +9 9\n#note early\n#player1 ann\n#player5 eve Eve\n");
  EXPECT_EQ(game.events[1].kind, GcgEventKind::unread);
  EXPECT_EQ(game.events[1].words, "C 7H C +9 9");
  EXPECT_EQ(game.info.comment, "early");
  GcgGame again;
  const std::string written = write_gcg(game);
  EXPECT_FALSE(parse_gcg(written, {}, again).has_value());
  EXPECT_EQ(write_gcg(again), written);
}

TEST(GcgParser, TakesTheResultFromTheTotals) {
  const GcgGame game =
      parsed(kPlayers + ">ann: AB 8H AB +8 8\n>bob: C 7H C +9 9\n>ann: (Q) +20 28\n");
  EXPECT_EQ(to_text(game.info.result), "B+19");
  EXPECT_EQ(game.info.result.from, ResultFrom::written);
  EXPECT_EQ(game.info.seats[0].score, 28);
  EXPECT_EQ(game.info.seats[1].score, 9);
}

TEST(GcgParser, KnowsNoResultOfAGameWithoutItsEnd) {
  const GcgGame game = parsed(kPlayers + ">ann: AB 8H AB +8 8\n>bob: C 7H C +9 9\n");
  EXPECT_EQ(game.info.result.winner, Winner::unknown);
  EXPECT_EQ(game.info.seats[1].score, 9);
}

TEST(GcgParser, KnowsDrawsAndWinnersAtTheThirdSeat) {
  EXPECT_EQ(parsed(kPlayers + ">ann: A (A) -1 5\n>bob: B - +0 5\n").info.result.winner,
            Winner::draw);
  const GcgGame game = parsed(kPlayers +
                              "#player3 cat Cat\n>ann: A (A) -1 5\n>bob: B - +0 7\n"
                              ">cat: B - +0 10\n");
  EXPECT_EQ(game.info.result.winner, Winner::third);
  EXPECT_EQ(game.info.result.margin, 3);
}

TEST(GcgParser, ReadsLatin1UnlessTheBytesAreUtf8) {
  EXPECT_EQ(parsed("#player1 c c\xE9sar\n#player2 b B\n").info.seats[0].name, "césar");
  EXPECT_EQ(parsed("#player1 c c\xC3\xA9sar\n#player2 b B\n").info.seats[0].name, "césar");
  EXPECT_EQ(parsed("#player1 c \xB3\n#character-encoding ISO-8859-2\n").info.seats[0].name, "ł");
  const GcgGame wrong = parsed("#character-encoding UTF-8\n#player1 c c\xE9sar\n");
  EXPECT_EQ(wrong.info.problems.at(0).kind, ProblemKind::wrong_charset);
  EXPECT_EQ(wrong.info.seats[0].name, "césar");
  const GcgGame name =
      parsed("#character-encoding UTF-8\n#player1 a \xC4nn\n#player2 b \xD6l\xF6\n");
  EXPECT_EQ(name.info.seats[0].name, "Änn");
  EXPECT_EQ(name.info.seats[1].name, "Ölö");
  EXPECT_EQ(name.info.charset, "ISO-8859-1");
}

TEST(GcgParser, RejectsWhatHasNeitherPlayerNorEvent) {
  GcgGame game;
  const auto reject = parse_gcg("#title nothing\nat all\n", {}, game);
  ASSERT_TRUE(reject.has_value());
  EXPECT_EQ(reject->kind, ProblemKind::bad_syntax);
}

TEST(GcgParser, RejectsMoreEventsThanItsLimit) {
  GcgGame game;
  GcgOptions options;
  options.max_events = 2;
  const auto reject = parse_gcg(">a: A - +0 0\n>b: A - +0 0\n>a: A - +0 0\n", options, game);
  ASSERT_TRUE(reject.has_value());
  EXPECT_EQ(reject->message, "more than 2 events");
}

}  // namespace
}  // namespace ludex
