#include "support/raw_client.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace ludex::test {
namespace {

constexpr int kPatienceMs = 10'000;

std::string lower(std::string_view text) {
  std::string lowered(text);
  for (char& c : lowered) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return lowered;
}

}  // namespace

std::string Answer::field(std::string_view name) const {
  const std::string start = "\r\n" + lower(name) + ": ";
  const std::size_t at = lower(header).find(start);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + start.size();
  return header.substr(begin, header.find("\r\n", begin) - begin);
}

RawClient::RawClient(std::uint16_t port, int receive_buffer_bytes)
    : port_(port), socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  if (receive_buffer_bytes > 0) {
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer_bytes, sizeof(int));
  }
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    throw std::runtime_error(fmt::format("port {} does not answer", port));
  }
}

RawClient::RawClient(RawClient&& other) noexcept
    : port_(other.port_),
      socket_(std::exchange(other.socket_, -1)),
      bytes_(std::move(other.bytes_)) {}

void RawClient::close() {
  if (socket_ >= 0) ::close(std::exchange(socket_, -1));
}

bool RawClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool RawClient::ask(std::string_view method, std::string_view target, std::string_view headers) {
  return send(fmt::format("{} {} HTTP/1.1\r\nHost: localhost:{}\r\n{}\r\n", method, target, port_,
                          headers));
}

bool RawClient::fill() {
  pollfd wait{socket_, POLLIN, 0};
  if (::poll(&wait, 1, kPatienceMs) != 1) return false;
  std::array<char, 64 * 1024> bytes{};
  const ssize_t count = ::recv(socket_, bytes.data(), bytes.size(), 0);
  if (count > 0) bytes_.append(bytes.data(), static_cast<std::size_t>(count));
  return count > 0;
}

bool RawClient::take_line(std::string& line) {
  std::size_t end = 0;
  while ((end = bytes_.find("\r\n")) == std::string::npos) {
    if (!fill()) return false;
  }
  line = bytes_.substr(0, end);
  bytes_.erase(0, end + 2);
  return true;
}

bool RawClient::take_bytes(std::size_t count, std::string& bytes) {
  while (bytes_.size() < count) {
    if (!fill()) return false;
  }
  bytes.append(bytes_, 0, count);
  bytes_.erase(0, count);
  return true;
}

void RawClient::take_chunks(Answer& answer) {
  std::string line;
  while (take_line(line)) {
    const std::size_t size = std::strtoul(line.c_str(), nullptr, 16);
    if (size > 0 && !take_bytes(size, answer.body)) return;
    if (!take_line(line)) return;
    if (size == 0) {
      answer.complete = true;
      return;
    }
  }
}

Answer RawClient::read(bool has_body) {
  Answer answer;
  std::string line;
  while (take_line(line) && !line.empty()) answer.header += line + "\r\n";
  if (answer.header.size() < 12 || !line.empty()) return answer;
  answer.status = std::atoi(answer.header.substr(9, 3).c_str());
  if (!has_body || answer.status == 304 || answer.status == 100) {
    answer.complete = true;
  } else if (answer.field("Transfer-Encoding") == "chunked") {
    take_chunks(answer);
  } else if (const std::string length = answer.field("Content-Length"); !length.empty()) {
    answer.complete = take_bytes(std::strtoul(length.c_str(), nullptr, 10), answer.body);
  } else {
    while (fill()) {
    }
    answer.body = std::exchange(bytes_, {});
    answer.complete = true;
  }
  return answer;
}

std::size_t RawClient::read_some() {
  if (bytes_.empty() && !fill()) return 0;
  return std::exchange(bytes_, {}).size();
}

bool RawClient::is_closed_within(std::chrono::milliseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    pollfd wait{socket_, POLLIN, 0};
    if (left.count() <= 0 || ::poll(&wait, 1, static_cast<int>(left.count())) != 1) return false;
    std::array<char, 4096> bytes{};
    if (::recv(socket_, bytes.data(), bytes.size(), 0) <= 0) return true;
  }
}

}  // namespace ludex::test
