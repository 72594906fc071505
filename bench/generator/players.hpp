#pragma once

#include "random.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ludex::bench {

/// A player as records of one period name him.
struct GeneratedPlayer {
  std::string name;
  std::string rank;  // "9p", "5 dan", "3k", "四段"; empty for some
};

/// Names of `count` players, some Latin, some Chinese, Japanese or Korean; the first ones are known
/// from history (Cho Chikun among them). How often one plays follows Zipf's law: player k in
/// proportion to 1 / (k + 3), so that nobody has more than a few percent of all games.
class PlayerPool {
 public:
  PlayerPool(std::uint32_t count, std::uint64_t seed);

  [[nodiscard]] const GeneratedPlayer& pick(Random& random) const;

 private:
  std::vector<GeneratedPlayer> players_;
  std::vector<std::uint64_t> cumulative_weights_;
};

}  // namespace ludex::bench
