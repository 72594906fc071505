#include "cli/parsed_command.hpp"

#include "cli/help_text.hpp"
#include "cli/human_text.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <utility>

namespace ludex::cli {
namespace {

/// Arguments that CLI11 did not accept; unknown options first.
std::string describe_extras(const CLI::App& app) {
  const std::vector<std::string> extras = app.remaining();
  const auto option = std::ranges::find_if(
      extras, [](const std::string& text) { return text.starts_with('-') && text.size() > 1; });
  if (option == extras.end()) {
    return fmt::format("unexpected operand '{}'", extras.empty() ? "" : extras.front());
  }
  std::vector<std::string> names;
  for (const CLI::Option* known : app.get_options()) {
    for (const std::string& name : known->get_lnames()) names.push_back("--" + name);
  }
  const std::string written = option->substr(0, option->find('='));
  const std::string nearest = nearest_word(written, names);
  return fmt::format("unknown option {}{}", written,
                     nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest));
}

/// CLI11 2.1 says "--date: 1 required TEXT missing".
std::string describe_mismatch(const std::string& error) {
  return fmt::format("{} needs a value", error.substr(0, error.find(':')));
}

}  // namespace

std::string option_parser_version() { return CLI11_VERSION; }

ParsedCommand::ParsedCommand(const options::CommandSpec& command,
                             std::vector<std::string> arguments)
    : app_(std::make_unique<CLI::App>(std::string(command.summary),
                                      fmt::format("ludex {}", command.name))) {
  app_->formatter(make_help_formatter());
  app_->set_help_flag("-h,--help", "this text");
  app_->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  options_.emplace(command, *app_);
  std::ranges::reverse(arguments);  // as CLI11 takes them
  parse(std::move(arguments));
}

ParsedCommand::~ParsedCommand() = default;

std::string ParsedCommand::help() const { return app_->help(); }

void ParsedCommand::parse(std::vector<std::string> arguments) {
  try {
    app_->parse(std::move(arguments));
    options_->check_counts();
  } catch (const CLI::CallForHelp&) {
    asks_for_help_ = true;
  } catch (const CLI::ExtrasError&) {
    trouble_ = describe_extras(*app_);
  } catch (const CLI::ArgumentMismatch& error) {
    trouble_ = describe_mismatch(error.what());
  } catch (const CLI::RequiredError& error) {
    lacks_operand_ = true;
    trouble_ = error.what();
  } catch (const CLI::ParseError& error) {
    trouble_ = error.what();
  } catch (const UsageError& error) {
    trouble_ = error.what();
  }
}

}  // namespace ludex::cli
