// Any target as a request to the pages and the API of `serve`, over one small database: an answer
// of HTTP, JSON where it says so, and nothing of the request in a page that is not escaped.
#include "ludex/archive.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"
#include "web/http/target.hpp"
#include "web/http/text.hpp"
#include "web/site.hpp"

#include "fuzz_input.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

using namespace ludex;
using namespace ludex::web;
using ludex::fuzz::FuzzInput;
using ludex::fuzz::require;

namespace {

constexpr std::size_t kMostBytes = 1 << 20;

class Collected final : public BodySink {
 public:
  bool write(std::string_view piece) override {
    text += piece;
    return text.size() < kMostBytes;
  }
  std::string text;
};

/// A site of the samples, asked without a socket.
class SmallSite {
 public:
  SmallSite() {
    Archive archive(folder_.path("games.db"));
    archive.index({.sources = {(test::sample_data() / "sample").native(),
                               (test::sample_data() / "boards").native()},
                   .threads = 1});
    SiteOptions options;
    options.database = folder_.path("games.db");
    options.sql = true;
    handler_ = make_site(std::move(options))();
  }
  Response answer(const Request& request) { return handler_->answer(request, std::stop_token()); }

 private:
  test::TemporaryFolder folder_;
  std::unique_ptr<Handler> handler_;
};

void check_page(const Request& request, std::string_view page) {
  for (const Field& parameter : request.parameters) {
    const bool is_markup = parameter.value.size() > 3 && parameter.value.starts_with('<') &&
                           is_ascii_alphanumeric(parameter.value[1]);
    // Our own pages hold tags, too: only what looks like none of them proves anything.
    if (!is_markup || parameter.value.find_first_of("\"'") == std::string::npos) continue;
    require(page.find(parameter.value) == std::string_view::npos);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static SmallSite site;
  FuzzInput input(data, size);
  Request request;
  const std::string_view kMethods[] = {"GET", "GET", "GET", "HEAD", "POST"};
  request.method = kMethods[input.below(std::size(kMethods))];
  const auto target = parse_target(input.until('\n'));
  if (!target) return 0;
  request.path = target->path;
  request.parameters = target->parameters;
  request.body = input.rest();
  const Response response = site.answer(request);
  require(response.status >= 200 && response.status < 600);
  std::string body = response.body;
  if (response.stream) {
    Collected collected;
    try {
      response.stream(collected);
    } catch (const StreamRefused&) {
      return 0;
    }
    body = std::move(collected.text);
  }
  const std::string* const type = find_field(response.headers, "Content-Type");
  if (type == nullptr || body.size() >= kMostBytes) return 0;
  if (type->starts_with("application/json")) require(nlohmann::json::accept(body));
  if (type->starts_with("text/html")) check_page(request, body);
  return 0;
}
