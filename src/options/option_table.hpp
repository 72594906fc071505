#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::options {

/// The kind of an option.
enum class OptionType {
  operand,        ///< positional, required
  operands,       ///< one or more of them
  more_operands,  ///< any number of them
  flag,
  yes_no,  ///< a flag that can be negated: --no-NAME
  text,
  texts,  ///< repeatable
  list,   ///< repeatable, or separated by commas
  whole,  ///< a whole number
  number,
  columns,   ///< all filters on columns, of "names" or of "numbers"
  versions,  ///< one option for each format that has several versions
};

/// An option or an operand of a command. The parser and its help are made from these.
struct OptionSpec {
  OptionType type;
  std::string_view names;        ///< "-f,--format", "DATABASE"
  std::string_view placeholder;  ///< what help shows in place of its value
  /// One line. {formats}, {export_formats}, {win_by} and {kinds} stand for lists of words.
  std::string_view meaning;
  std::string_view field = {};  ///< the field it sets, as the library's errors name it
  std::int64_t min = 0;         ///< of a number
  std::int64_t max = 0;         ///< of a number
  std::string_view words = {};  ///< the allowed texts, separated by commas; empty: any text
  /// Texts that completion offers, separated by commas, where others are allowed too. Placeholders
  /// as in `meaning`.
  std::string_view offered = {};
  [[nodiscard]] std::string_view long_name() const {  ///< "--format", "DATABASE"
    const std::size_t comma = names.find(',');
    return comma == std::string_view::npos ? names : names.substr(comma + 1);
  }
};

/// The option, for which completion offers these texts.
constexpr OptionSpec offering(OptionSpec option, std::string_view texts) {
  option.offered = texts;
  return option;
}

/// A filter of games: an option of every command that takes games. `field` is one of Query::set().
struct FilterSpec : OptionSpec {
  bool about_players = false;  ///< in a rating list it selects rows, not games
  bool selects = true;         ///< it selects games by itself
};

/// A command and its options.
struct CommandSpec {
  std::string_view name;
  std::string_view summary;   ///< one line of `ludex --help`
  std::string_view examples;  ///< command lines, at the end of --help
  std::span<const OptionSpec> options;
  bool has_filters = false;
};

/// In the order of `ludex --help`.
[[nodiscard]] std::span<const CommandSpec> all_commands();
/// \pre there is such a command
[[nodiscard]] const CommandSpec& get_command(std::string_view name);
[[nodiscard]] std::span<const FilterSpec> all_filters();

/// Splits OptionSpec::words and OptionSpec::offered. A blank after a comma is left out.
[[nodiscard]] std::vector<std::string> split_words(std::string_view words);
/// A meaning with its placeholders filled in: {formats}, {win_by}, ...
[[nodiscard]] std::string filled_in(std::string_view meaning);
/// The long option of a field of Query::set(): "--game-name" for game_name.
[[nodiscard]] std::string with_dashes(std::string_view field);
/// The option that sets a field; empty if none does.
[[nodiscard]] std::string option_of(std::string_view field);

/// Replaces the names of fields in a message of the library by those of options: "`win_by` x: ..."
/// becomes "--win-by x: ...", and so do "position: ..." and "pattern: ...".
[[nodiscard]] std::string with_option_names(std::string_view message);
/// The same for parameters of the API: "win-by x: ...".
[[nodiscard]] std::string with_parameter_names(std::string_view message);

}  // namespace ludex::options
