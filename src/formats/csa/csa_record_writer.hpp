#pragma once

#include "formats/format_room.hpp"
#include "formats/shogi/shogi_conversion.hpp"

#include <memory>
#include <string_view>

namespace ludex {

/// Writes games as CSA.
/// \param parse    reads them in another format of shogi; null: records are of CSA
/// \param version  as for FormatRoom::make_writer()
[[nodiscard]] std::unique_ptr<RecordWriter> make_csa_writer(ShogiParse parse,
                                                            std::string_view version);

}  // namespace ludex
