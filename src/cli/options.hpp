#pragma once

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <functional>
#include <sstream>
#include <string>
#include <type_traits>

namespace ludex::cli {

/// The operand DATABASE of a command that reads it.
CLI::Option* add_database(CLI::App& app, std::string& path);

/// An option with one text, given once at most; `placeholder` stands for the text in `--help`.
CLI::Option* add_text(CLI::App& app, const std::string& names, std::string& value,
                      const std::string& placeholder, const std::string& meaning);

/// A check that a number lies between two, which are allowed too. CLI::Range words its message in
/// each version in another way.
template <class Number>
std::function<std::string(const std::string&)> number_between(Number least, Number most) {
  return [least, most](const std::string& text) -> std::string {
    Number number{};
    std::istringstream in(text);
    if (in >> number && in.peek() == EOF && number >= least && number <= most) return {};
    return fmt::format("'{}' is not a {} from {} to {}", text,
                       std::is_integral_v<Number> ? "whole number" : "number", least, most);
  };
}

}  // namespace ludex::cli
