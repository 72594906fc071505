#pragma once

#include "query/names/name_bearers.hpp"
#include "query/names/name_likeness.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ludex {

/// Two bearers, the one with more games first, and the best similarity of their names.
struct LikePair {
  std::uint32_t one = 0, other = 0;  ///< places in NameBearers::all()
  LikeNames like;
};

/// Pairs of bearers with similar names, ordered by their places. Two persons are never a pair. Does
/// not compare all with all: only names that share a bucket, which have the same letters in another
/// order, the same sound, a common beginning next to initials, or the same letters after dropping
/// one or two. Of a bucket with more than 64 names, the 64 with the most games are compared. Cost:
/// about 30 microseconds per name. Memory: 1 KB per name, and 64 MiB.
[[nodiscard]] std::vector<LikePair> find_like_pairs(const NameBearers& bearers, bool of_people);

/// The opponents of some bearers of names.
class NameCompany {
 public:
  /// \param wanted  by bearer; nothing is stored for the others.
  /// \pre within a ReadTransaction. Cost: a scan of the games by facts. Memory: 8 bytes for each
  /// opponent of each of them, and twice that while they are read.
  NameCompany(SqlConnection& sql, const NameBearers& bearers, const std::vector<bool>& wanted);

  /// True if they met in a game, so they are different people. For one bearer: true if two of its
  /// spellings met.
  [[nodiscard]] bool played(std::uint32_t one, std::uint32_t other) const;

  struct Shared {
    std::int64_t opponents = 0;
    double weight =
        0;  ///< sum of 1 / ln(e + games): a common opponent who played everybody means little
  };
  [[nodiscard]] Shared shared(std::uint32_t one, std::uint32_t other) const;

 private:
  void add(std::uint32_t one, std::uint32_t other);
  void tidy();
  [[nodiscard]] std::span<const std::uint64_t> opponents(std::uint32_t one) const;

  const NameBearers& bearers_;
  const std::vector<bool>& wanted_;
  std::vector<std::uint64_t> meetings_;  // bearer << 32 | opponent, ascending
  std::size_t tidy_ = 0;                 // how many of them are sorted
};

/// Two bearers that are probably the same.
struct NameLink {
  std::uint32_t one = 0, other = 0;
  double score = 0;
  std::size_t evidence = 0;  ///< carried along
};

/// Bearers that links join into one.
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
