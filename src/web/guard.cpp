#include "web/guard.hpp"

#include "web/http/response.hpp"
#include "web/http/target.hpp"
#include "web/http/text.hpp"
#include "web/token.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ludex::web {
namespace {

constexpr std::string_view kLocalNames[] = {"localhost", "127.0.0.1", "[::1]"};
constexpr std::string_view kPagePolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/// Of a picture that is opened by itself.
constexpr std::string_view kPicturePolicy = "default-src 'none'; style-src 'none'";

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

struct HostAndPort {
  std::string_view name;  ///< "[::1]"
  std::string_view port;  ///< "8080"; empty where none is written
};

HostAndPort split_host(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  if (colon == std::string_view::npos || host.ends_with(']')) return {host, {}};
  return {host.substr(0, colon), host.substr(colon + 1)};
}

/// The only header of this name; null if there is none or more than one.
const std::string* only_field(const Request& request, std::string_view name) {
  if (std::ranges::count(request.headers, name, &Field::name) != 1) return nullptr;
  return find_field(request.headers, name);
}

std::string_view field_or_empty(const Request& request, std::string_view name) {
  const std::string* const value = find_field(request.headers, name);
  return value == nullptr ? std::string_view() : std::string_view(*value);
}

bool is_reading(const Request& request) {
  return request.method == "GET" || request.method == "HEAD";
}

/// The user follows a link or opens an address.
bool is_navigation(const Request& request) {
  return is_reading(request) && field_or_empty(request, "sec-fetch-mode") == "navigate" &&
         field_or_empty(request, "sec-fetch-dest") == "document";
}

Response method_refusal() {
  Response response = error_response(405, "bad_method", "only GET, HEAD and POST are supported");
  add_header(response, "Allow", "GET, HEAD");
  return response;
}

/// A preflight request: a browser sends it before a page of another origin may use an Authorization
/// header. It sends no token with that.
Response preflight_answer(const Request& request, const std::string& origin) {
  Response response;
  response.status = 204;
  response.headers = {{"Access-Control-Allow-Origin", origin},
                      {"Access-Control-Allow-Methods", "GET, HEAD"},
                      {"Access-Control-Allow-Headers", "Authorization"},
                      {"Access-Control-Max-Age", "600"}};
  if (field_or_empty(request, "access-control-request-private-network") == "true") {
    add_header(response, "Access-Control-Allow-Private-Network", "true");
  }
  return response;
}

Response token_refusal() {
  Response response = error_response(
      401, "no_token",
      "open the address with ?token=... that 'ludex serve' printed, or send the token as "
      "'Authorization: Bearer'");
  add_header(response, "WWW-Authenticate", "Bearer");
  return response;
}

/// The value of a cookie; a browser sends all of them in one header.
std::string_view cookie_of(const Request& request, std::string_view name) {
  std::string_view cookies = field_or_empty(request, "cookie");
  while (!cookies.empty()) {
    const std::size_t end = std::min(cookies.find(';'), cookies.size());
    const std::string_view cookie = trimmed(cookies.substr(0, end));
    cookies.remove_prefix(std::min(end + 1, cookies.size()));
    const std::size_t equals = cookie.find('=');
    if (equals != std::string_view::npos && cookie.substr(0, equals) == name) {
      return cookie.substr(equals + 1);
    }
  }
  return {};
}

std::string_view bearer_of(const Request& request) {
  constexpr std::string_view kScheme = "bearer ";
  const std::string_view value = field_or_empty(request, "authorization");
  if (!equal_without_case(value.substr(0, kScheme.size()), kScheme)) return {};
  return trimmed(value.substr(kScheme.size()));
}

Response redirect(int status, const std::string& target) {
  Response response;
  response.status = status;
  response.headers = {{"Content-Type", "text/plain; charset=utf-8"}, {"Location", target}};
  return response;
}

}  // namespace

bool is_host_name(std::string_view text) {
  const HostAndPort host = split_host(text);
  const std::string_view name = host.name;
  if (name.size() != text.size() && !is_digits(host.port)) return false;
  const bool is_v6 = name.starts_with('[') && name.ends_with(']');
  const auto fits = [&](char c) {
    return is_ascii_alphanumeric(c) || c == '.' || c == '-' || c == '_' ||
           (is_v6 && (c == ':' || c == '[' || c == ']'));
  };
  return !name.empty() && std::ranges::all_of(name, fits);
}

bool is_base_path(std::string_view text) {
  if (text.empty()) return true;
  const auto path = parse_target(text);
  return path && path->path == text && text.size() > 1 && !text.ends_with('/') &&
         std::ranges::all_of(text, [](char c) {
           return is_ascii_alphanumeric(c) ||
                  std::string_view("/-._~").find(c) != std::string_view::npos;
         });
}

bool is_origin(std::string_view text) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (text.starts_with(scheme)) return is_host_name(text.substr(scheme.size()));
  }
  return false;
}

Guard::Guard(GuardOptions options) : options_(std::move(options)) {}

