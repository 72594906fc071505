#pragma once

#include "web/http/message.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::web {

struct GuardOptions {
  std::uint16_t port = 0;          ///< the server listens on
  std::vector<std::string> names;  ///< further host names, each may have a port
  bool behind_proxy = false;       ///< trust X-Forwarded-Host and -Proto
  std::string token;               ///< required unless empty
  std::string base_path;           ///< "" or "/games": all that is served lies below it
  std::string cors_origin;         ///< "https://example.org": its pages may read; empty: none
};

/// True if a --host, --base-path or --cors is valid.
[[nodiscard]] bool is_host_name(std::string_view text);
[[nodiscard]] bool is_base_path(std::string_view text);
[[nodiscard]] bool is_origin(std::string_view text);

/// Decides who is answered, and instructs browsers what an answer may do. It knows no sockets and
/// changes nothing; several threads may use it.
///
/// Refused are: hosts other than our names (421: a page elsewhere whose name was rebound to our
/// address); requests that pages of other origins make, but for navigation to us (403); with a
/// token, requests without it (401); methods other than GET, HEAD and POST (405), but a preflight
/// of the CORS origin is answered; what lies outside the base path (404).
class Guard {
 public:
  explicit Guard(GuardOptions options);

  /// \returns the answer where the request goes no further: a refusal, the redirect that turns
  ///          `?token=...` into a cookie, or what the CORS origin may do (preflight). Else takes
  ///          the base path off the request.
  [[nodiscard]] std::optional<Response> admit(Request& request) const;

  /// Adds the headers that every answer has and it did not set itself.
  void decorate(const Request& request, Response& response) const;

 private:
  [[nodiscard]] bool is_our_host(std::string_view host) const;
  [[nodiscard]] bool has_our_host(const Request& request) const;
  [[nodiscard]] bool comes_from_elsewhere(const Request& request) const;
  [[nodiscard]] bool comes_from_cors_origin(const Request& request) const;
  [[nodiscard]] bool is_cors_request(const Request& request) const;
  [[nodiscard]] bool is_preflight(const Request& request) const;
  [[nodiscard]] std::optional<Response> check_token(const Request& request) const;
  [[nodiscard]] Response with_cookie(const Request& request) const;
  [[nodiscard]] std::optional<Response> take_base_path(Request& request) const;
  [[nodiscard]] std::string cookie_name() const;

  GuardOptions options_;
};

}  // namespace ludex::web
