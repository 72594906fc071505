#pragma once

#include "formats/cgp/cgp.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace ludex {

/// Reads what stands behind the four fields of a CGP line into `out`.
/// \param offset_bytes  where `text` starts in the line
/// \returns             why the line is to be rejected
[[nodiscard]] std::optional<Problem> read_cgp_opcodes(std::string_view text,
                                                      std::size_t offset_bytes, CgpPosition& out,
                                                      std::vector<Problem>* deviations);

/// Notes the first place of a CGP line, of any game, where an operation does not stand behind a
/// single space.
void note_cgp_spacing(std::string_view line, std::vector<Problem>& deviations);

}  // namespace ludex