bool Guard::is_our_host(std::string_view host) const {
  const HostAndPort asked = split_host(host);
  const bool has_our_port =
      asked.port.empty() ? options_.port == 80 : asked.port == std::to_string(options_.port);
  for (const std::string_view local : kLocalNames) {
    if (has_our_port && equal_without_case(asked.name, local)) return true;
  }
  return std::ranges::any_of(options_.names, [&](const std::string& given) {
    const bool names_port = !split_host(given).port.empty();
    if (names_port) return equal_without_case(host, given);
    // A proxy has its own port.
    return equal_without_case(asked.name, given) && (has_our_port || options_.behind_proxy);
  });
}

bool Guard::has_our_host(const Request& request) const {
  const std::string* const host = only_field(request, "host");
  if (host == nullptr) return false;
  if (!options_.behind_proxy || find_field(request.headers, "x-forwarded-host") == nullptr) {
    return is_our_host(*host);
  }
  const std::string* const forwarded = only_field(request, "x-forwarded-host");
  return forwarded != nullptr && is_our_host(*forwarded);
}

bool Guard::comes_from_cors_origin(const Request& request) const {
  return !options_.cors_origin.empty() && field_or_empty(request, "origin") == options_.cors_origin;
}

bool Guard::is_cors_request(const Request& request) const {
  return is_reading(request) && comes_from_cors_origin(request);
}

bool Guard::is_preflight(const Request& request) const {
  return request.method == "OPTIONS" && comes_from_cors_origin(request) &&
         find_field(request.headers, "access-control-request-method") != nullptr;
}

bool Guard::comes_from_elsewhere(const Request& request) const {
  if (is_cors_request(request) || is_navigation(request)) return false;
  // Another port of localhost is the "same site", but not us.
  const std::string_view site = field_or_empty(request, "sec-fetch-site");
  if (site == "cross-site" || site == "same-site") return true;
  const std::string* const origin = find_field(request.headers, "origin");
  if (origin == nullptr) return false;
  const std::size_t slashes = origin->find("://");
  return slashes == std::string::npos ||
         !is_our_host(std::string_view(*origin).substr(slashes + 3));
}

std::string Guard::cookie_name() const { return fmt::format("ludex-{}", options_.port); }

Response Guard::with_cookie(const Request& request) const {
  std::vector<Field> parameters = request.parameters;
  std::erase_if(parameters, [](const Field& field) { return field.name == "token"; });
  Response response = redirect(303, to_target(request.path, parameters));
  const bool is_https =
      options_.behind_proxy && field_or_empty(request, "x-forwarded-proto") == "https";
  add_header(response, "Set-Cookie",
             fmt::format("{}={}; Path={}; HttpOnly; SameSite=Strict{}", cookie_name(),
                         options_.token, options_.base_path.empty() ? "/" : options_.base_path,
                         is_https ? "; Secure" : ""));
  add_header(response, "Cache-Control", "no-store");
  return response;
}

std::optional<Response> Guard::check_token(const Request& request) const {
  if (options_.token.empty()) return std::nullopt;
  const std::string* const given = find_field(request.parameters, "token");
  if (given != nullptr && is_reading(request) && is_same_secret(*given, options_.token)) {
    return with_cookie(request);
  }
  const bool is_known = is_same_secret(cookie_of(request, cookie_name()), options_.token) ||
                        is_same_secret(bearer_of(request), options_.token);
  return is_known ? std::nullopt : std::optional(token_refusal());
}

std::optional<Response> Guard::take_base_path(Request& request) const {
  const std::string& base = options_.base_path;
  if (base.empty()) return std::nullopt;
  if (request.path == base) return redirect(308, to_target(base + '/', request.parameters));
  if (!request.path.starts_with(base + '/')) {
    return error_response(404, "not_found", fmt::format("all pages are below {}/", base));
  }
  request.path.erase(0, base.size());
  return std::nullopt;
}

std::optional<Response> Guard::admit(Request& request) const {
  if (!has_our_host(request)) {
    return error_response(
        421, "misdirected",
        "this server does not serve that host name; 'ludex serve --host NAME' adds one");
  }
  if (is_preflight(request)) return preflight_answer(request, options_.cors_origin);
  if (!is_reading(request) && request.method != "POST") return method_refusal();
  if (comes_from_elsewhere(request)) {
    return error_response(403, "cross_origin", "requests from pages of other sites are refused");
  }
  if (auto answer = check_token(request)) return answer;
  return take_base_path(request);
}

void Guard::decorate(const Request& request, Response& response) const {
  const std::string* const type = find_header(response, "Content-Type");
  const bool is_picture = type != nullptr && type->starts_with("image/svg+xml");
  add_header(response, "Content-Security-Policy", is_picture ? kPicturePolicy : kPagePolicy);
  add_header(response, "X-Content-Type-Options", "nosniff");
  add_header(response, "Cross-Origin-Resource-Policy", "same-origin");
  add_header(response, "Cross-Origin-Opener-Policy", "same-origin");
  add_header(response, "Referrer-Policy", "no-referrer");
  add_header(response, "Cache-Control", "private, no-cache");
  if (options_.cors_origin.empty()) return;
  add_vary(response, "Origin");
  if (is_cors_request(request)) {
    add_header(response, "Access-Control-Allow-Origin", options_.cors_origin);
  }
}

}  // namespace ludex::web
