#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ludex {

/// The record formats, by the numbers that databases store.
enum class Format : std::uint8_t {
#define LUDEX_FORMAT(name, number) name = number,
#include "formats/registry.def"
#undef LUDEX_FORMAT
};

inline constexpr std::size_t kFormatCount =
#define LUDEX_FORMAT(name, number) +1
#include "formats/registry.def"
#undef LUDEX_FORMAT
    ;

/// \param name  as `--format` takes it: "sgf", "csa", ...
[[nodiscard]] std::optional<Format> find_format(std::string_view name);

/// "sgf", "csa", ...
[[nodiscard]] std::string_view format_name(Format format);
/// The same for messages: "SGF".
[[nodiscard]] std::string_view format_title(Format format);

/// The format of a stream by its first bytes; by the ending of its name only if these do not
/// decide.
/// \param head  the first bytes of the stream, some 64 KiB or all of it.
/// \returns none for a stray file of another kind.
[[nodiscard]] std::optional<Format> detect_format(std::string_view head, std::string_view name);

}  // namespace ludex
