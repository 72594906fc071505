#include "web/http/response.hpp"

#include "web/http/text.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace ludex::web {
namespace {

constexpr std::size_t kMinPackedBytes = 1024;

std::string_view reason_of(int status) {
  constexpr std::pair<int, std::string_view> kReasons[] = {
      {200, "OK"},
      {303, "See Other"},
      {304, "Not Modified"},
      {308, "Permanent Redirect"},
      {400, "Bad Request"},
      {401, "Unauthorized"},
      {403, "Forbidden"},
      {404, "Not Found"},
      {405, "Method Not Allowed"},
      {413, "Content Too Large"},
      {414, "URI Too Long"},
      {421, "Misdirected Request"},
      {422, "Unprocessable Content"},
      {431, "Request Header Fields Too Large"},
      {500, "Internal Server Error"},
      {503, "Service Unavailable"},
      {504, "Gateway Timeout"},
  };
  const auto found = std::ranges::find(kReasons, status, [](const auto& one) { return one.first; });
  return found == std::end(kReasons) ? "Status" : found->second;
}

/// RFC 9110: "Mon, 23 Nov 2026 03:50:00 GMT", in any locale.
std::string http_date(std::time_t time) {
  constexpr std::string_view kDays = "SunMonTueWedThuFriSat";
  constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
  std::tm utc{};
  gmtime_r(&time, &utc);
  return fmt::format("{}, {:02} {} {} {:02}:{:02}:{:02} GMT",
                     kDays.substr(static_cast<std::size_t>(utc.tm_wday) * 3, 3), utc.tm_mday,
                     kMonths.substr(static_cast<std::size_t>(utc.tm_mon) * 3, 3),
                     utc.tm_year + 1900, utc.tm_hour, utc.tm_min, utc.tm_sec);
}

/// Calls `visit` with each part between commas, without blanks around it.
template <class Visit>
void for_each_part(std::string_view list, const Visit& visit) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    visit(trimmed(list.substr(0, end)));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

std::string_view without_weakness(std::string_view etag) {
  return etag.starts_with("W/") ? etag.substr(2) : etag;
}

/// Of `gzip;q=0.5`: whether the weight is above 0.
bool is_wanted(std::string_view parameters) {
  const std::size_t equals = parameters.find('=');
  if (equals == std::string_view::npos) return true;
  return std::strtod(std::string(parameters.substr(equals + 1)).c_str(), nullptr) > 0;
}

bool takes_gzip(const Request& request) {
  const std::string* const accepted = find_field(request.headers, "accept-encoding");
  if (accepted == nullptr) return false;
  std::optional<bool> gzip, any;
  for_each_part(*accepted, [&](std::string_view part) {
    const std::size_t end = std::min(part.find(';'), part.size());
    const std::string_view coding = trimmed(part.substr(0, end));
    if (equal_without_case(coding, "gzip")) gzip = is_wanted(part.substr(end));
    if (coding == "*") any = is_wanted(part.substr(end));
  });
  return gzip.value_or(any.value_or(false));
}

bool is_text(const Response& response) {
  const std::string* const type = find_header(response, "Content-Type");
  if (type == nullptr) return false;
  const std::string_view name = std::string_view(*type).substr(0, type->find(';'));
  return name.starts_with("text/") || name.ends_with("json") || name == "image/svg+xml" ||
         name == "application/xml" || name == "text/javascript";
}

/// None where zlib has no memory.
std::optional<std::string> gzip_of(std::string_view bytes) {
  constexpr int kGzipWindow = 15 + 16;  // a window of 32 KiB, and a gzip header
  constexpr int kFastLevel = 4;         // 6 takes twice as long for JSON that is 3 % smaller
  constexpr int kMemoryLevel = 8;
  z_stream stream{};
  if (deflateInit2(&stream, kFastLevel, Z_DEFLATED, kGzipWindow, kMemoryLevel,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    return std::nullopt;
  }
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  // zlib's interface takes no const pointer; it does not write there.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const int status = deflate(&stream, Z_FINISH);
  packed.resize(packed.size() - stream.avail_out);
  deflateEnd(&stream);
  return status == Z_STREAM_END ? std::optional(std::move(packed)) : std::nullopt;
}

void set_header(Response& response, std::string_view name, std::string value) {
  const auto found = std::ranges::find_if(
      response.headers, [&](const Field& header) { return equal_without_case(header.name, name); });
  if (found == response.headers.end()) {
    response.headers.push_back({std::string(name), std::move(value)});
  } else {
    found->value = std::move(value);
  }
}

/// Headers that a 304 has no use for: they describe a body.
bool is_about_body(const Field& header) {
  return lower_case(header.name).starts_with("content-") &&
         !equal_without_case(header.name, "content-security-policy");
}

}  // namespace

const std::string* find_header(const Response& response, std::string_view name) {
  const auto found = std::ranges::find_if(
      response.headers, [&](const Field& header) { return equal_without_case(header.name, name); });
  return found == response.headers.end() ? nullptr : &found->value;
}

Response error_response(int status, std::string_view code, std::string_view message) {
  const nlohmann::ordered_json json = {{"error", {{"code", code}, {"message", message}}}};
  Response response;
  response.status = status;
  response.headers = {{"Content-Type", "application/json"}};
  response.body = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
  return response;
}

void add_header(Response& response, std::string_view name, std::string_view value) {
  if (find_header(response, name) != nullptr) return;
  response.headers.push_back({std::string(name), std::string(value)});
}

void add_vary(Response& response, std::string_view name) {
  const std::string* const names = find_header(response, "Vary");
  set_header(response, "Vary",
             names == nullptr ? std::string(name) : fmt::format("{}, {}", *names, name));
}

bool is_known(const Request& request, std::string_view etag) {
  bool known = false;
  for (const Field& header : request.headers) {
    if (header.name != "if-none-match") continue;
    for_each_part(header.value, [&](std::string_view part) {
      known = known || part == "*" || without_weakness(part) == without_weakness(etag);
    });
  }
  return known;
}

void make_conditional(const Request& request, Response& response) {
  const std::string* const etag = find_header(response, "ETag");
  if (response.status == 200 && etag != nullptr && is_known(request, *etag)) response.status = 304;
  if (response.status != 304) return;
  response.body.clear();
  response.stream = nullptr;
  std::erase_if(response.headers, is_about_body);
}

void compress(const Request& request, Response& response) {
  if (response.stream || response.body.size() <= kMinPackedBytes || !is_text(response)) return;
  if (find_header(response, "Content-Encoding") != nullptr) return;
  add_vary(response, "Accept-Encoding");
  if (!takes_gzip(request)) return;
  auto packed = gzip_of(response.body);
  if (!packed) return;
  response.body = std::move(*packed);
  set_header(response, "Content-Encoding", "gzip");
  const std::string* const etag = find_header(response, "ETag");
  if (etag != nullptr) set_header(response, "ETag", fmt::format("W/{}", without_weakness(*etag)));
}

std::string header_text(const Response& response, const Framing& framing) {
  std::string text = fmt::format("HTTP/1.1 {} {}\r\n", response.status, reason_of(response.status));
  for (const Field& header : response.headers) {
    // Values come from our code. One that would break the header is a bug and is dropped.
    if (has_control_character(header.value, ControlCharacters::none)) continue;
    text += fmt::format("{}: {}\r\n", header.name, header.value);
  }
  text += fmt::format("Date: {}\r\n", http_date(std::time(nullptr)));
  if (response.stream) {
    if (framing.has_chunks) text += "Transfer-Encoding: chunked\r\n";
  } else if (response.status != 304) {
    text += fmt::format("Content-Length: {}\r\n", response.body.size());
  }
  if (!framing.keep_alive) {
    text += "Connection: close\r\n";
  } else if (!framing.has_chunks) {
    text += "Connection: keep-alive\r\n";
  }
  return text + "\r\n";
}

}  // namespace ludex::web
