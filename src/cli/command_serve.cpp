#include "cli/browser.hpp"
#include "cli/byte_output.hpp"
#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/open_archive.hpp"
#include "cli/option_values.hpp"
#include "cli/process.hpp"
#include "ludex/archive.hpp"
#include "ludex/error.hpp"
#include "web/guard.hpp"
#include "web/http/server.hpp"
#include "web/site.hpp"
#include "web/token.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

namespace ludex::cli {
namespace {

/// The checked options of the command line, before anything is opened.
struct ServeOptions {
  std::optional<web::ListenAddress> listen;
  web::GuardOptions guard;
  web::SiteOptions site;
  std::optional<std::string> token_file;
  bool opens_browser = false;

  [[nodiscard]] bool is_private() const {
    return (!listen || listen->is_loopback) && !guard.behind_proxy;
  }
};

bool is_any_address(const std::string& host) { return host == "0.0.0.0" || host == "::"; }

std::optional<web::ListenAddress> listen_address(const OptionValues& options) {
  const auto text = options.text("listen");
  if (!text) return std::nullopt;
  const auto address = web::parse_listen_address(*text);
  if (!address) {
    throw UsageError(fmt::format(
        "--listen: '{}' is not an address with a port; write it like 127.0.0.1:8080 or [::1]:8080",
        *text));
  }
  return address;
}

web::GuardOptions guard_options(const OptionValues& options) {
  web::GuardOptions guard;
  guard.names = options.texts("host");
  guard.behind_proxy = options.flag("behind-proxy");
  guard.base_path = options.text("base-path", "");
  guard.cors_origin = options.text("cors", "");
  for (const std::string& name : guard.names) {
    if (web::is_host_name(name)) continue;
    throw UsageError(
        fmt::format("--host: '{}' is not a host name; write it like games.example.org", name));
  }
  if (!web::is_base_path(guard.base_path)) {
    throw UsageError(
        fmt::format("--base-path: '{}' is not a path; write it like /games", guard.base_path));
  }
  if (options.is_given("cors") && !web::is_origin(guard.cors_origin)) {
    throw UsageError(fmt::format("--cors: '{}' is not an origin; write it like https://example.org",
                                 guard.cors_origin));
  }
  return guard;
}

/// Who is reached from elsewhere must know who asks.
void check_reach(const ServeOptions& wanted) {
  if (wanted.opens_browser && wanted.token_file) {
    throw UsageError(
        "--open with --token-file would show the token in the list of processes; open the address "
        "that is printed");
  }
  if (!wanted.listen || wanted.listen->is_loopback || wanted.guard.behind_proxy) return;
  if (!wanted.token_file) {
    throw UsageError(
        "--listen: other machines can reach this address; add --token-file FILE, or --behind-proxy "
        "if a proxy controls access");
  }
  if (is_any_address(wanted.listen->host) && wanted.guard.names.empty()) {
    throw UsageError(
        "--listen: to listen on all addresses, add --host NAME: the name or address that browsers "
        "use");
  }
}

ServeOptions read_options(const OptionValues& options) {
  ServeOptions wanted;
  wanted.listen = listen_address(options);
  wanted.guard = guard_options(options);
  wanted.token_file = options.text("token-file");
  wanted.opens_browser = options.flag("open");
  check_reach(wanted);
  wanted.site.database = options.text("DATABASE", "");
  wanted.site.password = open_options().password;
  wanted.site.base_path = wanted.guard.base_path;
  wanted.site.sql =
      !is_cluster_url(wanted.site.database) && (wanted.is_private() || options.flag("sql"));
  wanted.site.hide_paths = !wanted.is_private() || options.flag("hide-paths");
  wanted.site.memory_bytes = parse_bytes(options.text("memory", "1GiB"), "--memory");
  if (wanted.listen && !wanted.listen->is_loopback && !is_any_address(wanted.listen->host)) {
    const std::string& host = wanted.listen->host;
    const bool is_v6 = host.find(':') != std::string::npos;
    wanted.guard.names.push_back(is_v6 ? fmt::format("[{}]", host) : host);
  }
  return wanted;
}

/// The address of the server for a browser.
std::string address_of(const ServeOptions& wanted, const web::Server& server) {
  std::string authority = server.addresses().front();
  if (wanted.listen && is_any_address(wanted.listen->host) && !wanted.guard.names.empty()) {
    authority = wanted.guard.names.front();
    if (authority.find(':') == std::string::npos) {
      authority = web::authority_of(authority, server.port());
    }
  }
  return fmt::format("http://{}{}/", authority, wanted.guard.base_path);
}

/// \returns the end of the printed address: the token, if it was just created.
std::string take_token(ServeOptions& wanted) {
  if (!wanted.token_file) return {};
  const web::Token token = web::read_or_make_token(*wanted.token_file);
  wanted.guard.token = token.text;
  if (token.is_readable_by_all) {
    print_message(fmt::format("{}: other users can read the token; protect the file with chmod 600",
                              *wanted.token_file));
  }
  if (token.is_new) return "?token=" + token.text;
  print_message(fmt::format("add ?token= and what {} holds to the address", *wanted.token_file));
  return {};
}

void print_address(const std::string& address) {
  ByteOutput output;
  output.write(address + '\n');
  output.close();
}

}  // namespace

ExitStatus run_serve(const OptionValues& options) {
  ServeOptions wanted = read_options(options);
  (void)open_archive(wanted.site.database).find({}, 1);  // a database that cannot be read
  const std::string end = take_token(wanted);
  const web::ServerLimits limits;
  web::Server server(wanted.listen, limits);
  wanted.guard.port = server.port();
  wanted.site.handlers = limits.pool.workers + limits.pool.streams;
  const web::Guard guard(wanted.guard);
  const web::Gate gate{
      [&](web::Request& request) { return guard.admit(request); },
      [&](const web::Request& request, web::Response& response) {
        guard.decorate(request, response);
      },
      [](const std::string& text) { print_message(text); },
  };
  const StopOnInterrupt interrupt;
  const std::string address = address_of(wanted, server);
  print_address(address + end);
  if (wanted.opens_browser && !open_in_browser(address)) {
    print_message("--open: xdg-open is not installed; open the address yourself");
  }
  server.run(web::make_site(wanted.site), gate, interrupt.token());
  return kDone;
}

}  // namespace ludex::cli
