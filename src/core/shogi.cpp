#include "ludex/core/shogi.hpp"

#include <algorithm>

namespace ludex::shogi {
namespace {

constexpr std::array<std::string_view, 16> kNames = {
    "", "FU", "KY", "KE", "GI", "KI", "KA", "HI", "OU", "TO", "NY", "NK", "NG", "", "UM", "RY"};

}  // namespace

std::string_view csa_name(Piece piece) { return kNames[static_cast<std::size_t>(piece)]; }

std::optional<Piece> find_csa_piece(std::string_view name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (name.empty() || found == kNames.end()) return std::nullopt;
  return static_cast<Piece>(found - kNames.begin());
}

}  // namespace ludex::shogi
