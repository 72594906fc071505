#pragma once

#include <cstddef>
#include <string_view>

namespace ludex::cli {

/// How many columns a line may have that is written to a descriptor: COLUMNS from the environment,
/// else the width of the terminal; 0: no limit, the descriptor is a file or a pipe.
[[nodiscard]] std::size_t line_columns(int descriptor);

/// `--color`.
enum class ColorChoice { automatic, always, never };

/// Decides whether to write colors. Automatic: to a terminal that is not TERM=dumb, unless NO_COLOR
/// is set; elsewhere if CLICOLOR_FORCE is set (and not 0) (no-color.org, bixense.com/clicolors).
[[nodiscard]] bool uses_color(ColorChoice choice, bool is_terminal);

}  // namespace ludex::cli
