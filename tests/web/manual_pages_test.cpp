#include "web/manual_pages.hpp"

#include "options/option_table.hpp"
#include "web/assets.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>

namespace ludex::web {
namespace {

std::optional<Response> get(std::string path) {
  Request request;
  request.path = std::move(path);
  return answer_manual(request);
}

TEST(ManualPages, EachCommandHasOne) {
  for (const options::CommandSpec& command : options::all_commands()) {
    const auto page = get("/help/ludex-" + std::string(command.name) + ".1");
    ASSERT_TRUE(page) << command.name;
    EXPECT_NE(page->body.find("<h2 id=\"options\">"), std::string::npos) << command.name;
  }
  EXPECT_FALSE(get("/help/nothing.1"));
  EXPECT_FALSE(get("/help"));
}

TEST(ManualPages, LinksLeadToPagesAndFiles) {
  std::set<std::string> names;
  for (const ManualPage& page : manual_pages()) names.emplace(page.name);
  const std::regex address("(?:href|src)=\"([^\"]*)\"");
  for (const std::string& name : names) {
    const std::string html = get("/help/" + name)->body;
    for (std::sregex_iterator it(html.begin(), html.end(), address), end; it != end; ++it) {
      const std::string target = (*it)[1];
      if (target.starts_with("http") || target.starts_with("#")) continue;
      const bool is_known = target.starts_with("../assets/")
                                ? find_asset(target.substr(2)).has_value()
                                : target == "../" || target == "../help" || names.contains(target);
      EXPECT_TRUE(is_known) << name << ": " << target;
    }
  }
}

TEST(ManualPages, TextIsEscaped) {
  const std::string html = get("/help/ludex-filters.7")->body;
  EXPECT_NE(html.find("&#34;komi &#60; 0 OR moves &#62; 400&#34;"), std::string::npos);
}

}  // namespace
}  // namespace ludex::web
