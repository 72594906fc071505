#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::clickhouse {

struct ServerAddress {
  std::string host;
  std::uint16_t port = 0;  ///< of the HTTP interface

  /// "host:port", for messages.
  [[nodiscard]] std::string text() const;
  friend bool operator==(const ServerAddress&, const ServerAddress&) = default;
};

/// Which servers a URL names, and as whom to log in.
struct ClusterAddress {
  std::vector<ServerAddress> servers;  ///< a shard each, in this order
  std::string database;
  std::string user;
  std::string password;
};

/// Reads `clickhouse://[user[:password]@]host[:port][,host[:port]...]/database`. A name, a password
/// and an IPv6 address in brackets may be written as in every URL (%40 for @). The port is that of
/// the HTTP interface, 8123 where none is written.
/// \param what  names the URL in messages
/// \throws UsageError; the message does not show the password
[[nodiscard]] ClusterAddress parse_cluster_address(std::string_view url,
                                                   std::string_view what = "`to`");

}  // namespace ludex::clickhouse
