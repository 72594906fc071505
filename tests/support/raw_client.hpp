#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ludex::test {

/// An answer as a client reads it.
struct Answer {
  int status = 0;      ///< 0: the connection ended before one came
  std::string header;  ///< status line and headers
  std::string body;    ///< chunks put together
  bool complete = false;

  /// The value of a header; empty where there is none.
  [[nodiscard]] std::string field(std::string_view name) const;
};

/// An HTTP client that sends exactly the given bytes to 127.0.0.1.
class RawClient {
 public:
  /// \param receive_buffer_bytes  small: the server soon notices that nobody reads; 0: the default
  explicit RawClient(std::uint16_t port, int receive_buffer_bytes = 0);
  ~RawClient() { close(); }
  RawClient(RawClient&& other) noexcept;
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  /// \returns false where the server has closed the connection.
  bool send(std::string_view bytes);
  /// Asks with a Host header that names localhost. \param headers  more of them, each "name:
  /// value\r\n"
  bool ask(std::string_view method, std::string_view target, std::string_view headers = {});
  bool get(std::string_view target, std::string_view headers = {}) {
    return ask("GET", target, headers);
  }
  /// Reads one answer; waits 10 s for it at most. \param has_body  false after HEAD
  Answer read(bool has_body = true);
  /// Reads some bytes without looking at them. \returns how many; 0 at the end.
  std::size_t read_some();
  /// True if the server closes the connection in time; discards what it still sends.
  bool is_closed_within(std::chrono::milliseconds limit);
  void close();

 private:
  bool fill();  // false at the end of the connection, or after 10 s
  bool take_line(std::string& line);
  bool take_bytes(std::size_t count, std::string& bytes);
  void take_chunks(Answer& answer);

  std::uint16_t port_;
  int socket_;
  std::string bytes_;  // received, not yet taken
};

}  // namespace ludex::test
