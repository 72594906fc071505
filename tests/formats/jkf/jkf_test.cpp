#include "formats/jkf/jkf.hpp"

#include "formats/collected_records.hpp"
#include "formats/format_room.hpp"
#include "formats/jkf/jkf_splitter.hpp"
#include "formats/kif/kif.hpp"
#include "formats/shogi/shogi_positions.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

constexpr std::string_view kShort =
    R"({"header":{"先手":"羽生","後手":"谷川","棋戦":"名人戦","開始日時":"2024/07/15 10:00"},
 "initial":{"preset":"HIRATE"},"moves":[{"comments":["始まり","","続き"]},
 {"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},
  "time":{"now":{"m":0,"s":16},"total":{"h":0,"m":0,"s":16}},"comments":["よい手","&しおり"]},
 {"forks":[[{"move":{"from":{"x":8,"y":3},"to":{"x":8,"y":4},"piece":"FU"}},
            {"move":{"from":{"x":2,"y":7},"to":{"x":2,"y":6},"piece":"FU"},
             "forks":[[{"special":"CHUDAN"}]]}]],
  "move":{"color":1,"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"}},
 {"move":{"color":0,"from":{"x":8,"y":8},"to":{"x":2,"y":2},"promote":true,"piece":"KA"}},
 {"move":{"color":1,"from":{"x":3,"y":1},"same":true,"piece":"GI"}},
 {"move":{"to":{"x":5,"y":5},"piece":"KA","relative":"H"}},
 {"special":"TORYO","time":{"now":{"h":1,"m":2,"s":3}}}],"type":"kif","extra":{"a":[1]}})";

ShogiGame parsed(std::string_view text) {
  ShogiGame game;
  const auto reject = parse_jkf(text, {}, game);
  EXPECT_FALSE(reject) << text << ": " << reject->message;
  return game;
}

std::string reject_of(std::string_view text) {
  ShogiGame game;
  const auto reject = parse_jkf(text, {}, game);
  return reject ? std::to_string(reject->offset_bytes) + ": " + reject->message : "read";
}

std::string written(const ShogiGame& game) {
  std::string text;
  ShogiLosses losses;
  write_jkf(game, text, losses);
  return text;
}

TEST(Jkf, ReadsHeadersIntoTheColumnsThatThereAre) {
  const GameInfo info = parsed(kShort).info;
  EXPECT_EQ(info.seats[0].name, "羽生");
  EXPECT_EQ(info.seats[1].name, "谷川");
  EXPECT_EQ(info.event, "名人戦");
  EXPECT_EQ(info.date.from, 20240715);
  EXPECT_EQ(info.comment, "始まり\n\n続き");
  EXPECT_EQ(info.result.winner, Winner::first);
  EXPECT_EQ(info.properties,
            (decltype(info.properties){{"type", "kif"}, {"extra", R"({"a":[1]})"}}));
  EXPECT_EQ(faults_of(parsed(kShort)), "");
}

TEST(Jkf, ReadsMovesTimesCommentsBookmarksAndVariations) {
  const ShogiGame game = parsed(kShort);
  EXPECT_EQ(tree_of(game), (std::vector<std::string>{
                               "-1 77-76FU 16s *よい手 &しおり", "0 33-34FU * &", "1 88-22KA+ * &",
                               "2 31-22GI * &", "3 -55KA * &", "4 投了 3723s * &", "0 83-84FU * &",
                               "6 27-26FU * &", "6 中断 * &"}));
  EXPECT_EQ(positions_of(game).size(), 8u);
}

TEST(Jkf, TakesMinimalMovesAndOlderColours) {
  const ShogiGame game = parsed(
      R"({"header":{"手合割":"平手　　"},"moves":[{},
      {"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"color":true}},
      {"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"color":false}},
      {"move":{"from":null,"piece":"FU","to":{"x":5,"y":5}}}]})");
  EXPECT_EQ(positions_of(game).size(), 3u);
  EXPECT_EQ(faults_of(game), "impossible_move at 201: ５五歩打: no 歩 in hand\n");
}

TEST(Jkf, ReadsHandicapsAndBoards) {
  EXPECT_EQ(parsed(R"({"initial":{"preset":"6"},"moves":[{}]})").info.handicap, 6);
  EXPECT_EQ(parsed(R"({"header":{"手合割":"香落ち"},"moves":[{}]})").handicap, "香落ち");
  const ShogiGame game = parsed(
      R"({"initial":{"preset":"OTHER","data":{"color":1,"board":[
      [{"color":1,"kind":"OU"},{},{"color":0,"kind":"TO"},{},{},{},{},{},{}],
      [{},{},{},{},{},{},{},{},{}],[],[],[],[],[],[],[]],
      "hands":[{"FU":3,"HI":1},{"KI":4}]}},"moves":[{"comments":["詰"]}]})");
  EXPECT_EQ(positions_of(game).front(), "8k/9/8+P/9/9/9/9/9/9 w R3P4g 1");
  EXPECT_EQ(game.info.kind, GameKind::problem);
  EXPECT_EQ(positions_of(parsed(written(game))), positions_of(game));
}

