#pragma once

#include "options/option_table.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::options {

/// An option as it is typed. Table entries for several options are expanded, and lists of words are
/// filled into `meaning`.
struct CommandOption {
  OptionSpec spec;
  const FilterSpec* filter = nullptr;  ///< set if the option is a filter

  [[nodiscard]] bool is_operand() const { return !spec.names.starts_with('-'); }
  /// "-f"; empty if there is none.
  [[nodiscard]] std::string_view letter() const;
  /// "--format", and "--no-progress" as well as "--progress".
  [[nodiscard]] std::vector<std::string> long_names() const;
  [[nodiscard]] bool takes_value() const;
};

/// The operands and options of a command, filters last. The texts live as long as the program.
[[nodiscard]] std::span<const CommandOption> options_of(const CommandSpec& command);

/// The values of an option that completion can offer.
struct KnownValues {
  enum class Kind { anything, words, files };
  Kind kind = Kind::anything;
  std::vector<std::string> words{};
  bool several = false;  ///< a list separated by commas
};
[[nodiscard]] KnownValues known_values(const CommandSpec& command, const CommandOption& option);

}  // namespace ludex::options
