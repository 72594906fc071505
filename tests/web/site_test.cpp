#include "web/site.hpp"

#include "ludex/archive.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"
#include "web/http/target.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <memory>
#include <stop_token>
#include <string>

namespace ludex::web {
namespace {

using Json = nlohmann::ordered_json;

class Collected final : public BodySink {
 public:
  bool write(std::string_view piece) override {
    text += piece;
    return true;
  }
  std::string text;
};

/// A site of the samples, asked without a socket.
class SiteTest : public testing::Test {
 protected:
  SiteTest() {
    Archive archive(folder_.path("games.db"));
    archive.index({.sources = {(test::sample_data() / "sample").native(),
                               (test::sample_data() / "boards").native()}});
    open({});
  }

  void open(SiteOptions options) {
    options.database = folder_.path("games.db");
    handler_ = make_site(std::move(options))();
  }

  Response get(std::string_view address, std::vector<Field> headers = {}) {
    const auto target = parse_target(address);
    Request request;
    request.path = target->path;
    request.parameters = target->parameters;
    request.headers = std::move(headers);
    return handler_->answer(request, {});
  }

  Json json(std::string_view address) { return Json::parse(get(address).body); }

  std::string text(std::string_view address) {
    const Response response = get(address);
    if (!response.stream) return response.body;
    Collected collected;
    response.stream(collected);
    return collected.text;
  }

