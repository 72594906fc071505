#include "web/http/listen_address.hpp"

#include "web/http/text.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <charconv>
#include <cstring>

namespace ludex::web {
namespace {

std::optional<std::uint16_t> parse_port(std::string_view text) {
  std::uint16_t port = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, port);
  if (error != std::errc() || stop != end) return std::nullopt;
  return port;
}

}  // namespace

std::optional<ListenAddress> parse_listen_address(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto port = parse_port(text.substr(colon + 1));
  const std::string_view host = text.substr(0, colon);
  if (!port) return std::nullopt;
  if (equal_without_case(host, "localhost")) return ListenAddress{"localhost", *port, true};
  if (host.starts_with('[') && host.ends_with(']')) {
    const std::string inner(host.substr(1, host.size() - 2));
    in6_addr address{};
    if (inet_pton(AF_INET6, inner.c_str(), &address) != 1) return std::nullopt;
    return ListenAddress{inner, *port, IN6_IS_ADDR_LOOPBACK(&address) != 0};
  }
  const std::string plain(host);
  in_addr address{};
  if (inet_pton(AF_INET, plain.c_str(), &address) != 1) return std::nullopt;
  return ListenAddress{plain, *port, (ntohl(address.s_addr) >> 24) == 127};
}

std::string authority_of(std::string_view host, std::uint16_t port) {
  const bool is_v6 = host.find(':') != std::string_view::npos;
  return is_v6 ? fmt::format("[{}]:{}", host, port) : fmt::format("{}:{}", host, port);
}

}  // namespace ludex::web
