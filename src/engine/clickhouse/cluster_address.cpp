#include "engine/clickhouse/cluster_address.hpp"

#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace ludex::clickhouse {
namespace {

constexpr std::string_view kScheme = "clickhouse://";
constexpr std::uint16_t kHttpPort = 8123;
constexpr std::uint16_t kNativePort = 9000;

struct WrongAddress {
  std::string reason;
};

[[noreturn]] void refuse_address(std::string_view reason) {
  throw WrongAddress{std::string(reason)};
}

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    unsigned code = 0;
    const std::string_view digits = text.substr(i + 1, 2);
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    if (digits.size() != 2 || error != std::errc() || end != digits.data() + 2) {
      refuse_address("'%' needs two hexadecimal digits after it");
    }
    decoded += static_cast<char>(code);
    i += 2;
  }
  return decoded;
}

std::uint16_t parse_port(std::string_view text) {
  unsigned port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size() || port == 0 || port > 65535) {
    refuse_address(fmt::format("'{}' is not a port", text));
  }
  if (port == kNativePort) {
    refuse_address("9000 is the port of the native protocol, give that of the HTTP interface");
  }
  return static_cast<std::uint16_t>(port);
}

ServerAddress parse_server(std::string_view text) {
  ServerAddress server{.host = {}, .port = kHttpPort};
  const std::size_t end_of_host =
      text.starts_with('[') ? text.find(']') : std::min(text.rfind(':'), text.size());
  if (end_of_host == std::string_view::npos) refuse_address("a ']' is missing");
  const bool in_brackets = text.starts_with('[');
  server.host = text.substr(in_brackets ? 1 : 0, end_of_host - (in_brackets ? 1 : 0));
  std::string_view rest = text.substr(end_of_host + (in_brackets ? 1 : 0));
  if (rest.starts_with(':')) {
    server.port = parse_port(rest.substr(1));
  } else if (!rest.empty()) {
    refuse_address("only a port may follow ']'");
  }
  if (server.host.empty()) refuse_address("a host is missing");
  return server;
}

bool is_plain_name(std::string_view name) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !name.empty() && !(name[0] >= '0' && name[0] <= '9') &&
         std::ranges::all_of(name, is_plain);
}

ClusterAddress read_address(std::string_view url) {
  if (url.starts_with("clickhouses://") || url.starts_with("https://")) {
    refuse_address("TLS is not offered; use a tunnel (stunnel, ssh -L)");
  }
  if (!url.starts_with(kScheme)) refuse_address("it does not begin with clickhouse://");
  url.remove_prefix(kScheme.size());
  ClusterAddress address;
  if (const std::size_t at = url.rfind('@'); at != std::string_view::npos) {
    const std::string_view login = url.substr(0, at);
    const std::size_t colon = login.find(':');
    address.user = percent_decoded(login.substr(0, colon));
    if (colon != std::string_view::npos)
      address.password = percent_decoded(login.substr(colon + 1));
    url.remove_prefix(at + 1);
  }
  const std::size_t slash = url.find('/');
  if (slash == std::string_view::npos) refuse_address("the database is missing");
  address.database = url.substr(slash + 1);
  if (!is_plain_name(address.database)) {
    refuse_address("the name of the database must consist of letters, digits and '_'");
  }
  std::string_view servers = url.substr(0, slash);
  while (true) {
    const std::size_t comma = servers.find(',');
    address.servers.push_back(parse_server(servers.substr(0, comma)));
    if (comma == std::string_view::npos) break;
    servers.remove_prefix(comma + 1);
  }
  for (auto server = address.servers.begin(); server != address.servers.end(); ++server) {
    if (std::find(address.servers.begin(), server, *server) != server) {
      refuse_address(fmt::format("{} is named twice", server->text()));
    }
  }
  return address;
}

}  // namespace

std::string ServerAddress::text() const {
  const bool is_v6 = host.find(':') != std::string::npos;
  return fmt::format("{}{}{}:{}", is_v6 ? "[" : "", host, is_v6 ? "]" : "", port);
}

ClusterAddress parse_cluster_address(std::string_view url, std::string_view what) {
  try {
    return read_address(url);
  } catch (const WrongAddress& wrong) {
    throw UsageError(fmt::format("{}: {}; expected clickhouse://host:port[,host:port...]/database",
                                 what, wrong.reason));
  }
}

}  // namespace ludex::clickhouse
