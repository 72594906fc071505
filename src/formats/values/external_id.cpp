#include "formats/values/game_values.hpp"

#include "core/ascii.hpp"

#include <algorithm>

namespace ludex {
namespace {

/// Where a site's ids stand. `skip_parts`: path parts between the marker and the id (a level).
struct Site {
  std::string_view marker;
  int skip_parts;
  bool digits_only;
};
constexpr Site kSites[] = {{"game #", 0, true},
                           {"online-go.com/game/", 0, true},
                           {"online-go.com/review/", 0, true},
                           {"online-go.com/game/review/", 0, true},
                           {"littlegolem.net/jsp/game/game.jsp?gid=", 0, true},
                           {"questgames.net/go9/game/", 0, false},
                           {"questgames.net/go13/game/", 0, false},
                           {"101weiqi.com/", 1, true}};

std::string id_at(std::string_view text, const Site& site) {
  for (int i = 0; i < site.skip_parts; ++i) {
    const auto slash = text.find('/');
    if (slash == std::string_view::npos) return {};
    text.remove_prefix(slash + 1);
  }
  const auto end = std::ranges::find_if_not(text, site.digits_only ? is_digit : is_letter_or_digit);
  return std::string(text.begin(), end);
}

}  // namespace

std::string find_external_id(std::string_view utf8) {
  if (utf8.find_first_of("#/") == std::string_view::npos) return {};
  for (const Site& site : kSites) {
    const auto at = utf8.find(site.marker);
    if (at == std::string_view::npos) continue;
    std::string id = id_at(utf8.substr(at + site.marker.size()), site);
    if (!id.empty()) return id;
  }
  return {};
}

}  // namespace ludex
