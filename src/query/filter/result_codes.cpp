#include "query/filter/result_codes.hpp"

#include "store/facts.hpp"

#include <algorithm>
#include <functional>

namespace ludex {
namespace {

constexpr int kWinByCount = 64;  // room for more than there are

/// The values of Fact::result for which `wanted` is true.
IdSet codes_where(const std::function<bool(Winner, WinBy)>& wanted) {
  IdSet codes;
  for (int by = 0; by < kWinByCount; ++by) {
    for (int winner = 0; winner <= static_cast<int>(Winner::fourth); ++winner) {
      if (wanted(static_cast<Winner>(winner), static_cast<WinBy>(by))) {
        codes.insert(packed_result(static_cast<Winner>(winner), static_cast<WinBy>(by)));
      }
    }
  }
  return codes;
}

/// The ways in which the column `result` prints a win: a letter, or points if known.
bool has_letter(WinBy by) {
  return by == WinBy::resign || by == WinBy::time || by == WinBy::forfeit;
}

}  // namespace

IdSet result_codes(const ResultFilter& filter) {
  return codes_where([&](Winner winner, WinBy by) {
    const bool wanted = std::ranges::find(filter.winners, winner) != filter.winners.end();
    if (filter.by) return wanted && by == *filter.by;
    return wanted && !(filter.margin && has_letter(by));
  });
}

IdSet result_codes(WinBy win_by) {
  return codes_where([&](Winner, WinBy by) { return by == win_by; });
}

IdSet result_codes(Outcome outcome, std::int64_t seat) {
  const Winner wins = seat == 1 ? Winner::first : Winner::second;
  const Winner loses = seat == 1 ? Winner::second : Winner::first;
  return codes_where([&](Winner winner, WinBy) {
    if (outcome == Outcome::draw) return winner == Winner::draw;
    if (outcome == Outcome::win) return winner == wins;
    return winner == loses || winner == Winner::third || winner == Winner::fourth;
  });
}

}  // namespace ludex