TEST(Jkf, ReadsABoardWithoutPieces) {
  const ShogiGame game = parsed(R"({"initial":{"preset":"OTHER","data":{"board":[
      [],[],[],[],[],[],[],[],[]]}},"moves":[{}]})");
  EXPECT_EQ(positions_of(game).front(), "9/9/9/9/9/9/9/9/9 b - 1");
  EXPECT_EQ(positions_of(parsed(written(game))), positions_of(game));
}

TEST(Jkf, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(reject_of("{}"), "0: no object with header, initial or moves");
  EXPECT_EQ(reject_of(R"({"header":[}")"), "12: the JSON ends or breaks here");
  EXPECT_EQ(reject_of("text"), "2: the JSON ends or breaks here");
  EXPECT_EQ(
      faults_of(parsed(R"({"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":0,"y":6}}}]})")),
      "bad_syntax at 13: no origin, destination or piece that shogi has\n");
  EXPECT_EQ(faults_of(parsed(R"({"initial":{"preset":"KE"},"moves":[{"special":"SLEEP"}]})")),
            "bad_handicap at 0: KE\nbad_result at 36: SLEEP\n");
  EXPECT_EQ(faults_of(parsed(R"({"moves":[{},{"move":{"color":0,"from":{"x":7,"y":7},
"to":{"x":7,"y":6}}},{"move":{"color":0,"from":{"x":3,"y":3},"to":{"x":3,"y":4}}}]})")),
            "bad_value at 75: the color of another player's move\n");
}

TEST(Jkf, ARecordThatIsCutShortGivesWhatStandsBefore) {
  const std::string whole(kShort);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    ShogiGame game;
    if (parse_jkf(std::string_view(whole).substr(0, size), {}, game)) continue;
    EXPECT_FALSE(game.info.problems.empty()) << size;
    EXPECT_LE(positions_of(game).size(), 8u) << size;
  }
  const ShogiGame cut =
      parsed(std::string_view(kShort).substr(0, kShort.find(R"({"special":"TORYO)")));
  EXPECT_EQ(positions_of(cut).size(), 8u);
  EXPECT_EQ(cut.info.problems.size(), 1u);
}

TEST(Jkf, WhatIsWrittenReadsBackTheSame) {
  const ShogiGame game = parsed(kShort);
  const std::string text = written(game);
  EXPECT_TRUE(nlohmann::json::accept(text)) << text;
  const ShogiGame again = parsed(text);
  EXPECT_EQ(tree_of(again), tree_of(game));
  EXPECT_EQ(again.headers, game.headers);
  EXPECT_EQ(again.start_comment, game.start_comment);
  EXPECT_EQ(written(again), text);
}

TEST(Jkf, KifAndBackKeepsTheGame) {
  const ShogiGame game = parsed(kShort);
  ShogiGame kif;
  ASSERT_FALSE(parse_kif(write_kif(game, KifDialect::kif), {}, kif));
  EXPECT_EQ(tree_of(kif), tree_of(game));
  EXPECT_EQ(tree_of(parsed(written(kif))), tree_of(game));
}

TEST(Jkf, WritesWhatReadersNeedToShowAMove) {
  const std::string text = written(parsed(kShort));
  EXPECT_NE(text.find(R"({"move":{"color":0,"from":{"x":8,"y":8},"to":{"x":2,"y":2},)"
                      R"("piece":"KA","promote":true,"capture":"KA"}})"),
            text.npos)
      << text;
  EXPECT_NE(text.find(R"("piece":"GI","same":true,"capture":"UM"})"), text.npos) << text;
}

TEST(Jkf, ManyNestedVariationsNeedNoStack) {
  constexpr int kDepth = 50'000;
  std::string text = R"({"moves":[{})";
  for (int i = 0; i < kDepth; ++i) {
    text += i % 2 == 0 ? R"(,{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}},"forks":[[)"
                       : R"({"move":{"from":{"x":2,"y":7},"to":{"x":2,"y":6}},"forks":[[)";
    if (i % 2 != 0) text += "{}";
  }
  ShogiGame game;
  EXPECT_FALSE(parse_jkf(text, {}, game));
  EXPECT_EQ(game.info.problems.size(), 1u) << "it is not closed";
  EXPECT_FALSE(parse_jkf(std::string(1'000'000, '['), {}, game) == std::nullopt);
}

Cut cut_jkf(std::size_t chunk_bytes, const std::string& text,
            std::size_t max_record_bytes = 1 << 20) {
  return cut_with(JkfSplitter({.max_record_bytes = max_record_bytes}, {}), chunk_bytes, text);
}

TEST(JkfSplitter, FindsObjectsInLinesAndInArrays) {
  const std::string one = R"({"header":{"a":"}\"]"},"moves":[{}]})";
  const std::vector<std::string> two = {one, one};
  for (const std::string& text : {one + "\n" + one + "\n", "[" + one + ",\n " + one + "]\n",
                                  "\x1E" + one + "\n\x1E" + one, one + one}) {
    const Cut whole = cut_jkf(text.size() + 1, text);
    EXPECT_EQ(texts_of(whole), two) << text;
    EXPECT_EQ(coverage_fault(whole, text), "") << text;
    for (std::size_t n = 1; n < text.size(); ++n) {
      EXPECT_EQ(cut_jkf(n, text), whole) << text << ", chunks of " << n << " bytes";
    }
  }
}

