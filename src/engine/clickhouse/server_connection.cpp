#include "engine/clickhouse/server_connection.hpp"

#include "core/call_scope.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>
#include <utility>

namespace ludex::clickhouse {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

constexpr auto kConnectTimeout = std::chrono::seconds(10);
constexpr auto kLookInterval = std::chrono::milliseconds(50);  // at the call that asks
// A server that merges or reads a cold disk may stay silent for long.
constexpr auto kAnswerTimeout = std::chrono::minutes(5);
// One that refuses a block has answered before the sending fails.
constexpr auto kRefusalTimeout = std::chrono::seconds(5);
constexpr std::size_t kMostAnswerBytes = std::size_t{256} << 20;

std::string url_encoded(std::string_view text) {
  std::string encoded;
  for (const char c : text) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
    if (is_plain) {
      encoded += c;
    } else {
      fmt::format_to(std::back_inserter(encoded), "%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return encoded;
}

/// What TabSeparated writes for a value, undone; `\N` stays.
std::string unescaped(std::string_view text) {
  if (text.find('\\') == std::string_view::npos || text == "\\N") return std::string(text);
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      plain += text[i];
      continue;
    }
    constexpr std::string_view kWritten = "tnrb0f", kMeant{"\t\n\r\b\0\f", 6};
    const std::size_t place = kWritten.find(text[++i]);
    plain += place == std::string_view::npos ? text[i] : kMeant[place];
  }
  return plain;
}

/// None if a row has another number of values, or if they are more than memory has room for.
std::optional<std::vector<std::vector<std::string>>> parse_rows(std::string_view body,
                                                                std::size_t columns) {
  constexpr std::size_t kMostValues = std::size_t{4} << 20;
  std::vector<std::vector<std::string>> rows;
  while (!body.empty()) {
    const std::size_t end = std::min(body.find('\n'), body.size());
    std::string_view line = body.substr(0, end);
    body.remove_prefix(std::min(end + 1, body.size()));
    const auto width = static_cast<std::size_t>(std::ranges::count(line, '\t')) + 1;
    if (width != columns || (rows.size() + 1) * width > kMostValues) return std::nullopt;
    auto& row = rows.emplace_back();
    for (std::size_t i = 0; i < width; ++i) {
      const std::size_t tab = std::min(line.find('\t'), line.size());
      row.push_back(unescaped(line.substr(0, tab)));
      line.remove_prefix(std::min(tab + 1, line.size()));
    }
  }
  return rows;
}

/// The first line of an answer, short enough for a message.
std::string first_line(std::string_view body) {
  constexpr std::size_t kMostShown = 300;
  std::string line(body.substr(0, std::min(body.find('\n'), kMostShown)));
  std::ranges::replace_if(
      line, [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return line;
}

/// What a person can do about an error of the server; empty where its own words must do.
std::string_view advice_for(std::string_view body) {
  if (body.find("No space left") != std::string_view::npos) {
    return "; free space on the server's disk and run the same command again";
  }
  int code = 0;
  if (body.starts_with("Code: ")) std::from_chars(body.data() + 6, body.data() + body.size(), code);
  switch (code) {
    case 192:
    case 193:
    case 194:
    case 516:
      return "; name a user in the URL and put the password into LUDEX_CLICKHOUSE_PASSWORD";
    case 243:
      return "; free space on the server's disk and run the same command again";
    case 241:
      return "; raise max_memory_usage on the server";
    default:
      return {};
  }
}

}  // namespace

class ServerConnection::Http {
 public:
  Http(ServerAddress server, std::string user_name, std::string user_password)
      : address(std::move(server)),
        user_(std::move(user_name)),
        password_(std::move(user_password)) {}

  /// \param repeatable  may be sent again if a kept connection turns out to be closed
  std::string post(const std::string& target, std::string_view body, bool repeatable) {
    start();
    send(target, body);
    return receive(target, body, repeatable);
  }

  // The steps of post(). Others may be done meanwhile; both texts must live until receive().

  /// Begins to connect, if it is not connected.
  void start() {
    if (is_waiting_) stream_.reset();  // nobody read the answer to what was sent before
    is_waiting_ = false;
    was_open_ = stream_.has_value();
    if (!was_open_) begin_connect();
  }
  void send(const std::string& target, std::string_view body) {
    if (!was_open_) finish_connect();
    is_waiting_ = true;
    write(target, body);
  }
  std::string receive(const std::string& target, std::string_view body, bool repeatable) {
    auto answer = read();
    if (!answer && was_open_ && repeatable) {
      begin_connect();
      finish_connect();
      write(target, body);
      answer = read();
    }
    is_waiting_ = false;
    if (!answer) fail("the connection broke: " + trouble_);
    return checked(std::move(*answer));
  }

  /// An idle connection may have been closed by the server: looks before something is sent that
  /// cannot be repeated.
  void close_if_stale() {
    if (!stream_) return;
    char byte = 0;
    beast::error_code error;
    auto& socket = stream_->socket();
    socket.non_blocking(true, error);
    if (!error) {
      socket.receive(asio::buffer(&byte, 1), asio::socket_base::message_peek, error);
    }
    if (error != asio::error::would_block) stream_.reset();
  }

  [[noreturn]] void fail(const std::string& what) {
    stream_.reset();
    throw DatabaseError(fmt::format("{}: {}", address.text(), what));
  }

  const ServerAddress address;

 private:
  using Response = http::response<http::string_body>;

  template <class Start>
  beast::error_code wait_for(std::chrono::steady_clock::duration limit, const Start& start) {
    beast::error_code result;
    context_.restart();
    stream_->expires_after(limit);
    start([&result](const beast::error_code& error, auto&&...) { result = error; });
    run();
    return result;
  }

  /// Until all that was started is done. \throws Stopped
  void run() {
    while (!context_.stopped()) {
      context_.run_for(kLookInterval);
      if (!context_.stopped() && call_is_over()) {
        stream_->close();
        context_.run();
        stream_.reset();
        check_call();
      }
    }
  }

  void begin_connect() {
    stream_.emplace(context_);
    asio::ip::tcp::resolver resolver(context_);
    beast::error_code error;
    const auto found = resolver.resolve(address.host, std::to_string(address.port), error);
    if (error) fail(fmt::format("the host is not known: {}", error.message()));
    context_.restart();
    stream_->expires_after(kConnectTimeout);
    stream_->async_connect(
        found, [this](const beast::error_code& result, auto&&...) { connected_ = result; });
  }

  void finish_connect() {
    run();
    beast::error_code error = connected_;
    if (error) {
      fail(fmt::format("cannot connect: {}; is the server running, and is this its HTTP port?",
                       error.message()));
    }
    stream_->socket().set_option(asio::ip::tcp::no_delay(true), error);
    buffer_.clear();
  }

  void write(const std::string& target, std::string_view body) {
    http::request<http::span_body<const char>> request(http::verb::post, target, 11);
    request.set(http::field::host, address.text());
    request.set(http::field::user_agent, "ludex/" LUDEX_VERSION);
    if (!user_.empty()) request.set("X-ClickHouse-User", user_);
    if (!password_.empty()) request.set("X-ClickHouse-Key", password_);
    request.body() = {body.data(), body.size()};
    request.prepare_payload();
    sent_ = wait_for(kAnswerTimeout,
                     [&](auto done) { http::async_write(*stream_, request, std::move(done)); });
  }

  /// None where the connection broke; trouble_ says how.
  std::optional<Response> read() {
    // A server that refuses a block answers before it has read all of it.
    http::response_parser<http::string_body> parser;
    parser.body_limit(kMostAnswerBytes);
    const auto received =
        wait_for(sent_ ? kRefusalTimeout : std::chrono::steady_clock::duration(kAnswerTimeout),
                 [&](auto done) { http::async_read(*stream_, buffer_, parser, std::move(done)); });
    if (received) {
      trouble_ = received == http::error::end_of_stream ? "the server closed it"
                                                        : (sent_ ? sent_ : received).message();
      stream_.reset();
      return std::nullopt;
    }
    if (sent_ || !parser.keep_alive()) stream_.reset();
    return parser.release();
  }

  std::string checked(Response response) {
    const std::string& body = response.body();
    // Errors after output has begun come with status 200.
    const bool failed = response.result() != http::status::ok || body.starts_with("Code: ");
    if (!failed) return std::move(response.body());
    const bool from_server = body.starts_with("Code: ");
    fail(fmt::format(
        "{} {}{}",
        from_server ? "the server says:" : fmt::format("HTTP status {}:", response.result_int()),
        first_line(body), advice_for(body)));
  }

  std::string user_;
  std::string password_;
  asio::io_context context_;
  std::optional<beast::tcp_stream> stream_;
  beast::flat_buffer buffer_;
  beast::error_code connected_, sent_;  // what the last of these steps ended with
  bool was_open_ = false;               // when the post began
  bool is_waiting_ = false;             // something was sent whose answer was not read
  std::string trouble_;
};

ServerConnection::ServerConnection(ServerAddress address, std::string user, std::string password)
    : http_(std::make_unique<Http>(std::move(address), std::move(user), std::move(password))) {}
ServerConnection::~ServerConnection() = default;
ServerConnection::ServerConnection(ServerConnection&&) noexcept = default;

const ServerAddress& ServerConnection::address() const { return http_->address; }

void ServerConnection::run(std::string_view sql) {
  http_->close_if_stale();
  (void)http_->post("/?wait_end_of_query=1", sql, false);
}

std::vector<std::vector<std::string>> ServerConnection::rows(std::string_view sql,
                                                             std::size_t columns) {
  const std::string body =
      http_->post("/?wait_end_of_query=1&default_format=TabSeparated", sql, true);
  auto rows = parse_rows(body, columns);
  if (!rows) {
    http_->fail(
        fmt::format("it answers '{}' where rows of {} values were expected; is it ClickHouse?",
                    first_line(body), columns));
  }
  return std::move(*rows);
}

namespace {

std::string target_for(ServerConnection::Reads reads) {
  // Lists of ids and of batches may be long.
  constexpr std::string_view kTarget =
      "/?wait_end_of_query=1&default_format=Native&max_query_size=67108864"
      "&max_ast_elements=50000000&max_expanded_ast_elements=50000000";
  // A server reads a MiB around each row, unless it is told otherwise: twice the CPU time for a
  // hundred rows, and far more from a disk. A second thread costs more to start than it saves.
  constexpr std::string_view kForRows = "&max_threads=1&max_read_buffer_size=65536";
  std::string target(kTarget);
  if (reads == ServerConnection::Reads::rows) target += kForRows;
  return target;
}

}  // namespace

NativeAnswer ServerConnection::ask(std::string_view sql, Reads reads) {
  start();
  send(sql, reads);
  return receive(sql, reads);
}

void ServerConnection::start() { http_->start(); }
void ServerConnection::send(std::string_view sql, Reads reads) {
  http_->send(target_for(reads), sql);
}
NativeAnswer ServerConnection::receive(std::string_view sql, Reads reads) {
  const std::string body = http_->receive(target_for(reads), sql, true);
  try {
    return NativeAnswer(body);
  } catch (const Error& error) {
    http_->fail(error.what());
  }
}

void ServerConnection::insert(std::string_view table, std::string_view native_block) {
  http_->close_if_stale();
  const std::string statement = fmt::format("INSERT INTO {} FORMAT Native", table);
  (void)http_->post("/?query=" + url_encoded(statement), native_block, false);
}

std::string ServerConnection::check_version() {
  constexpr int kOldestMajor = 18;
  const auto answer = rows("SELECT version()", 1);
  const std::string version = answer.empty() ? "" : answer[0][0];
  int major = 0;
  const auto [end, error] = std::from_chars(version.data(), version.data() + version.size(), major);
  if (error != std::errc() || end == version.data() + version.size() || *end != '.') {
    http_->fail(fmt::format("something answers that is not ClickHouse: '{}'", first_line(version)));
  }
  if (major < kOldestMajor) {
    http_->fail(fmt::format("ClickHouse {} is too old; 18.16 or newer is needed", version));
  }
  return version;
}

}  // namespace ludex::clickhouse
