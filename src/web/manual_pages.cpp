#include "web/manual_pages.hpp"

#include "web/assets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace ludex::web {
namespace {

/// "ludex-find.1" as "ludex-find(1)".
std::string shown_name(std::string_view name) {
  const std::size_t point = name.rfind('.');
  if (point == std::string_view::npos) return std::string(name);
  return fmt::format("{}({})", name.substr(0, point), name.substr(point + 1));
}

std::string list_of_pages(const ManualPage& current) {
  std::string list;
  for (const ManualPage& page : manual_pages()) {
    list += fmt::format("<li><a href=\"{}\"{}>{}</a></li>\n", page.name,
                        &page == &current ? " aria-current=\"page\"" : "", shown_name(page.name));
  }
  return list;
}

/// Addresses are relative to `/help/`: they hold below any base path.
std::string document(const ManualPage& page) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{0} - Ludex</title>\n"
      "<link rel=\"icon\" type=\"image/svg+xml\" href=\"../assets/{1}/favicon.svg\">\n"
      "<link rel=\"stylesheet\" href=\"../assets/{1}/style.css\">\n</head>\n"
      "<body>\n<a class=\"skip\" href=\"#main\">Skip to the content</a>\n"
      "<header id=\"top\"><a class=\"brand\" href=\"../\">Ludex</a>\n"
      "<nav aria-label=\"Pages\"><a href=\"../help\">Help</a></nav></header>\n"
      "<div class=\"manual\">\n<nav aria-label=\"Manual\"><ul>\n{2}</ul></nav>\n"
      "<main id=\"main\" class=\"prose\" tabindex=\"-1\">\n{3}</main>\n</div>\n</body>\n</html>\n",
      shown_name(page.name), pages_version(), list_of_pages(page), page.html);
}

}  // namespace

std::optional<Response> answer_manual(const Request& request) {
  constexpr std::string_view kHelp = "/help/";
  if (!request.path.starts_with(kHelp)) return std::nullopt;
  const std::string_view name = std::string_view(request.path).substr(kHelp.size());
  const auto pages = manual_pages();
  const auto page = std::ranges::find(pages, name, &ManualPage::name);
  if (page == pages.end()) return std::nullopt;
  Response response;
  response.headers = {{"Content-Type", "text/html; charset=utf-8"}, {"Cache-Control", "no-cache"}};
  response.body = document(*page);
  return response;
}

}  // namespace ludex::web
