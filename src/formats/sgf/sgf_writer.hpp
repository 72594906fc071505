#pragma once

#include "formats/sgf/sgf_tree.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace ludex {

/// Turns the raw bytes of a value into UTF-8; escapes are left as they are.
using SgfDecoder = std::function<std::string(std::string_view raw)>;

/// Writes a tree as FF[4] in UTF-8, all properties and branches, ending with ")\n".
///
/// FF[4] and CA[UTF-8] are set; FF stays away where none is declared and a TM names no unit, since
/// FF[4] would make it seconds. FF[3] names become FF[4] ones. Where FF[4] says the same in another
/// way, what it dropped is brought up to date: M is MA, L is LB with A, B, C ..., KI (half points)
/// is KM, two corners in a VW of FF[1] are a rectangle, a TM of FF[1], in minutes, is in seconds.
/// Everything else is kept as it is, known or not.
/// Parsing what was written gives the same nodes, properties and values, except for these.
/// No recursion. Cost: one pass and one decoder call a value.
[[nodiscard]] std::string write_sgf(const SgfTree& tree, const SgfDecoder& decode);

}  // namespace ludex
