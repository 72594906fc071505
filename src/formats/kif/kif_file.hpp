#pragma once

#include "formats/kif/kif.hpp"

#include <cstddef>
#include <string>

namespace ludex {

/// Writes a game as the programs of shogi players do: lines end in CR LF; KIF declares its charset
/// in the first line. Characters that the charset lacks become 〓. \param out  overwritten
/// \param losses  counts what write_kif() counts, not the missing characters
/// \pre charset is utf8 or shift_jis (as Windows has it) \returns how many characters it lacks
std::size_t write_kif_file(const ShogiGame& game, KifDialect dialect, Charset charset,
                           std::string& out, ShogiLosses& losses);

}  // namespace ludex
