#pragma once

#include <string>
#include <string_view>

namespace ludex {

/// The number under which a site keeps a game, from a text that names it: "game #123" (Little
/// Golem), "https://online-go.com/game/123". Empty if there is none.
[[nodiscard]] std::string find_external_id(std::string_view utf8);

}  // namespace ludex
