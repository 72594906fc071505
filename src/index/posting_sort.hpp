#pragma once

#include <vector>

#include "index/posting.hpp"

namespace ludex {

/// Sorts by (key, number) postings whose numbers already ascend. `scratch` grows to the same size.
/// Two radix passes over the highest bits in which the keys differ, then a sort of what still
/// shares them: linear for evenly spread and for equal keys, n log n at worst.
void sort_postings(std::vector<Posting>& postings, std::vector<Posting>& scratch);

}  // namespace ludex
