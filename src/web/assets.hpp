#pragma once

#include "web/http/message.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ludex::web {

/// A file of web/pages/, built into the program.
struct PageFile {
  std::string_view name;  ///< main.js
  std::string_view content_type;
  std::string_view text;
};

/// All of them, sorted by name, and a hash of their names and contents (12 hex digits).
[[nodiscard]] std::span<const PageFile> page_files();
[[nodiscard]] std::string_view pages_version();

/// A file that a browser can ask for. `text` and `gzip` live as long as the program.
struct Asset {
  std::string_view content_type;
  std::string_view text;
  std::string_view gzip;  ///< of `text`
  bool immutable;         ///< its address changes with its content
};

/// The file at `/assets/VERSION/NAME`, `/favicon.ico` or `/favicon.svg` (below the base path).
/// Compresses all files at the first call; any thread.
[[nodiscard]] std::optional<Asset> find_asset(std::string_view path);

/// The answer to a request for such a file; none where the path names no file.
[[nodiscard]] std::optional<Response> answer_asset(const Request& request);

/// The HTML document of every page. The modules read the address and draw the rest.
/// \param base_path  "" or "/x": the prefix of all paths of the site
[[nodiscard]] std::string page_shell(std::string_view base_path);

/// The answer to a request for a page: the shell. Its status is 404 if the page does not exist, and
/// the shell says so; none for who wants no HTML then, and for addresses of the API and of files.
[[nodiscard]] std::optional<Response> answer_page(const Request& request,
                                                  std::string_view base_path);

}  // namespace ludex::web
