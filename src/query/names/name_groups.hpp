#pragma once

#include "query/names/name_bearers.hpp"
#include "query/names/name_likeness.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ludex {

/// Two bearers, the one with more games first, and the best that their names have in common.
struct LikePair {
  std::uint32_t one = 0, other = 0;  ///< places in NameBearers::all()
  LikeNames like;
};

/// Pairs of bearers whose names look alike, by their places. Two persons are no pair.
/// Never compares all with all: names meet that have the same letters turned around, the same
/// sound, a common beginning of what initials leave, or the same letters without one or two of
/// them; of more than 64 that meet in one place the 64 with the most games are compared. Cost: some
/// 30 microseconds a name. Memory: 1 KB a name, and 64 MiB.
[[nodiscard]] std::vector<LikePair> find_like_pairs(const NameBearers& bearers, bool of_people);

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

/// Two bearers that are likely one.
struct NameLink {
  std::uint32_t one = 0, other = 0;
  double score = 0;
  std::size_t evidence = 0;  ///< carried along
};

/// Bearers that links make one.
struct NameGroup {
  std::uint32_t head = 0;  ///< a person if there is one, else the one with the most games
  std::vector<NameLink>
      links;         ///< one a further member, which is `other`; what `one` is stands before
  double score = 0;  ///< the best of them
};

/// Joins by the surest links first, until none is left: never two persons, two who played each
/// other, or more than 50. Groups are in no order. \param company  nothing: nobody plays.
[[nodiscard]] std::vector<NameGroup> join_names(const NameBearers& bearers,
                                                const NameCompany* company,
                                                std::vector<NameLink> links);

}  // namespace ludex
