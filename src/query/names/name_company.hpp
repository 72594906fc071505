#pragma once

#include "query/names/name_bearers.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace ludex {

/// Whom some bearers of names played.
class NameCompany {
 public:
  /// \param wanted  by bearer; of the others nothing is kept.
  /// \pre within a ReadTransaction. Cost: a scan of the games by facts.
  /// Memory: 8 bytes for each opponent of each of them, and twice that while they are read.
  NameCompany(SqlConnection& sql, const NameBearers& bearers, const std::vector<bool>& wanted);

  /// Whether they met in a game, so that they are two. Of one with itself: whether two spellings
  /// did.
  [[nodiscard]] bool played(std::uint32_t one, std::uint32_t other) const;

  struct Shared {
    std::int64_t opponents = 0;
    double weight = 0;  ///< of each 1 / ln(e + games): to have met one who plays all says little
  };
  [[nodiscard]] Shared shared(std::uint32_t one, std::uint32_t other) const;

 private:
  void add(std::uint32_t one, std::uint32_t other);
  void tidy();
  [[nodiscard]] std::span<const std::uint64_t> opponents(std::uint32_t one) const;

  const NameBearers& bearers_;
  const std::vector<bool>& wanted_;
  std::vector<std::uint64_t> meetings_;  // bearer << 32 | opponent, ascending
  std::size_t tidy_ = 0;                 // so many of them are
};

}  // namespace ludex
