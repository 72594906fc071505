#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ludex::web {

/// The address on which a server listens.
struct ListenAddress {
  std::string host;  ///< "127.0.0.1", "::1", or "localhost": both of them
  std::uint16_t port = 0;
  bool is_loopback = false;  ///< not reachable from other machines
  friend bool operator==(const ListenAddress&, const ListenAddress&) = default;
};

/// Reads "127.0.0.1:8080", "[::1]:8080" or "localhost:8080"; port 0 is any free one.
[[nodiscard]] std::optional<ListenAddress> parse_listen_address(std::string_view text);

/// "127.0.0.1:8080", "[::1]:8080"
[[nodiscard]] std::string authority_of(std::string_view host, std::uint16_t port);

}  // namespace ludex::web
