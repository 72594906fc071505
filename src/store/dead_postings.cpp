#include "store/dead_postings.hpp"

#include "store/facts.hpp"

#include <algorithm>

namespace ludex {

DeadPostings::DeadPostings(SqlConnection& sql) {
  FactReader facts(sql);
  std::vector<std::int64_t> flags, firsts, positions;
  for (std::int64_t chunk = 0; chunk < facts.chunk_count(); ++chunk) {
    facts.read(Fact::flags, chunk, flags);
    facts.read(Fact::first_posting, chunk, firsts);
    facts.read(Fact::total_positions, chunk, positions);
    for (std::size_t i = 0; i < flags.size(); ++i) {
      const bool alive = GameFlags(flags[i]).has(GameFlags::alive);
      if (alive) live_ += static_cast<std::uint64_t>(positions[i]);
      add(alive, static_cast<std::uint64_t>(firsts[i]));
    }
  }
}

bool DeadPostings::contain(std::uint64_t number) const {
  const auto after = std::upper_bound(begins_.begin(), begins_.end(), number);
  if (after == begins_.begin()) return false;
  const auto run = static_cast<std::size_t>(after - begins_.begin() - 1);
  return run == ends_.size() || number < ends_[run];  // the last run may go on to the end
}

void DeadPostings::add(bool alive, std::uint64_t first) {
  const bool in_run = begins_.size() > ends_.size();
  if (alive && in_run) ends_.push_back(first);
  if (!alive && !in_run) begins_.push_back(first);
}

}  // namespace ludex
