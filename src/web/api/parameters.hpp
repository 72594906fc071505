#pragma once

#include "ludex/query.hpp"
#include "web/api/route.hpp"
#include "web/http/message.hpp"

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::web {

/// An error in a request, and its status.
struct ApiError : std::runtime_error {
  ApiError(int http_status, std::string error_code, const std::string& message,
           std::string parameter_name = {})
      : std::runtime_error(message),
        status(http_status),
        code(std::move(error_code)),
        parameter(std::move(parameter_name)) {}
  int status;
  std::string code;       ///< "bad_parameter"
  std::string parameter;  ///< whose value is wrong; may be empty
};

/// The parameters of a request, checked against what its route takes.
class Parameters {
 public:
  /// \throws ApiError for one that is unknown, given twice, or no value of its type
  Parameters(const Route& route, const std::vector<Field>& given);

  [[nodiscard]] bool flag(std::string_view name) const { return text(name).has_value(); }
  [[nodiscard]] std::optional<std::string> text(std::string_view name) const;
  [[nodiscard]] std::string text(std::string_view name, std::string_view otherwise) const {
    return text(name).value_or(std::string(otherwise));
  }
  [[nodiscard]] std::vector<std::string> texts(std::string_view name) const;
  [[nodiscard]] std::optional<std::int64_t> whole(std::string_view name) const;
  [[nodiscard]] std::optional<double> number(std::string_view name) const;

  /// The query of the filters. \throws UsageError naming the invalid field
  [[nodiscard]] Query query() const;

  /// The command line that gives the same answer.
  [[nodiscard]] std::string command_line(std::string_view database) const;

 private:
  struct Given {
    const ParameterSpec* spec;
    std::string value;
  };
  const Route& route_;
  std::vector<Given> given_;
};

/// A word of a command line, in single quotes if a shell needs them.
[[nodiscard]] std::string shell_word(std::string_view text);

}  // namespace ludex::web
