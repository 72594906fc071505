#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace ludex::cli {

/// The operand DATABASE of a command that reads it.
CLI::Option* add_database(CLI::App& app, std::string& path);

/// An option with one text, given once at most; `placeholder` stands for the text in `--help`.
CLI::Option* add_text(CLI::App& app, const std::string& names, std::string& value,
                      const std::string& placeholder, const std::string& meaning);

}  // namespace ludex::cli
