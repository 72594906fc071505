#include "query/duplicates/comparison_parts.hpp"

#include <algorithm>
#include <unordered_set>

namespace ludex {
namespace {

constexpr std::size_t kBuckets = std::size_t{1} << 16;  // by the highest bits of the first hash

}  // namespace

ComparisonParts::ComparisonParts(SqlConnection& sql, const ComparedGames& games,
                                 std::uint64_t most_games)
    : beginnings_(sql), keys_(sql), games_(games) {
  most_games = std::max<std::uint64_t>(most_games, 1);
  std::vector<std::uint64_t> games_of_bucket(kBuckets);
  beginnings_.for_each(games_.by_moves, [&](std::int64_t, const BeginningHashes& beginning) {
    if (beginning.kind == BeginningHashes::Kind::many) ++games_of_bucket[bucket_of(beginning)];
  });
  divide(games_of_bucket, most_games);
  const auto by_meeting = static_cast<std::uint64_t>(games_.by_meeting.count());
  short_parts_ = (by_meeting + most_games - 1) / most_games;
}

void ComparisonParts::divide(const std::vector<std::uint64_t>& games_of_bucket,
                             std::uint64_t most_games) {
  part_of_bucket_.resize(kBuckets);
  std::uint64_t games = 0;  // of the last part
  for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) {
    if (long_parts_ == 0 || games + games_of_bucket[bucket] > most_games) {
      ++long_parts_;
      games = 0;
    }
    games += games_of_bucket[bucket];
    part_of_bucket_[bucket] = static_cast<std::uint32_t>(long_parts_ - 1);
  }
}

IdSet ComparisonParts::long_games(std::uint64_t part) {
  IdSet found;
  beginnings_.for_each(games_.by_moves, [&](std::int64_t game, const BeginningHashes& beginning) {
    const bool is_long = beginning.kind == BeginningHashes::Kind::many;
    if (is_long && part_of_bucket_[bucket_of(beginning)] == part) found.insert(game);
  });
  return found;
}

IdSet ComparisonParts::short_games(std::uint64_t part) {
  const auto is_mine = [&](std::uint64_t key) { return key % short_parts_ == part; };
  IdSet found;
  std::unordered_set<std::uint64_t> meetings;
  beginnings_.for_each(games_.by_meeting, [&](std::int64_t game, const BeginningHashes& beginning) {
    if (!is_short(beginning)) return;
    const ShortGameKeys::Key key = keys_.of_short(game, beginning);
    if (!is_mine(key.value)) return;
    found.insert(game);
    if (key.is_meeting) meetings.insert(key.value);
  });
  if (meetings.empty()) return found;
  beginnings_.for_each(games_.by_meeting, [&](std::int64_t game, const BeginningHashes& beginning) {
    if (beginning.kind != BeginningHashes::Kind::many) return;
    const auto meeting = keys_.meeting_of(game);
    if (meeting && is_mine(*meeting) && meetings.contains(*meeting)) found.insert(game);
  });
  return found;
}

}  // namespace ludex
