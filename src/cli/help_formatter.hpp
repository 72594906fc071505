#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace ludex::cli {

/// Lays out `--help`: what the command does, usage, operands and options with their meaning in one
/// column, options of a group under its title, examples and exit status as the footer.
class HelpFormatter final : public CLI::FormatterBase {
 public:
  [[nodiscard]] std::string make_help(const CLI::App* app, std::string name,
                                      CLI::AppFormatMode mode) const override;
};

/// The names of an option as help shows them: "-f, --format F", "    --[no-]progress".
[[nodiscard]] std::string option_names(const CLI::Option& option);

/// Breaks text into lines of at most `columns`, at blanks and where it has line ends.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent);

}  // namespace ludex::cli