  test::TemporaryFolder folder_;
  std::unique_ptr<Handler> handler_;
};

TEST_F(SiteTest, SaysWhatIsInside) {
  const Json info = json("/api/v1/info");
  EXPECT_EQ(info["name"], "games.db");
  EXPECT_EQ(info["by_game"][0]["game"], "go");
  EXPECT_EQ(info["by_game"][0]["first_year"], "1835");
  EXPECT_EQ(info["command"], "ludex info games.db");
}

TEST_F(SiteTest, PagesThroughGames) {
  const Json first = json("/api/v1/games?player=alphago&limit=6");
  EXPECT_EQ(first["total"], 10);
  EXPECT_EQ(first["rows"].size(), 6U);
  EXPECT_EQ(first["next_offset"], 6);
  const Json rest = json("/api/v1/games?player=alphago&limit=6&offset=6&columns=id,black");
  EXPECT_EQ(rest["rows"].size(), 4U);
  EXPECT_EQ(rest["rows"][0].size(), 2U);
  EXPECT_TRUE(rest["next_offset"].is_null());
}

TEST_F(SiteTest, GivesTheEqualCommandLine) {
  const Json answer = json("/api/v1/games?player=O'Brien+-+x&unique=1&columns=id");
  EXPECT_EQ(answer["command"], R"(ludex find games.db --player 'O'\''Brien - x' --unique)");
}

TEST_F(SiteTest, GivesRowsAloneByTheEndingOfThePath) {
  EXPECT_TRUE(text("/api/v1/games.csv?id=1").starts_with("id,game,kind,"));
  EXPECT_EQ(Json::parse(text("/api/v1/games.ndjson?id=1"))["id"], 1);
}

TEST_F(SiteTest, ExploresWithPointsOfTheBoardAndAPicture) {
  const Json answer = json("/api/v1/explore?position=moves:pd,dp&svg=1");
  EXPECT_EQ(answer["rows"][0]["move"], "cd");
  EXPECT_EQ(answer["rows"][0]["points"], Json::parse("[[2,3]]"));
  EXPECT_EQ(answer["to_move"], "Black");
  EXPECT_TRUE(answer["svg"].get<std::string>().starts_with("<svg"));
}

TEST_F(SiteTest, WritesNextMovesInTheNotationAskedFor) {
  const Json answer = json("/api/v1/explore?position=moves:pd,dp&notation=board");
  EXPECT_EQ(answer["rows"][0]["move"], "Q3");
  EXPECT_EQ(answer["rows"][0]["points"], Json::parse("[[15,16]]"));
  EXPECT_EQ(answer["command"], "ludex explore games.db --position moves:pd,dp --notation board");
  EXPECT_EQ(get("/api/v1/explore?position=moves:pd&notation=board&svg=1").status, 400);
  EXPECT_EQ(get("/api/v1/explore?position=moves:pd&notation=none").status, 400);
}

TEST_F(SiteTest, SortsMovesAndLeavesRareOnesOut) {
  const Json answer = json("/api/v1/explore?position=moves:pd&game=go&sort=-score&min-games=2");
  ASSERT_EQ(answer["rows"].size(), 3U);
  EXPECT_EQ(answer["rows"][0]["move"], "dp") << "moves keep their own notation";
  const Json rare = json("/api/v1/stats?by=player&min-games=7");
  EXPECT_EQ(rare["rows"].size(), 2U);
}

TEST_F(SiteTest, NamesTheParameterThatMakesNoSense) {
  const std::pair<std::string, std::string> wrong[] = {{"game=go&pattern=BX/2", "pattern"},
                                                       {"position=moves:zz", "position"},
                                                       {"position=@1:99999", "position"},
                                                       {"from=soon", "from"}};
  for (const auto& [query, parameter] : wrong) {
    const Json error = Json::parse(get("/api/v1/games?" + query).body)["error"];
    EXPECT_EQ(error["parameter"], parameter) << query;
    EXPECT_TRUE(std::string(error["message"]).starts_with(parameter)) << error["message"];
  }
}

TEST_F(SiteTest, PlaysMovesByTheRulesOfTheGame) {
  const Json after = json("/api/v1/play?position=moves:dd&move=pp");
  EXPECT_EQ(after["move"], "pp");
  EXPECT_EQ(after["to_move"], "Black");
  EXPECT_EQ(after["names"][0], "aa");
  const Response refused = get("/api/v1/play?position=moves:dd&move=dd");
  EXPECT_EQ(refused.status, 422);
  EXPECT_EQ(Json::parse(refused.body)["error"]["parameter"], "move");
  const std::string shogi = "/api/v1/play?game=shogi&position=moves:&move=";
  EXPECT_EQ(get(shogi + "7g7f").status, 200);
  EXPECT_EQ(Json::parse(get(shogi + "7g7f%2B").body)["error"]["message"],
            "move '7g7f+': a piece promotes where it enters, leaves or stays in the last three "
            "ranks");
}

TEST_F(SiteTest, ShowsVariationsBelowTheirParents) {
  std::ofstream(folder_.path("tree.sgf"))
      << "(;GM[1]SZ[9]PB[Tree];B[aa](;W[bb];B[ff])(;W[cc]C[instead];B[dd]))";
  Archive(folder_.path("games.db")).index({.sources = {folder_.path("tree.sgf")}});
  const std::int64_t id = json("/api/v1/games?player=tree&columns=id")["rows"][0]["id"];
  std::string plies;
  const Json moves = json("/api/v1/games/" + std::to_string(id) + "/moves");
  for (const Json& ply : moves["rows"]) {
    plies += ply["move"].get<std::string>() + ' ' + ply["parent_ply"].dump() + '-' +
             ply["ply"].dump() + (ply["main_line"] == 1 ? "; " : " beside; ");
    if (!ply["comment"].is_null()) plies += ply["comment"].get<std::string>() + ' ';
  }
  EXPECT_EQ(plies, "aa 0-1; bb 1-2; ff 2-3; cc 1-4 beside; instead dd 4-5 beside; ");
}

TEST_F(SiteTest, NamesTheCharsetOfARecordAsItWasFound) {
  std::ofstream(folder_.path("gbk.sgf"))
      << "(;GM[1]CA[gb2312]SZ[9]PB[\xb3\xc2\xd7\xe6\xb5\xc2]GN[gbk];B[ee])";
  Archive(folder_.path("games.db")).index({.sources = {folder_.path("gbk.sgf")}});
  const Json found = json("/api/v1/games?game-name=gbk&columns=id,black");
  EXPECT_EQ(found["rows"][0]["black"], "陈祖德");
  const std::string address =
      "/api/v1/games/" + std::to_string(found["rows"][0]["id"].get<std::int64_t>()) + "/record";
  EXPECT_EQ(*find_field(get(address).headers, "Content-Type"), "text/plain; charset=GB18030");
  EXPECT_NE(text(address).find("PB[\xb3\xc2\xd7\xe6\xb5\xc2]"), std::string::npos);
}

TEST_F(SiteTest, ExportsTheRecordsOfASelection) {
  const Response original = get("/api/v1/export?player=fan+hui");
  EXPECT_EQ(*find_field(original.headers, "Content-Type"), "text/plain");
  EXPECT_EQ(*find_field(original.headers, "Content-Disposition"),
            "attachment; filename=\"games.sgf\"");
  const std::int64_t records = json("/api/v1/games?player=fan+hui")["total"];
  const std::string anew = text("/api/v1/export?player=fan+hui&format=sgf");
  std::int64_t found = 0;
  for (std::size_t at = anew.find("(;"); at != std::string::npos; at = anew.find("(;", at + 1)) {
    ++found;
  }
  EXPECT_GT(records, 0);
  EXPECT_EQ(found, records);
  EXPECT_EQ(text("/api/v1/export?player=nobody"), "");
  const std::string lines = text("/api/v1/export.csv?player=fan+hui");
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), records + 1);

  Collected nothing;
  try {
    get("/api/v1/export").stream(nothing);
    FAIL() << "SGF and CSA in one file";
  } catch (const StreamRefused& refused) {
    EXPECT_EQ(refused.answer.status, 400);
    EXPECT_EQ(Json::parse(refused.answer.body)["error"]["parameter"], "format");
  }
  EXPECT_EQ(nothing.text, "");
  EXPECT_EQ(get("/api/v1/export?variations=1").status, 400);
  EXPECT_EQ(get("/api/v1/export?format=nothing").status, 400);
}

