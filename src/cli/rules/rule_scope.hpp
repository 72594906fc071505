#pragma once

#include "core/game_type.hpp"
#include "core/problem.hpp"
#include "formats/format.hpp"

#include <optional>
#include <string>

namespace ludex::cli {

/// Which texts a game is judged by.
struct RuleScope {
  Format format = Format::sgf;
  std::optional<GameType> game;  ///< none: the record gave no game
  std::string version;           ///< as written: FF of SGF, V of CSA; empty: not written
};

/// What a problem breaks, as `check` prints it: "SGF for Hex, SZ: ...". The most special text that
/// speaks of it is cited: a game's page before FF[4].
[[nodiscard]] std::string rule_of(const Problem& problem, const RuleScope& scope);

}  // namespace ludex::cli
