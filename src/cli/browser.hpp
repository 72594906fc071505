#pragma once

#include <string>

namespace ludex::cli {

/// Starts the user's browser (xdg-open) with an address, without a shell; it outlives the program.
/// \returns false if there is no such program.
bool open_in_browser(const std::string& address);

}  // namespace ludex::cli
