#include "query/stats/stats_rows.hpp"

namespace ludex {

std::size_t StatsRowNumbers::number_of(std::span<const std::int64_t> codes) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    Level& level = levels_[i];
    const Node node{number, codes[i]};
    const auto [known, is_new] = level.numbers.try_emplace(node, level.nodes.size());
    if (is_new) level.nodes.push_back(node);
    number = known->second;
  }
  return static_cast<std::size_t>(number);
}

std::vector<std::int64_t> StatsRowNumbers::codes_of(std::size_t row) const {
  std::vector<std::int64_t> codes(levels_.size());
  std::uint64_t number = row;
  for (std::size_t i = levels_.size(); i-- > 0;) {
    const Node& node = levels_[i].nodes[static_cast<std::size_t>(number)];
    codes[i] = node.code;
    number = node.parent;
  }
  return codes;
}

}  // namespace ludex
