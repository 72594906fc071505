#include "store/sql/bounded_functions.hpp"

#include "core/call_scope.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <chrono>
#include <random>
#include <string>
#include <vector>

namespace ludex {
namespace {

/// A connection, with SQLite's own functions or with ours.
class Connection {
 public:
  explicit Connection(bool bounded) {
    EXPECT_EQ(sqlite3_open(":memory:", &handle_), SQLITE_OK);
    if (bounded) {
      EXPECT_EQ(add_bounded_functions(handle_), SQLITE_OK);
    }
  }
  ~Connection() { sqlite3_close(handle_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// The type and value of an expression, or what is wrong with it.
  std::string value(const std::string& expression) {
    std::string out;
    const auto add = [](void* text, int, char** values, char**) {
      *static_cast<std::string*>(text) = values[0] == nullptr ? "NULL" : values[0];
      return 0;
    };
    const std::string sql =
        "SELECT typeof(x) || ' ' || quote(x) FROM (SELECT " + expression + " AS x)";
    char* error = nullptr;
    if (sqlite3_exec(handle_, sql.c_str(), add, &out, &error) != SQLITE_OK) out = error;
    sqlite3_free(error);
    return out;
  }

 private:
  sqlite3* handle_ = nullptr;
};

void expect_same(const std::vector<std::string>& expressions) {
  Connection theirs(false), ours(true);
  for (const std::string& expression : expressions) {
    EXPECT_EQ(ours.value(expression), theirs.value(expression)) << expression;
  }
}

std::string random_text(std::mt19937& random, std::string_view signs, std::size_t most) {
  std::string text = "'";
  for (std::size_t n = random() % (most + 1); n > 0; --n) text += signs[random() % signs.size()];
  return text + "'";
}

TEST(BoundedFunctions, MatchRandomPatternsAsSqliteDoes) {
  std::mt19937 random(7);
  std::vector<std::string> expressions;
  for (int i = 0; i < 4000; ++i) {
    const std::string text = random_text(random, "abAB-]^", 7);
    expressions.push_back(text + " LIKE " + random_text(random, "abA%_-", 6));
    expressions.push_back(text + " LIKE " + random_text(random, "ab%_A", 6) + " ESCAPE 'A'");
    expressions.push_back(text + " GLOB " + random_text(random, "abA*?[]^-", 8));
  }
  expect_same(expressions);
}

TEST(BoundedFunctions, GiveTheValuesThatSqliteGives) {
  std::mt19937 random(8);
  std::vector<std::string> expressions = {"NULL LIKE 'a'",
                                          "'a' LIKE NULL",
                                          "'a' LIKE 'a' ESCAPE NULL",
                                          "'a' LIKE 'a' ESCAPE 'ab'",
                                          "'%' LIKE '%%' ESCAPE '%'",
                                          "'_' LIKE '__' ESCAPE '_'",
                                          "12 LIKE '1%'",
                                          "x'6162' LIKE 'AB'",
                                          "'é囲' LIKE '__'",
                                          "'É' LIKE 'é'",
                                          "'囲碁' GLOB '[囲-碁]?'",
                                          "'a' GLOB '[]'",
                                          "instr(NULL, 'a')",
                                          "instr('囲碁', '碁')",
                                          "instr(x'e59bb2', x'b2')",
                                          "instr('abc', '')",
                                          "instr('', 'a')",
                                          "instr(123, 2)",
                                          "replace('abab', '', 'x')",
                                          "replace(NULL, 'a', 'b')",
                                          "replace(121, 1, 3)",
                                          "replace('aaa', 'aa', 'b')",
                                          "trim('囲碁囲', '囲')",
                                          "ltrim('xxa', 'xy')",
                                          "rtrim('axy', 'xy')",
                                          "trim('a', NULL)",
                                          "trim('abc', '')",
                                          "trim('  a ')",
                                          "like('%', '%%', '%')"};
  for (int i = 0; i < 500; ++i) {
    const std::string text = random_text(random, "aab", 8);
    expressions.push_back("instr(" + text + ", " + random_text(random, "ab", 3) + ")");
    expressions.push_back("replace(" + text + ", " + random_text(random, "ab", 2) + ", 'xyz')");
    expressions.push_back("trim(" + text + ", " + random_text(random, "abc", 2) + ")");
  }
  expect_same(expressions);
}

TEST(BoundedFunctions, TakeTimeInProportionToTheirArguments) {
  Connection ours(true);
  const std::string text = "hex(zeroblob(4000000))", part = "hex(zeroblob(2000000)) || '1'";
  EXPECT_EQ(ours.value("instr(" + text + ", " + part + ")"), "integer 0");
  EXPECT_EQ(ours.value("length(replace(" + text + ", " + part + ", ''))"), "integer 8000000");
  EXPECT_EQ(ours.value("length(trim(" + text + ", " + part + "))"), "integer 0");
  EXPECT_EQ(ours.value("hex(zeroblob(10000)) LIKE '%0%0%0%0%0%0%0%0%0%1'"), "integer 0");
}

TEST(BoundedFunctions, MatchesStopWhenTheCallIsOver) {
  Connection ours(true);
  Call call;
  call.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
  const CallScope scope(call);
  EXPECT_EQ(ours.value("hex(zeroblob(30000000)) LIKE '%' || hex(zeroblob(20000)) || '1'"),
            "interrupted");
}

}  // namespace
}  // namespace ludex
