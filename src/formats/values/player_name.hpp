#pragma once

#include <string>
#include <string_view>

namespace ludex {

/// The form in which names of players are the same though a rank, a title or punctuation differs:
/// `Lee Sedol 9p`, `LEE, Sedol (9 dan)` and `Lee Se-dol` become `lee sedol`, `李世石九段` becomes
/// `李世石`, `Cho Chikun Honinbo` becomes `cho chikun`. Ranks and titles are taken off the end
/// only, and never all there is. Words stay in their order: which is the family name nobody says.
/// \param folded  as fold() gives it. Stored: a change needs a migration.
[[nodiscard]] std::string normal_player_name(std::string_view folded);

/// The same of an event or a place: punctuation is white space, nothing else is taken off.
[[nodiscard]] std::string normal_title(std::string_view folded);

}  // namespace ludex