TEST(Jkf, SaysWhereInTheBytesOfShiftJis) {
  for (const std::string_view between : {"", "\n"}) {
    std::string utf8(kShort), text;
    std::erase(utf8, '\n');
    utf8.insert(utf8.find("\"initial\""), between);
    utf8.replace(utf8.find("TORYO"), 5, "SLEEP");
    ASSERT_EQ(append_in_charset(Charset::shift_jis, utf8, "?", text), 0U);
    const ShogiGame of_utf8 = parsed(utf8), game = parsed(text);
    EXPECT_EQ(game.info.charset, "Shift_JIS");
    EXPECT_EQ(game.info.seats[0].name, "羽生");
    ASSERT_EQ(game.info.problems.size(), 1U);
    EXPECT_EQ(game.info.problems[0].offset_bytes, text.find(R"({"special":"SLEEP")"));
    ASSERT_EQ(game.nodes.size(), of_utf8.nodes.size());
    for (std::size_t i = 0; i < game.nodes.size(); ++i) {
      EXPECT_EQ(text.substr(game.nodes[i].offset_bytes, 16),
                utf8.substr(of_utf8.nodes[i].offset_bytes, 16));
    }
  }
}

TEST(JkfSplitter, DamageEndsAtTheNextObject) {
  const std::string one = R"({ "header":{},"moves":[{}]})";
  const std::string text = "y\":7}}]}\n" + one +
                           "\n{\"header\":{},\"moves\":[{\"comments\":[\"cut\n" + one +
                           "\n{\"header\":{},\"moves\":[{}";
  const Cut whole = cut_jkf(text.size() + 1, text);
  EXPECT_EQ(texts_of(whole), (std::vector<std::string>{
                                 "y\":7}}]}", one, "{\"header\":{},\"moves\":[{\"comments\":[\"cut",
                                 one, "{\"header\":{},\"moves\":[{}"}));
  EXPECT_TRUE(whole.records[2].unclosed && whole.records[4].unclosed);
  EXPECT_EQ(coverage_fault(whole, text), "");
  for (std::size_t n = 1; n < text.size(); ++n) {
    EXPECT_EQ(cut_jkf(n, text), whole) << "chunks of " << n << " bytes";
    const Cut in_pieces = cut_jkf(n, text, 24);
    EXPECT_EQ(in_pieces, cut_jkf(text.size() + 1, text, 24)) << "chunks of " << n << " bytes";
    EXPECT_EQ(coverage_fault(in_pieces, text), "");
  }
}

TEST(JkfSplitter, KnowsUtf16) {
  const std::string narrow = R"({"moves":[{}]} {"moves":[{}]})";
  std::string wide = "\xFF\xFE";
  for (const char c : narrow) (wide += c) += '\0';
  const Cut whole = cut_jkf(wide.size() + 1, wide);
  EXPECT_EQ(whole.records.size(), 2u);
  EXPECT_EQ(coverage_fault(whole, wide), "");
  for (std::size_t n = 1; n < wide.size(); ++n) EXPECT_EQ(cut_jkf(n, wide), whole) << n;
}

TEST(Jkf, IsRecognisedByItsKeys) {
  const auto format_of = [](std::string_view head) { return detect_format(head, "file"); };
  EXPECT_EQ(format_of(kShort), Format::jkf);
  EXPECT_EQ(format_of(R"([{"initial":{},"moves" : [)"), Format::jkf);
  EXPECT_EQ(format_of(R"({"moves":["e2e4"]})"), std::nullopt);
  EXPECT_EQ(format_of(R"({"id":1,"moves":117})"), std::nullopt);
  EXPECT_EQ(detect_format("", "game.jkf.xz"), Format::jkf);
}

}  // namespace
}  // namespace ludex
