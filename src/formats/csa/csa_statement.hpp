#pragma once

#include <cstddef>
#include <string_view>

namespace ludex {

/// Where the value of a name or a "$" keyword ends: at a comma that a statement follows, which the
/// texts do not have ("N+A,N-B"); else a comma belongs to it, and the answer is npos.
[[nodiscard]] std::size_t end_of_csa_value(std::string_view line);

/// The line that comments in front of a statement belong to: see CsaGame::comment_places; empty for
/// what is none of the header. \pre not empty
[[nodiscard]] std::string_view csa_place_of(std::string_view statement);

/// True if a word has the form of a move: a sign, four digits, and a piece. No other game's moves
/// have it.
[[nodiscard]] bool is_csa_move(std::string_view word);

}  // namespace ludex
