#include "web/assets.hpp"

#include <fmt/format.h>
#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace ludex::web {
namespace {

constexpr std::string_view kFolder = "/assets/";
constexpr std::string_view kForever = "public, max-age=31536000, immutable";
constexpr std::string_view kDay = "public, max-age=86400";

std::string compressed(std::string_view text) {
  namespace io = boost::iostreams;
  std::string result;
  io::gzip_params params(io::gzip::best_compression);
  io::filtering_ostream out;
  out.push(io::gzip_compressor(params));
  out.push(io::back_inserter(result));
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.reset();
  return result;
}

/// gzip of each file, in the order of page_files().
const std::vector<std::string>& compressed_files() {
  static const std::vector<std::string> files = [] {
    std::vector<std::string> result;
    for (const PageFile& file : page_files()) result.push_back(compressed(file.text));
    return result;
  }();
  return files;
}

const PageFile* find_file(std::string_view name) {
  const auto files = page_files();
  const auto found = std::ranges::find(files, name, &PageFile::name);
  return found == files.end() ? nullptr : &*found;
}

/// The file name in a path; empty if there is none.
std::string_view name_in(std::string_view path) {
  if (path == "/favicon.ico" || path == "/favicon.svg") return "favicon.svg";
  if (!path.starts_with(kFolder)) return {};
  path.remove_prefix(kFolder.size());
  if (!path.starts_with(pages_version())) return {};
  path.remove_prefix(pages_version().size());
  return path.starts_with('/') && path != "/index.html" ? path.substr(1) : std::string_view{};
}

/// True if the client takes gzip: named in Accept-Encoding without a quality of 0.
bool accepts_gzip(const Request& request) {
  const std::string* accepted = find_field(request.headers, "accept-encoding");
  if (accepted == nullptr) return false;
  const std::size_t at = accepted->find("gzip");
  if (at == std::string::npos) return false;
  const std::string_view rest = std::string_view(*accepted).substr(at + 4);
  const std::string_view quality = rest.substr(0, rest.find(','));
  return quality.find("q=0") == std::string_view::npos ||
         quality.find_first_of("123456789") != std::string_view::npos;
}

/// True for the addresses of main.js: those alone, /games/NUMBER and /players/NAME.
bool is_page(std::string_view path) {
  constexpr std::array<std::string_view, 12> kPages = {
      "",           "explore", "pattern",  "games",   "players", "stats",
      "duplicates", "sources", "problems", "rejects", "sql",     "help"};
  path.remove_prefix(std::min<std::size_t>(1, path.size()));
  const std::string_view first = path.substr(0, path.find('/'));
  if (std::ranges::find(kPages, first) == kPages.end()) return false;
  if (first == path) return true;
  const std::string_view rest = path.substr(first.size() + 1);
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return first == "players" || (first == "games" && std::ranges::all_of(rest, is_digit));
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&' || c == '<' || c == '>' || c == '"') {
      result += fmt::format("&#{};", static_cast<int>(c));
    } else {
      result += c;
    }
  }
  return result;
}

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

/// Names the modules that most pages load, so that browsers ask for them at once and not one
/// after the other as they find the imports.
std::string preloads(std::string_view folder) {
  std::string result;
  for (const PageFile& file : page_files()) {
    if (!file.name.ends_with(".js") || file.name.starts_with("page_")) continue;
    result += fmt::format("<link rel=\"modulepreload\" href=\"{}/{}\">\n", folder, file.name);
  }
  if (!result.empty()) result.pop_back();
  return result;
}

}  // namespace

std::optional<Asset> find_asset(std::string_view path) {
  const PageFile* file = find_file(name_in(path));
  if (file == nullptr) return std::nullopt;
  const auto index = static_cast<std::size_t>(file - page_files().data());
  return Asset{file->content_type, file->text, compressed_files()[index],
               path.starts_with(kFolder)};
}

std::optional<Response> answer_asset(const Request& request) {
  const std::optional<Asset> asset = find_asset(request.path);
  if (!asset) return std::nullopt;
  Response response;
  response.headers = {{"Content-Type", std::string(asset->content_type)},
                      {"Cache-Control", std::string(asset->immutable ? kForever : kDay)},
                      {"Vary", "Accept-Encoding"}};
  if (accepts_gzip(request)) {
    response.headers.push_back({"Content-Encoding", "gzip"});
    response.body = asset->gzip;
  } else {
    response.body = asset->text;
  }
  return response;
}

std::optional<Response> answer_page(const Request& request, std::string_view base_path) {
  const bool exists = is_page(request.path);
  const std::string* const accepted = find_field(request.headers, "accept");
  const bool wants_html = accepted != nullptr && accepted->find("text/html") != std::string::npos;
  if (!exists && (!wants_html || request.path.starts_with(kFolder))) return std::nullopt;
  Response response;
  response.status = exists ? 200 : 404;
  response.headers = {{"Content-Type", "text/html; charset=utf-8"}, {"Cache-Control", "no-cache"}};
  response.body = page_shell(base_path);
  return response;
}

std::string page_shell(std::string_view base_path) {
  const std::string base = escaped(base_path);
  const std::string folder = fmt::format("{}{}{}", base, kFolder, pages_version());
  std::string text(find_file("index.html")->text);
  replace_all(text, "@PRELOADS@", preloads(folder));
  replace_all(text, "@ASSETS@", folder);
  replace_all(text, "@BASE@", base);
  return text;
}

}  // namespace ludex::web
