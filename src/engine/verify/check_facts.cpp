#include "engine/verify/checks.hpp"
#include "store/facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace ludex {
namespace {

/// The games of one chunk: their numbers of positions say where the next one's postings begin.
class PostingNumbers {
 public:
  explicit PostingNumbers(VerifiedDatabase& database) : database_(database) {}

  void check(std::int64_t chunk, const std::vector<std::int64_t>& firsts,
             const std::vector<std::int64_t>& totals, const std::vector<std::int64_t>& mains) {
    for (std::size_t i = 0; i < firsts.size(); ++i) {
      const std::int64_t game = chunk * kFactChunkGames + static_cast<std::int64_t>(i) + 1;
      if (firsts[i] != next_) {
        database_.findings.add_damage(
            fmt::format("facts: the postings of game {} begin at {}, those before end at {}", game,
                        firsts[i], next_));
      }
      if (mains[i] < 0 || mains[i] > totals[i] || totals[i] > kMostIds) {
        database_.findings.add_damage(
            fmt::format("facts: game {} has {} positions, {} of them on the main line", game,
                        totals[i], mains[i]));
      }
      next_ = firsts[i] + std::clamp<std::int64_t>(totals[i], 0, kMostIds);
    }
  }
  void finish() const {
    if (next_ == database_.end_posting) return;
    database_.findings.add_damage(fmt::format("facts: postings end at {}, the counter says {}",
                                              next_, database_.end_posting));
  }

 private:
  VerifiedDatabase& database_;
  std::int64_t next_ = 0;
};

void check_range(VerifiedDatabase& database, FactReader& facts, Fact fact, std::int64_t chunk,
                 const std::vector<std::int64_t>& values) {
  if (values.empty()) return;
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const FactReader::Range range = facts.range(fact, chunk);
  if (range.minimum == *low && range.maximum == *high) return;
  database.findings.add_damage(
      fmt::format("facts: chunk {} of fact {} holds {} to {}, its row says {} to {}", chunk,
                  static_cast<int>(fact), *low, *high, range.minimum, range.maximum));
}

void check_visibility(VerifiedDatabase& database, FactReader& facts, std::int64_t chunk,
                      std::vector<std::int64_t> flags) {
  for (std::int64_t& value : flags) value &= kVisibilityFlags;
  std::vector<std::int64_t> values;
  facts.read(Fact::visibility, chunk, values);
  ++database.report.blocks;
  check_range(database, facts, Fact::visibility, chunk, values);
  if (values == flags) return;
  database.findings.add_damage(
      fmt::format("facts: the visibility of chunk {} is not what its flags say", chunk));
}

void check_count(VerifiedDatabase& database, std::int64_t end_game, std::int64_t chunks,
                 std::int64_t last_games) {
  const std::int64_t games = chunks == 0 ? 0 : (chunks - 1) * kFactChunkGames + last_games;
  if (games == end_game - 1) return;
  database.findings.add_damage(
      fmt::format("facts: {} games have facts, the counter says {}", games, end_game - 1));
}

}  // namespace

void check_facts(VerifiedDatabase& database) {
  const std::int64_t end_game = std::exchange(database.end_game, 1);
  database.findings.check("facts", [&] {
    FactReader facts(database.sql);
    database.end_game =
        std::clamp<std::int64_t>(end_game, 1, facts.chunk_count() * kFactChunkGames + 1);
    PostingNumbers numbers(database);
    std::vector<std::int64_t> values, firsts, totals, mains;
    std::int64_t last_games = 0;
    for (std::int64_t chunk = 0; chunk < facts.chunk_count(); ++chunk) {
      for (int number = 1; number <= kFactCount; ++number) {
        const auto fact = static_cast<Fact>(number);
        facts.read(fact, chunk, values);
        check_range(database, facts, fact, chunk, values);
        ++database.report.blocks;
        last_games = static_cast<std::int64_t>(values.size());
        if (fact == Fact::flags) check_visibility(database, facts, chunk, values);
        if (fact == Fact::first_posting) firsts = values;
        if (fact == Fact::total_positions) totals = values;
        if (fact == Fact::main_positions) mains = values;
      }
      numbers.check(chunk, firsts, totals, mains);
    }
    numbers.finish();
    check_count(database, end_game, facts.chunk_count(), last_games);
  });
}

}  // namespace ludex
