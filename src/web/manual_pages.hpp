#pragma once

#include "web/http/message.hpp"

#include <optional>
#include <span>
#include <string_view>

namespace ludex::web {

/// A page of the manual, built into the program.
struct ManualPage {
  std::string_view name;  ///< "ludex-find.1"
  std::string_view html;  ///< from its heading on
};

/// All of them, ludex(1) first.
[[nodiscard]] std::span<const ManualPage> manual_pages();

/// The answer to a request for `/help/NAME`; none if the page does not exist.
[[nodiscard]] std::optional<Response> answer_manual(const Request& request);

}  // namespace ludex::web
