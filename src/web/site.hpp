#pragma once

#include "web/http/message.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace ludex::web {

/// The data from which the pages and the API are made.
struct SiteOptions {
  std::filesystem::path database;           ///< or the URL of a cluster
  std::string password;                     ///< of the cluster, where its URL has none
  std::string base_path;                    ///< "" or "/games": what addresses in pages begin with
  bool sql = false;                         ///< the SQL page, and `where`
  bool hide_paths = false;                  ///< of sources, show the last part only
  std::uint64_t memory_bytes = 1ULL << 30;  ///< for all handlers together
  std::size_t handlers = 1;                 ///< at most at a time
};

/// The name under which the database is shown: of its file, or the URL without who logs in.
[[nodiscard]] std::string shown_name(const SiteOptions& options);

/// Makes the handlers of a site.
[[nodiscard]] HandlerFactory make_site(SiteOptions options);

}  // namespace ludex::web
