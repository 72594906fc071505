#pragma once

#include "cli/option_values.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ludex::cli {

/// Of the library that parses command lines: "2.1.2".
[[nodiscard]] std::string option_parser_version();

/// The command line of one command, parsed.
class ParsedCommand {
 public:
  ParsedCommand(const options::CommandSpec& command, std::vector<std::string> arguments);
  ~ParsedCommand();
  ParsedCommand(const ParsedCommand&) = delete;
  ParsedCommand& operator=(const ParsedCommand&) = delete;

  /// \pre trouble().empty() and not asks_for_help()
  [[nodiscard]] const OptionValues& options() const { return *options_; }
  [[nodiscard]] bool asks_for_help() const { return asks_for_help_; }
  [[nodiscard]] std::string help() const;
  /// The error in the command line; empty if there is none.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }
  [[nodiscard]] bool lacks_operand() const { return lacks_operand_; }

 private:
  void parse(std::vector<std::string> arguments);

  std::unique_ptr<CLI::App> app_;
  std::optional<OptionValues> options_;
  std::string trouble_;
  bool lacks_operand_ = false;
  bool asks_for_help_ = false;
};

}  // namespace ludex::cli
