#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ludex::cli {

/// "1,234,567".
[[nodiscard]] std::string grouped(std::uint64_t number);

/// "1 game", "1,234 games". \param noun  whose plural ends in "s"
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view noun);

/// "0.42 s", "41.3 s", "2 min 41 s", "3 h 07 min".
[[nodiscard]] std::string duration_text(double seconds);

/// "812 B", "1.4 MiB", "27.0 GiB".
[[nodiscard]] std::string bytes_text(std::uint64_t bytes);

/// What "64MiB", "1GiB", "1.5g", "800k" or "123456" mean; units are powers of 1024, any case.
/// \throws UsageError naming `option` if the text is no size, or not a positive one.
[[nodiscard]] std::uint64_t parse_bytes(std::string_view text, std::string_view option);

}  // namespace ludex::cli
