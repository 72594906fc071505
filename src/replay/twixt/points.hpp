#pragma once

#include "ludex/core/game_type.hpp"
#include "replay/written_move.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ludex::twixt {

inline constexpr int kMaxSide = 702;  // ZZ is the last column (Twixt page)
inline constexpr int kMinSide = 3;

/// A hole as the Twixt page writes it: letters for the column, in any case, and the row ("G7",
/// "aa12"); or as Little Golem does: two letters, a to z and then A to Z. None off the board.
[[nodiscard]] std::optional<Point> find_point(std::string_view text, BoardSize size);

/// A hole, or a rectangle of them (`A1:L12`).
[[nodiscard]] std::optional<PointRect> find_rect(std::string_view text, BoardSize size);

/// "G7", "AA12".
[[nodiscard]] std::string point_text(Point point, BoardSize size);

/// The centre that two possible links share: "C2*" lies between rows (links with |dx| = 2), "B*3"
/// between columns.
struct LinkCentre {
  int column = 0;  ///< of the hole left of a centre between columns
  int row = 0;     ///< of the hole above a centre between rows
  bool is_shallow = false;
};

[[nodiscard]] std::optional<LinkCentre> find_centre(std::string_view text, BoardSize size);

}  // namespace ludex::twixt
