#pragma once

#include "formats/shogi/shogi_game.hpp"
#include "ludex/problem.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace ludex {

/// Reads a record's text in UTF-8 into a game. \param declared  set to the charset that the record
/// names, if it names one \returns why the record gave nothing
using DecodedReader =
    std::function<std::optional<Problem>(std::string_view utf8, std::string_view& declared)>;

/// Decodes a record, has `read` fill `out` from it, and names the charset in GameInfo::charset. The
/// bytes decide on the charset: see parse_kif(). Offsets that `read` notes in `out` or in its
/// reject become those of the record: exact but for charsets with shift states (ISO-2022-JP), where
/// only the line is right. Those of UTF-16 stay offsets in its UTF-8 copy, and no offset counts a
/// UTF-8 byte order mark. Cost: linear, and a sort of the offsets.
[[nodiscard]] std::optional<Problem> read_decoded(std::string_view record,
                                                  const ShogiReadOptions& options, ShogiGame& out,
                                                  const DecodedReader& read);

/// The beginning of a text, for messages.
[[nodiscard]] std::string shogi_excerpt(std::string_view text);

/// Control characters become blanks, but for line feeds where they may stand.
[[nodiscard]] std::string clean_text(std::string_view text, bool keeps_lines = false);

}  // namespace ludex
