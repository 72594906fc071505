#include "web/site.hpp"

#include "ludex/archive.hpp"
#include "ludex/error.hpp"
#include "options/option_table.hpp"
#include "web/api/api_call.hpp"
#include "web/assets.hpp"
#include "web/http/response.hpp"
#include "web/http/target.hpp"
#include "web/manual_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <new>
#include <utility>

namespace ludex::web {
namespace {

constexpr std::string_view kApi = "/api/v1/";
constexpr std::chrono::seconds kQuestionLimit{10};
constexpr std::chrono::milliseconds kLongestWait{5'000};  // for a writer that commits
constexpr std::size_t kMaxCacheBytes = 512ULL << 20;      // of one connection

/// A path without the ending that selects the format of rows.
struct Asked {
  std::string path;
  Form form = Form::json;
};

Form accepted_form(const Request& request) {
  const std::string* const accept = find_field(request.headers, "accept");
  if (accept == nullptr) return Form::json;
  if (accept->starts_with("text/csv")) return Form::csv;
  return accept->starts_with("application/x-ndjson") ? Form::ndjson : Form::json;
}

Asked read_path(const Request& request) {
  Asked asked{request.path.substr(kApi.size()), accepted_form(request)};
  const auto take = [&](std::string_view ending, Form form) {
    if (!asked.path.ends_with(ending) || asked.path == "openapi.json") return;
    asked.path.resize(asked.path.size() - ending.size());
    asked.form = form;
  };
  take(".json", Form::json);
  take(".csv", Form::csv);
  take(".ndjson", Form::ndjson);
  return asked;
}

std::string_view take_part(std::string_view& path) {
  const std::size_t end = std::min(path.find('/'), path.size());
  const std::string_view part = path.substr(0, end);
  path.remove_prefix(std::min(end + 1, path.size()));
  return part;
}

/// The numbers of a path that a route fits; nothing where it does not.
std::optional<std::vector<std::int64_t>> match(const Route& route, std::string_view path) {
  std::vector<std::int64_t> numbers;
  std::string_view wanted = route.path;
  while (!wanted.empty() && !path.empty()) {
    const std::string_view want = take_part(wanted), part = take_part(path);
    if (!want.starts_with('{')) {
      if (want != part) return std::nullopt;
      continue;
    }
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    if (error != std::errc() || end != part.data() + part.size() || number < 0) return std::nullopt;
    if (want == "{ply}" && number > 0xFFFF'FFFF) return std::nullopt;
    numbers.push_back(number);
  }
  if (!wanted.empty() || !path.empty()) return std::nullopt;
  return numbers;
}

/// Answers with one connection to the database.
class Site final : public Handler {
 public:
  Site(const SiteOptions& options, std::shared_ptr<SharedDatabase> shared)
      : options_(options), database_(std::move(shared)) {
    (void)database_.archive();  // it takes its descriptors before connections do
  }

  Response answer(const Request& request, const std::stop_token& stop) override {
    try {
      if (!request.path.starts_with(kApi)) return answer_page(request);
      return answer_question(request, stop);
    } catch (const ApiError& error) {
      return with_retry(error_response(error));
    } catch (const UsageError& error) {
      const std::string field = options::option_of(error.field());
      const std::string name(field.starts_with("--") ? field.substr(2) : error.field());
      return error_response(
          {400, "bad_parameter", options::with_parameter_names(error.what()), name});
    } catch (const Stopped&) {
      return error_response({504, "out_of_time", "the question took too long and was stopped"});
    } catch (const DatabaseError& error) {
      database_.drop();
      return with_retry(error_response({503, "no_database", error.what()}));
    } catch (const std::bad_alloc&) {
      database_.drop();
      return with_retry(error_response({503, "no_memory", "out of memory"}));
    } catch (const Error& error) {
      return error_response({500, "failed", error.what()});
    }
  }

 private:
  static Response with_retry(Response response) {
    if (response.status == 503) add_header(response, "Retry-After", "1");
    return response;
  }

  Response answer_page(const Request& request) const {
    if (request.method == "POST") return refuse_method();
    if (auto asset = answer_asset(request)) return std::move(*asset);
    if (auto page = answer_manual(request)) return std::move(*page);
    if (auto page = web::answer_page(request, options_.base_path)) return std::move(*page);
    return error_response({404, "not_found", fmt::format("there is nothing at {}", request.path)});
  }

  Response answer_question(const Request& request, const std::stop_token& stop) {
    const Asked asked = read_path(request);
    for (const Route& route : all_routes()) {
      auto numbers = match(route, asked.path);
      if (!numbers) continue;
      if (request.method == "POST" && asked.path != "sql") return refuse_method();
      return answer_route(request, route, asked.form, std::move(*numbers), stop);
    }
    return error_response({404, "not_found", fmt::format("there is nothing at {}", request.path)});
  }

  static Response refuse_method() {
    Response response =
        error_response({405, "bad_method", "this address supports only GET and HEAD"});
    add_header(response, "Allow", "GET, HEAD");
    return response;
  }

  Response answer_route(const Request& request, const Route& route, Form form,
                        std::vector<std::int64_t> numbers, const std::stop_token& stop) {
    const std::string etag =
        fmt::format("\"{}-{}\"", database_.shared().state(), static_cast<int>(form));
    if (request.method != "POST" && is_known(request, etag)) {
      Response known;
      known.status = 304;
      return with_validators(std::move(known), etag);
    }
    const Call how{stop, std::chrono::steady_clock::now() + kQuestionLimit};
    ApiCall call(options_, database_, Parameters(route, parameters_in(request)), form,
                 std::move(numbers), how);
    Response response = route.answer(call);
    if (request.method == "POST" || response.status != 200) return response;
    return with_validators(std::move(response), etag);
  }

  static std::vector<Field> parameters_in(const Request& request) {
    std::vector<Field> parameters = request.parameters;
    if (request.method != "POST") return parameters;
    const auto form = parse_query(request.body);
    if (!form) throw ApiError(400, "bad_body", "the body is not a form: sql=SELECT+...");
    parameters.insert(parameters.end(), (*form).begin(), (*form).end());
    return parameters;
  }

  static Response with_validators(Response response, const std::string& etag) {
    add_header(response, "ETag", etag);
    add_vary(response, "Accept");
    return response;
  }

  SiteOptions options_;
  WorkerDatabase database_;
};

}  // namespace

std::string shown_name(const SiteOptions& options) {
  if (!is_cluster_url(options.database) || options.hide_paths) {
    return options.database.filename().string();
  }
  std::string url = options.database.string();
  const std::size_t begin = url.find("//") + 2, login = url.rfind('@');
  if (login != std::string::npos) url.erase(begin, login + 1 - begin);
  return url;
}

HandlerFactory make_site(SiteOptions options) {
  OpenOptions reading;
  // The file may be replaced or cut short while the server runs.
  reading.map_file = false;
  reading.cache_bytes =
      std::min(options.memory_bytes / (2 * (options.handlers + 1)), std::uint64_t{kMaxCacheBytes});
  reading.longest_wait = kLongestWait;
  reading.password = options.password;
  auto shared = std::make_shared<SharedDatabase>(options.database, reading);
  (void)shared->state();  // it takes its descriptors before connections do
  return [options = std::move(options), shared] { return std::make_unique<Site>(options, shared); };
}

}  // namespace ludex::web
