#pragma once

#include <string_view>

namespace ludex::cli {

/// One line on standard error, "ludex: " before it; a progress bar there is wiped first.
void print_message(std::string_view text);

/// One line on standard error as it is: for what names a place in a source.
void print_line(std::string_view text);

/// Whether a person reads standard error.
[[nodiscard]] bool stderr_is_terminal();

/// Whether somebody can be asked something: standard input and standard error are a terminal.
[[nodiscard]] bool can_ask();

/// Asks; true for an answer that begins with y. \pre can_ask()
[[nodiscard]] bool confirmed(std::string_view question);

}  // namespace ludex::cli
