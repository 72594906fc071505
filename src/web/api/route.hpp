#pragma once

#include "options/option_table.hpp"
#include "web/http/message.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::web {

class ApiCall;

/// A route of the API: its path, parameters and function.
struct Route {
  std::string_view path;     ///< below /api/v1/; `{id}` is a whole number
  std::string_view command;  ///< of the command line that gives the same answer; may be empty
  bool takes_filters = false;
  std::string_view taken = {};  ///< names of the command's options that it takes, blanks between
  std::span<const options::OptionSpec> own = {};  ///< parameters that no command has
  std::string_view summary;
  /// Keys of its JSON answer and their types: `rows: array, next_offset: integer?` (`?`: or null;
  /// a key in parentheses is not always there). Empty: the answer is no object.
  std::string_view keys = {};
  Response (*answer)(ApiCall& call);
};

/// In the order of the documentation.
[[nodiscard]] std::span<const Route> all_routes();

/// A parameter that a route takes.
struct ParameterSpec {
  std::string name;  ///< the long option without dashes: "win-by"
  options::OptionType type = options::OptionType::text;
  std::string meaning;
  std::string field;  ///< of Query::set(), or as the library's errors name it
  std::int64_t min = 0, max = 0;
  bool is_filter = false;
  bool is_own = false;  ///< no option of the command
};
/// All that a route takes, filters over columns one by one. Made once.
[[nodiscard]] const std::vector<ParameterSpec>& parameters_of(const Route& route);

}  // namespace ludex::web
