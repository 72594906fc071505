#pragma once

#include "engine/clickhouse/cluster_address.hpp"
#include "engine/clickhouse/native_answer.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::clickhouse {

/// One server of a cluster, by its HTTP interface. Connects when it is asked first, and anew when
/// the server has closed the connection meanwhile. One thread at a time.
/// Every member \throws DatabaseError: "HOST:PORT: what is wrong". No message shows the password.
class ServerConnection {
 public:
  ServerConnection(ServerAddress address, std::string user, std::string password);
  ~ServerConnection();
  ServerConnection(ServerConnection&&) noexcept;

  [[nodiscard]] const ServerAddress& address() const;
  /// Runs a statement that answers nothing.
  void run(std::string_view sql);
  /// The rows of an answer; their values as text, NULL as `\N`. Each has so many `columns`: rows of
  /// another width are an error. At most four million values.
  [[nodiscard]] std::vector<std::vector<std::string>> rows(std::string_view sql,
                                                           std::size_t columns);
  /// What a question reads, for the server to read it in the cheapest way.
  enum class Reads : std::uint8_t {
    much,  ///< on as many threads as the server likes
    rows   ///< some rows here and there: on one thread, and in small pieces
  };
  /// The rows of a question that may have many. Ends early if the call that this thread works for
  /// (CallScope) is over. \throws Stopped
  [[nodiscard]] NativeAnswer ask(std::string_view sql, Reads reads = Reads::much);
  // The steps of ask(), one after the other: others may be asked between them. An answer that is
  // not received is forgotten.
  void start();
  void send(std::string_view sql, Reads reads);
  [[nodiscard]] NativeAnswer receive(std::string_view sql, Reads reads);
  /// Sends one block in format Native. If the connection breaks, nobody knows whether the server
  /// has stored it: it is never sent twice.
  void insert(std::string_view table, std::string_view native_block);
  /// Checks that the server is ClickHouse and new enough. \returns its version
  std::string check_version();

 private:
  class Http;
  std::unique_ptr<Http> http_;
};

}  // namespace ludex::clickhouse
