#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace CLI {
class FormatterBase;
}  // namespace CLI

namespace ludex::cli {

/// Where the meanings of options begin in `--help`.
inline constexpr std::size_t kMeaningColumn = 26;

/// How wide help is on this terminal.
[[nodiscard]] std::size_t help_columns();

/// A line of help: names, and their meaning in a column of its own.
[[nodiscard]] std::string entry(const std::string& names, const std::string& meaning,
                                std::size_t meaning_column = kMeaningColumn);

/// Lays out the end of a help text for the terminal. Lines that begin with blanks are examples.
[[nodiscard]] std::string laid_out(std::string_view footer);

/// Lays out `ludex COMMAND --help`.
[[nodiscard]] std::shared_ptr<CLI::FormatterBase> make_help_formatter();

}  // namespace ludex::cli