TEST_F(SiteTest, DrawsAPositionAsTextAndCountsUnseenTiles) {
  const Json go = json("/api/v1/position?position=moves:aa&text=1&size=9");
  EXPECT_NE(go["text"].get<std::string>().find("A B C"), std::string::npos);
  EXPECT_TRUE(go["unseen"].is_null());
  EXPECT_FALSE(json("/api/v1/position?position=moves:aa").contains("text"));
  const std::string row = "15/15/15/15/15/15/15/6ZA7/15/15/15/15/15/15/15";
  const Json tiles = json("/api/v1/position?position=" + row + "+EE?/+0/0+0");
  EXPECT_TRUE(tiles["unseen"].get<std::string>().starts_with("? AAAAAAAA BB ")) << tiles["unseen"];
}

TEST_F(SiteTest, SaysHowManyRowsThereAreInAll) {
  EXPECT_EQ(json("/api/v1/sources?limit=1")["total"], json("/api/v1/sources")["rows"].size());
  EXPECT_EQ(json("/api/v1/rejects")["total"], 0);
  EXPECT_EQ(json("/api/v1/problems?limit=1")["total"], json("/api/v1/problems")["rows"].size());
  const Json stats = json("/api/v1/stats?by=player&limit=2");
  EXPECT_EQ(stats["rows"].size(), 2U);
  EXPECT_EQ(stats["total"], json("/api/v1/stats?by=player")["rows"].size());
}

TEST_F(SiteTest, CompletesNamesByTheBeginningsOfTheirWords) {
  const Json names = json("/api/v1/players?prefix=SED");
  ASSERT_EQ(names["rows"].size(), 1U);
  EXPECT_EQ(names["rows"][0]["name"], "Lee Sedol");
  EXPECT_TRUE(json("/api/v1/players?prefix=edol")["rows"].empty());
}

TEST_F(SiteTest, RefusesWhatARouteDoesNotTake) {
  for (const std::string_view wrong :
       {"games?nothing=1", "games?limit=0", "games?limit=x", "games?unique=yes", "games?id=@x",
        "games?id=1&id=2", "explore?position=-", "games?all-hits=1", "stats?by=nothing",
        "games?wide=1", "games?color=never", "stats?by=year&notation=board",
        "explore?position=moves:&sort=nothing"}) {
    const Response response = get("/api/v1/" + std::string(wrong));
    EXPECT_EQ(response.status, 400) << wrong;
    EXPECT_FALSE(Json::parse(response.body)["error"]["message"].empty()) << wrong;
  }
}

TEST_F(SiteTest, AnswersNoSqlUnlessItMay) {
  SiteOptions options;
  open(options);
  EXPECT_EQ(get("/api/v1/sql?sql=SELECT+1").status, 403);
  EXPECT_EQ(get("/api/v1/games?where=komi+%3E+5").status, 403);
  options.sql = true;
  open(options);
  EXPECT_EQ(json("/api/v1/sql?sql=SELECT+1+AS+a")["rows"], Json::parse("[[1]]"));
  EXPECT_EQ(get("/api/v1/sql?sql=DROP+TABLE+game").status, 422);
}

TEST_F(SiteTest, HidesThePathsOfSources) {
  SiteOptions options;
  options.hide_paths = true;
  open(options);
  EXPECT_EQ(json("/api/v1/games?id=1")["rows"][0]["source"], "alphago-fan-hui.sgf.gz");
  const Json sources = json("/api/v1/sources");
  EXPECT_FALSE(sources["rows"].empty());
  for (const Json& source : sources["rows"]) {
    EXPECT_EQ(source["source"].get<std::string>().find('/'), std::string::npos);
  }
  EXPECT_EQ(text("/api/v1/games.csv?id=1").find(folder_.path("")), std::string::npos);
  EXPECT_EQ(get("/api/v1/export?id=1&format=csv").status, 403);
  EXPECT_EQ(get("/api/v1/export?id=1&format=csv&positions=last").status, 200);
}

TEST_F(SiteTest, KnowsWhatTheClientHasUntilTheDatabaseChanges) {
  const std::string_view address = "/api/v1/games?limit=1";
  const Response first = get(address);
  const std::string etag = *find_field(first.headers, "ETag");
  EXPECT_EQ(get(address, {{"if-none-match", etag}}).status, 304);
  std::ofstream(folder_.path("new.sgf")) << "(;GM[1]SZ[9];B[ee])";
  Archive(folder_.path("games.db")).index({.sources = {folder_.path("new.sgf")}});
  EXPECT_EQ(get(address, {{"if-none-match", etag}}).status, 200);
}

TEST_F(SiteTest, StopsWhenNobodyReads) {
  std::stop_source stop;
  stop.request_stop();
  Request request;
  request.path = "/api/v1/explore";
  request.parameters = {{"position", "moves:"}};
  EXPECT_EQ(handler_->answer(request, stop.get_token()).status, 504);
}

TEST_F(SiteTest, ServesPagesAndTheirFiles) {
  const Response page = get("/explore?position=moves:");
  EXPECT_EQ(page.status, 200);
  EXPECT_NE(page.body.find("type=\"module\""), std::string::npos);
  EXPECT_EQ(get("/favicon.svg").status, 200);
  EXPECT_EQ(get("/nothing").status, 404);
}

}  // namespace
}  // namespace ludex::web
