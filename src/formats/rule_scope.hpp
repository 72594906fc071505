#pragma once

#include "core/rule_book.hpp"
#include "formats/format.hpp"
#include "ludex/types.hpp"

#include <optional>
#include <string>

namespace ludex {

/// Which texts a game is judged by.
struct RuleScope {
  Format format{};
  std::optional<GameType> game;  ///< none: the record gave no game
  std::string version;           ///< as written: FF of SGF, V of CSA; empty: not written
};

/// What a problem breaks, as `check` prints it: "SGF for Hex, SZ: ...". The most special text that
/// speaks of it is cited: a game's page before FF[4].
[[nodiscard]] std::string rule_of(const Problem& problem, const RuleScope& scope);

/// True if a problem says only that this program cannot judge a game, or a part of it: no rule is
/// broken.
[[nodiscard]] bool is_unjudged(ProblemKind kind);

}  // namespace ludex
