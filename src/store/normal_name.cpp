#include "store/normal_name.hpp"

#include "formats/values/player_name.hpp"

namespace ludex {

std::string normal_name(NameKind kind, std::string_view folded) {
  if (kind == NameKind::round) return {};
  return kind == NameKind::player ? normal_player_name(folded) : normal_title(folded);
}

}  // namespace ludex
