#pragma once

#include "ludex/archive.hpp"

#include <filesystem>
#include <utility>

namespace ludex::cli {

/// How commands open a database or a cluster: its password is in LUDEX_CLICKHOUSE_PASSWORD.
[[nodiscard]] OpenOptions open_options();
[[nodiscard]] inline Archive open_archive(std::filesystem::path path) {
  return Archive::open(std::move(path), open_options());
}

}  // namespace ludex::cli
