#pragma once

#include "ludex/expected.hpp"
#include "web/http/message.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::web {

constexpr std::size_t kMaxTargetBytes = 8'000;

/// The parsed target of a request line.
struct Target {
  std::string path;               ///< decoded; begins with '/'
  std::vector<Field> parameters;  ///< decoded, in their order
  std::string authority;          ///< of `http://AUTHORITY/path`, as written; else empty
};

/// Why a target is refused.
struct TargetError {
  int status = 400;  ///< 400 or 414
  std::string_view reason;
};

/// Reads a request target (RFC 9112, origin-form and absolute-form).
/// Refused are: more than kMaxTargetBytes; a broken percent code; text that is not UTF-8; control
/// characters (parameters may hold tabs and line ends); a path with an empty, "." or ".." segment,
/// also where that is percent-encoded.
[[nodiscard]] Expected<Target, TargetError> parse_target(std::string_view raw);

/// Reads a query string, or the body of a form: `name=value&name=value`, '+' is a blank. An empty
/// part is skipped, a part without '=' has the value "".
[[nodiscard]] Expected<std::vector<Field>, TargetError> parse_query(std::string_view raw);

/// A target that parse_target() reads as this path and these parameters.
[[nodiscard]] std::string to_target(std::string_view path, const std::vector<Field>& parameters);

}  // namespace ludex::web
