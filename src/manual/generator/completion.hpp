#pragma once

#include <string>
#include <string_view>

namespace ludex::manual {

/// Scripts that complete the command line of `ludex`, made from the tables of options: commands,
/// options, values where they are a list of words, files.
[[nodiscard]] std::string bash_completion();
[[nodiscard]] std::string zsh_completion();
[[nodiscard]] std::string fish_completion();

/// A text for sh between single quotes.
[[nodiscard]] std::string quoted(std::string_view text);
/// What an option does in at most 60 columns: its meaning up to the first "; ", ": " or " (".
[[nodiscard]] std::string brief(std::string_view meaning);

}  // namespace ludex::manual
