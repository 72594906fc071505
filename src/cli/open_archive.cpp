#include "cli/open_archive.hpp"

#include <cstdlib>

namespace ludex::cli {

OpenOptions open_options() {
  OpenOptions options;
  if (const char* const password = std::getenv("LUDEX_CLICKHOUSE_PASSWORD")) {
    options.password = password;
  }
  return options;
}

}  // namespace ludex::cli
