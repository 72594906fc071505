#pragma once

#include <string_view>

namespace ludex::shogi {

/// The path of a character that stands on a piece or beside a board: relative, its unit 1/200 of
/// the font's size, the middle of the character at the origin. Empty for any other character.
[[nodiscard]] std::string_view outline_of(std::string_view character);

}  // namespace ludex::shogi
