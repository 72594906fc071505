#pragma once

#include "query/duplicates/duplicates.hpp"
#include "query/duplicates/stored_beginnings.hpp"
#include "query/filter/id_set.hpp"

#include <cstdint>
#include <vector>

namespace ludex {

/// Divides games by their beginning hashes, so that no game is like one of another part: parts of
/// games that share their first 20 moves, then parts of short games and those that they are
/// compared with.
class ComparisonParts {
 public:
  /// \param games       all have beginning hashes; must outlive this
  /// \param most_games  of a part, about: games that share their first 20 moves, or their players
  ///                    and date, are in one part, however many they are
  ComparisonParts(SqlConnection& sql, const ComparedGames& games, std::uint64_t most_games);

  [[nodiscard]] std::uint64_t long_parts() const { return long_parts_; }
  [[nodiscard]] std::uint64_t short_parts() const { return short_parts_; }
  /// \pre part < long_parts()
  [[nodiscard]] IdSet long_games(std::uint64_t part);
  /// \pre part < short_parts()
  [[nodiscard]] IdSet short_games(std::uint64_t part);

 private:
  static std::size_t bucket_of(const BeginningHashes& beginning) {
    return beginning.hashes[0] >> 16;
  }
  void divide(const std::vector<std::uint64_t>& games_of_bucket, std::uint64_t most_games);

  StoredBeginnings beginnings_;
  ShortGameKeys keys_;
  const ComparedGames& games_;
  std::vector<std::uint32_t> part_of_bucket_;
  std::uint64_t long_parts_ = 0, short_parts_ = 0;
};

}  // namespace ludex
