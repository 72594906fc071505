#pragma once

#include "ludex/types.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ludex::crossword {

/// Where the premium squares lie.
enum class Layout : std::uint8_t {
  standard15,  ///< CrosswordGame, standard15, or no name, on 15x15
  standard21,  ///< SuperCrosswordGame, standard21, or no name, on 21x21
  other,       ///< one that is not known here
};

/// The layout that a board name means; the name's case does not matter.
[[nodiscard]] Layout layout_of(const std::optional<std::string>& board_name, BoardSize size);
/// Whether it looks the same with rows and columns exchanged.
[[nodiscard]] constexpr bool is_symmetric(Layout layout) { return layout != Layout::other; }

/// Whether two names mean the same layout on a board of that size.
[[nodiscard]] bool same_board_name(const std::optional<std::string>& one,
                                   const std::optional<std::string>& other, BoardSize size);

}  // namespace ludex::crossword
