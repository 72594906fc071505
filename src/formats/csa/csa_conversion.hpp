#pragma once

#include "formats/kif/kif.hpp"

#include <optional>
#include <string_view>

namespace ludex {

/// Reads a record of CSA as the formats of shogi players have it: moves taken back are variations.
/// \returns why it gave nothing; see parse_csa()
[[nodiscard]] std::optional<Problem> parse_csa_as_kif(std::string_view record,
                                                      const KifOptions& options, KifGame& out);

}  // namespace ludex
