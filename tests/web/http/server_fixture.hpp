#pragma once

#include "support/raw_client.hpp"
#include "web/http/server.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace ludex::web {

using namespace std::chrono_literals;
using test::Answer;
using test::RawClient;
using Clock = std::chrono::steady_clock;

/// Waits until the condition holds; false after 5 s.
template <class Condition>
bool holds_soon(const Condition& condition) {
  for (const auto end = Clock::now() + 5s; Clock::now() < end; std::this_thread::sleep_for(2ms)) {
    if (condition()) return true;
  }
  return false;
}

inline std::chrono::milliseconds since(Clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
}

/// State shared by a test and the handlers of its server.
struct Stage {
  std::atomic<int> handlers{0};
  std::atomic<int> running{0};
  std::atomic<int> stopped{0};
  std::atomic<int> large_answers{0};
  std::atomic<int> refused_handlers{0};  // the factory throws this many times
  std::atomic<std::size_t> streamed{0};  // bytes that sinks accepted
  std::atomic<int> streams_ended{0};
  std::mutex mutex;
  std::condition_variable_any changed;
  bool is_open = false;  // true: requests of "/wait" are answered
  std::vector<std::string> reports;

  void open() {
    const std::lock_guard lock(mutex);
    is_open = true;
    changed.notify_all();
  }
  void report(const std::string& text) {
    const std::lock_guard lock(mutex);
    reports.push_back(text);
  }
};

inline std::size_t number_of(const Request& request, std::string_view name) {
  const std::string* const value = find_field(request.parameters, name);
  std::size_t number = 0;
  if (value != nullptr) std::from_chars(value->data(), value->data() + value->size(), number);
  return number;
}

/// Its behavior depends on the path.
class StageHandler final : public Handler {
 public:
  explicit StageHandler(Stage& stage) : stage_(stage) { ++stage_.handlers; }

  Response answer(const Request& request, const std::stop_token& stop) override {
    Response response;
    response.headers = {{"Content-Type", "text/plain"}};
    response.body = fmt::format("{} {} [{}]", request.method, request.path, request.body);
    if (request.path == "/wait") wait(stop);
    if (request.path == "/large") {
      response.body.assign(number_of(request, "bytes"), 'x');
      ++stage_.large_answers;
    }
    if (request.path == "/throw") throw std::runtime_error("on purpose");
    if (request.path == "/etag") response.headers.push_back({"ETag", "\"7\""});
    if (request.path == "/stream") response.stream = stream_of(request);
    return response;
  }

 private:
  void wait(const std::stop_token& stop) {
    std::unique_lock lock(stage_.mutex);
    ++stage_.running;
    stage_.changed.wait(lock, stop, [&] { return stage_.is_open; });
    --stage_.running;
    if (stop.stop_requested()) ++stage_.stopped;
  }

  std::function<void(BodySink&)> stream_of(const Request& request) {
    const std::size_t bytes = number_of(request, "bytes");
    const std::size_t fails_at = number_of(request, "fail");
    const bool fails = find_field(request.parameters, "fail") != nullptr;
    return [this, bytes, fails_at, fails](BodySink& sink) {
      const std::string line = std::string(99, 'y') + '\n';
      for (std::size_t done = 0; done < bytes; done += line.size()) {
        if (fails && done >= fails_at) throw std::runtime_error("in the stream");
        if (!sink.write(line)) break;
        stage_.streamed += line.size();
      }
      ++stage_.streams_ended;
    };
  }

  Stage& stage_;
};

inline ServerLimits quick_limits() {
  ServerLimits limits;
  limits.pool.workers = 2;
  limits.linger = 200ms;
  return limits;
}

/// Runs a server in its own thread.
class ServerTest : public testing::Test {
 protected:
  ~ServerTest() override { stop(); }

  void serve(const ServerLimits& limits = quick_limits()) {
    server_ = std::make_unique<Server>(parse_listen_address("127.0.0.1:0"), limits);
    const Gate gate{[](Request& request) -> std::optional<Response> {
                      if (request.path != "/refused") return std::nullopt;
                      return Response{403, {{"Content-Type", "text/plain"}}, "no", {}};
                    },
                    [](const Request&, Response& response) {
                      response.headers.push_back({"X-Seen", "yes"});
                    },
                    [this](const std::string& text) { stage_.report(text); }};
    const auto factory = [this]() -> std::unique_ptr<Handler> {
      if (stage_.refused_handlers > 0) {
        --stage_.refused_handlers;
        throw std::runtime_error("no handler");
      }
      return std::make_unique<StageHandler>(stage_);
    };
    thread_ = std::thread([=, this] {
      server_->run(factory, gate, stop_.get_token());
      ended_ = Clock::now();
    });
  }

  /// \returns how long the server took to stop.
  std::chrono::milliseconds stop() {
    const auto start = Clock::now();
    stop_.request_stop();
    if (thread_.joinable()) thread_.join();
    return std::chrono::duration_cast<std::chrono::milliseconds>(ended_ - start);
  }

  RawClient client(int receive_buffer_bytes = 0) {
    return RawClient(server_->port(), receive_buffer_bytes);
  }
  Answer answer_of(std::string_view target) {
    RawClient one = client();
    one.get(target);
    return one.read();
  }

  Stage stage_;
  std::unique_ptr<Server> server_;

 private:
  std::stop_source stop_;
  std::thread thread_;
  Clock::time_point ended_{};
};

}  // namespace ludex::web
