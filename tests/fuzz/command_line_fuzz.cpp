// Any command line of every command: parsed as `ludex` parses it. Its values make sense, or one
// sentence says what does not.
#include "cli/option_values.hpp"
#include "cli/parsed_command.hpp"
#include "ludex/error.hpp"
#include "options/option_table.hpp"

#include "fuzz_input.hpp"

#include <string>
#include <vector>

using ludex::fuzz::FuzzInput;
using ludex::fuzz::require;

namespace {

/// Whatever a command asks its options.
void ask_options(const ludex::options::CommandSpec& command,
                 const ludex::cli::OptionValues& options) {
  for (const ludex::options::OptionSpec& spec : command.options) {
    std::string_view name = spec.long_name();
    if (name.starts_with("--")) name.remove_prefix(2);
    const bool is_whole = spec.type == ludex::options::OptionType::whole;
    if (!is_whole || !options.is_given(name)) continue;
    const auto value = options.whole(name);
    require(value && *value >= spec.min && *value <= spec.max);
  }
  if (!command.has_filters) return;
  (void)options.asks_nothing();
  (void)options.given_filters(false);
  const ludex::Query query = options.query();
  require(query.players.size() <= 2);
}

/// A field of the library in a message gets the name of its option.
void check_message(std::string_view message) {
  require(!message.empty());
  require(!ludex::options::with_option_names(message).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  const auto commands = ludex::options::all_commands();
  const auto& command = commands[input.below(commands.size())];
  std::vector<std::string> arguments;
  while (!input.empty()) arguments.emplace_back(input.until('\n'));
  const ludex::cli::ParsedCommand parsed(command, arguments);
  if (parsed.asks_for_help()) return 0;
  if (!parsed.trouble().empty()) {
    check_message(parsed.trouble());
    return 0;
  }
  try {
    ask_options(command, parsed.options());
  } catch (const ludex::UsageError& error) {
    check_message(error.what());
  }
  return 0;
}
