#pragma once

#include "query/names/name_company.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ludex {

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
