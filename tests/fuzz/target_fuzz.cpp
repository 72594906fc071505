// Any bytes as requests of a connection, as a target and as a query string: however they are cut,
// the same requests come out; paths stay in their folder, texts are UTF-8 without control
// characters, what is written reads back, and no answer has a header that is not ours.

#include "fuzz_input.hpp"
#include "web/guard.hpp"
#include "web/http/request_reader.hpp"
#include "web/http/response.hpp"
#include "web/http/target.hpp"
#include "web/http/text.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace ludex::web;

namespace {

using ludex::fuzz::require;

bool is_text(std::string_view text, ControlCharacters allowed) {
  return is_utf8(text) && !has_control_character(text, allowed);
}

void check_path(const std::string& path) {
  require(path.starts_with('/') && is_text(path, ControlCharacters::none));
  const std::string closed = path + '/';
  require(path.find("//") == std::string::npos && closed.find("/./") == std::string::npos &&
          closed.find("/../") == std::string::npos);
}

void check_parameters(const std::vector<Field>& parameters) {
  for (const Field& one : parameters) {
    require(is_text(one.name, ControlCharacters::none));
    require(is_text(one.value, ControlCharacters::of_text));
  }
}

void check_target(std::string_view raw) {
  const auto target = parse_target(raw);
  if (!target) return require(target.error().status == 400 || target.error().status == 414);
  check_path(target->path);
  check_parameters(target->parameters);
  const std::string written = to_target(target->path, target->parameters);
  if (written.size() > kMaxTargetBytes) return;  // percent codes take more room
  const auto again = parse_target(written);
  require(again && again->path == target->path && again->parameters == target->parameters);
}

/// The requests that a connection reads, of which `most` bytes come at a time.
std::vector<Request> read_all(std::string_view bytes, std::size_t most) {
  std::vector<Request> requests;
  std::string waiting;
  RequestReader reader;
  while (!bytes.empty()) {
    waiting += bytes.substr(0, most);
    bytes.remove_prefix(std::min(most, bytes.size()));
    std::size_t consumed = 1;
    while (consumed > 0) {
      consumed = reader.read(waiting);
      waiting.erase(0, consumed);
      if (reader.state() == RequestReader::State::refused) return requests;
      if (reader.state() != RequestReader::State::done) continue;
      requests.push_back(std::move(reader.request()));
      reader = RequestReader();
    }
  }
  return requests;
}

bool is_same(const Request& one, const Request& other) {
  return one.method == other.method && one.path == other.path && one.body == other.body &&
         one.parameters == other.parameters && one.headers == other.headers;
}

void check_request(Request request, const Guard& guard) {
  check_path(request.path);
  check_parameters(request.parameters);
  const auto refusal = guard.admit(request);
  Response response = refusal.value_or(Response{});
  guard.decorate(request, response);
  const std::string header = header_text(response, {});
  const auto lines = static_cast<std::size_t>(std::ranges::count(header, '\n'));
  require(lines == response.headers.size() + 5 && header.ends_with("\r\n\r\n"));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Guard guard({8080, {"a.example"}, true, std::string(32, 't'), "/x", "http://b"});
  const std::string_view bytes{reinterpret_cast<const char*>(data), size};
  check_target(bytes);
  if (const auto parameters = parse_query(bytes)) check_parameters(*parameters);
  std::vector<Request> requests = read_all(bytes, bytes.size());
  require(std::ranges::equal(requests, read_all(bytes, 7), is_same));
  for (Request& request : requests) check_request(std::move(request), guard);
  return 0;
}
