// Any text as a statement of `ludex sql`, as `--where`, as arguments of Ludex's functions, and as
// values of filters, over one small database: an answer, or a message; within its time, and
// changing nothing.
#include "ludex/archive.hpp"
#include "ludex/error.hpp"
#include "options/option_table.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

#include "fuzz_input.hpp"

#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace ludex;
using fuzz::FuzzInput;
using fuzz::require;

namespace {

constexpr std::chrono::milliseconds kTimeout{300};
constexpr double kMostSeconds = 3;  // of CPU time: the time limit with a sanitizer around it

double cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// The samples that come with the project, indexed once.
class SmallDatabase {
 public:
  SmallDatabase() : archive_(folder_.path("games.db")) {
    archive_.index({.sources = {(test::sample_data() / "sample").native(),
                                (test::sample_data() / "boards").native()},
                    .threads = 1});
    archive_ = Archive::open(folder_.path("games.db"));
    all_ = archive_.find(Query{}).games;
    require(all_ > 10);
  }
  [[nodiscard]] Archive& archive() { return archive_; }
  [[nodiscard]] std::int64_t all() const { return all_; }

 private:
  test::TemporaryFolder folder_;
  Archive archive_;
  std::int64_t all_ = 0;
};

SmallDatabase& database() {
  static SmallDatabase made;
  return made;
}

/// \returns false where the question was refused, or stopped.
template <class Ask>
bool is_answered(Ask ask) {
  const double begun = cpu_seconds();
  bool answered = false;
  try {
    ask(within(kTimeout));
    answered = true;
  } catch (const UsageError& error) {
    require(*error.what() != '\0');
  } catch (const Stopped&) {
  }
  require(cpu_seconds() - begun < kMostSeconds);
  return answered;
}

std::vector<std::string> texts_of(const std::string& statement) {
  std::vector<std::string> texts;
  database().archive().sql(
      statement, [](const std::vector<std::string>&) {},
      [&](std::span<const Value> row) {
        for (const Value& value : row) {
          const auto* const text = std::get_if<std::string>(&value);
          if (text != nullptr) texts.push_back(*text);
        }
        return true;
      });
  return texts;
}

void run_statement(const std::string& statement) {
  std::size_t bytes = 0;
  (void)is_answered([&](const Call& call) {
    database().archive().sql(
        statement, [](const std::vector<std::string>&) {},
        [&](std::span<const Value> row) {
          for (const Value& value : row) {
            const auto* const text = std::get_if<std::string>(&value);
            bytes += text == nullptr ? 1 : text->size() + 1;
          }
          return bytes < (1U << 20);
        },
        call);
  });
  // Nothing was attached, and nothing was left behind.
  require(
      texts_of("SELECT name FROM pragma_database_list WHERE name NOT IN ('main', 'temp')").empty());
}

std::int64_t count_where(const std::string& expression, bool& answered) {
  Query query;
  query.where = expression;
  std::int64_t games = 0;
  answered = is_answered(
      [&](const Call& call) { games = database().archive().find(query, kAllGames, call).games; });
  return games;
}

/// An expression is true, false or NULL for each game (ternary logic partitioning).
void run_where(const std::string& expression) {
  bool answered = false;
  const std::int64_t yes = count_where(expression, answered);
  require(yes <= database().all());
  const bool is_steady = expression.find("random") == std::string::npos &&
                         expression.find("changes") == std::string::npos &&
                         expression.find("time") == std::string::npos;
  if (!answered || !is_steady) return;
  const std::int64_t no = count_where("NOT (" + expression + "\n)", answered);
  if (!answered) return;
  const std::int64_t unknown = count_where("(" + expression + "\n) IS NULL", answered);
  if (answered) require(yes + no + unknown == database().all());
}

/// A literal of SQL.
std::string literal(FuzzInput& input) {
  switch (input.below(6)) {
    case 0:
      return "NULL";
    case 1:
      return std::to_string(static_cast<std::int64_t>(input.number(8)));
    case 2:
      return std::to_string(input.byte());
    case 3:
      return fmt::format("{}e{}", input.byte(), input.byte());
    default: {
      std::string text = "'";
      for (const char c : input.until('\0')) text += c == '\'' ? "''" : std::string(1, c);
      return text + "'";
    }
    case 5: {
      std::string text = "X'";
      for (const char c : input.until('\0')) {
        text += fmt::format("{:02X}", static_cast<unsigned char>(c));
      }
      return text + "'";
    }
  }
}

void call_function(FuzzInput& input) {
  constexpr std::string_view kCalls[] = {
      "* FROM ludex_positions({0})",
      "* FROM ludex_next_moves({0})",
      "* FROM ludex_pattern({0}, {1})",
      "* FROM ludex_pattern({0})",
      "* FROM ludex_moves({0})",
      "* FROM ludex_comments({0})",
      "* FROM ludex_marks({0})",
      "ludex_cgp({0}, {1})",
      "ludex_record({0})",
      "ludex_key({0})",
      "median(value) FROM json_each({0})",
      "stddev(value) FROM json_each({0})",
      "{0} REGEXP {1}",
      "g.id, m.* FROM games g, ludex_moves(g.id) m WHERE g.black < {0} AND m.ply IS {1}",
      "p.* FROM ludex_positions({0}) p JOIN games g ON g.id = p.game_id AND g.size = {1}"};
  const std::string_view call = kCalls[input.below(std::size(kCalls))];
  const std::string one = literal(input), other = literal(input);
  run_statement("SELECT " + fmt::format(fmt::runtime(call), one, other));
}

void run_filters(FuzzInput& input) {
  const auto filters = options::all_filters();
  Query query;
  const bool is_valid = is_answered([&](const Call&) {
    for (int left = 1 + static_cast<int>(input.below(3)); left > 0; --left) {
      const auto& filter = filters[input.below(filters.size())];
      query.set(filter.field, input.until('\0'));
    }
    check(query);
  });
  if (!is_valid) return;
  (void)is_answered([&](const Call& call) {
    const GameSet found = database().archive().find(query, kAllGames, call);
    const bool has_hits = !query.positions.empty() || !query.patterns.empty();
    std::int64_t rows = 0;
    for (const Game& game : database().archive().games(found, {.with_hits = has_hits}, call)) {
      require(raw(game.id()) > 0);
      ++rows;
    }
    require(rows == found.games && found.games <= database().all());
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  switch (input.below(4)) {
    case 0:
      run_statement(std::string(input.rest()));
      break;
    case 1:
      run_where(std::string(input.rest()));
      break;
    case 2:
      call_function(input);
      break;
    default:
      run_filters(input);
  }
  return 0;
}
