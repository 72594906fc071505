#include "web/assets.hpp"

#include <gtest/gtest.h>
#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>

#include <cstddef>
#include <regex>
#include <sstream>
#include <string>
#include <utility>

namespace ludex::web {
namespace {

std::string unpacked(std::string_view gzip) {
  namespace io = boost::iostreams;
  io::filtering_streambuf<io::input> in;
  in.push(io::gzip_decompressor());
  in.push(io::array_source(gzip.data(), gzip.size()));
  std::ostringstream out;
  io::copy(in, out);
  return out.str();
}

std::string path_of(std::string_view name) {
  return "/assets/" + std::string(pages_version()) + "/" + std::string(name);
}

Request asking(std::string path, std::string accepted) {
  Request request;
  request.path = std::move(path);
  request.headers = {{"accept-encoding", std::move(accepted)}};
  return request;
}

std::string header(const Response& response, std::string_view name) {
  for (const Field& field : response.headers) {
    if (field.name == name) return field.value;
  }
  return "";
}

TEST(Assets, EveryFileIsFoundAndItsGzipUnpacksToIt) {
  ASSERT_GT(page_files().size(), 20u);
  for (const PageFile& file : page_files()) {
    const auto asset = find_asset(path_of(file.name));
    if (file.name == "index.html") {
      EXPECT_FALSE(asset) << "the shell has an address of its own";
      continue;
    }
    ASSERT_TRUE(asset) << file.name;
    EXPECT_EQ(asset->text, file.text);
    EXPECT_EQ(unpacked(asset->gzip), file.text) << file.name;
    EXPECT_TRUE(asset->immutable);
  }
}

TEST(Assets, NothingElseIsFound) {
  for (const std::string path : {"", "/", "/assets/", "/assets/main.js",
                                 "/assets/000000000000/main.js", "/favicon", "/main.js"}) {
    EXPECT_FALSE(find_asset(path)) << path;
  }
  EXPECT_FALSE(find_asset(path_of("../main.js")));
  EXPECT_FALSE(find_asset(path_of("")));
  EXPECT_FALSE(find_asset(path_of("main.js") + "/"));
}

TEST(Assets, GzipGoesToClientsThatAcceptIt) {
  for (const auto& [accepted, encoding] :
       {std::pair("gzip, br", "gzip"), std::pair("br;q=1, gzip;q=0.5", "gzip"),
        std::pair("gzip;q=0", ""), std::pair("gzip;q=0.0, br", ""), std::pair("identity", "")}) {
    const auto response = answer_asset(asking(path_of("main.js"), accepted));
    ASSERT_TRUE(response);
    EXPECT_EQ(header(*response, "Content-Encoding"), encoding) << accepted;
    EXPECT_EQ(header(*response, "Cache-Control"), "public, max-age=31536000, immutable");
    EXPECT_EQ(header(*response, "Content-Type"), "text/javascript; charset=utf-8");
  }
  EXPECT_EQ(header(*answer_asset(asking("/favicon.ico", "")), "Content-Type"), "image/svg+xml");
}

TEST(Assets, TheShellNamesOnlyFilesThatExist) {
  const std::string shell = page_shell("/x");
  EXPECT_EQ(shell.find('@'), std::string::npos);
  EXPECT_NE(shell.find("<meta name=\"ludex-base\" content=\"/x\">"), std::string::npos);
  const std::regex address("(?:href|src)=\"/x(/assets/[^\"]*)\"");
  std::size_t found = 0;
  for (std::sregex_iterator it(shell.begin(), shell.end(), address), end; it != end;
       ++it, ++found) {
    EXPECT_TRUE(find_asset((*it)[1].str())) << (*it)[1];
  }
  EXPECT_GT(found, 10u);
  EXPECT_EQ(page_shell("/\"><script>").find("<script>"), std::string::npos);
}

TEST(Assets, PagesGiveTheShell) {
  Request request;
  const auto status = [&](std::string path, std::string accept) {
    request.path = std::move(path);
    request.headers = {{"accept", std::move(accept)}};
    const auto response = answer_page(request, "");
    return response ? response->status : 0;
  };
  for (const char* path : {"/", "/explore", "/games", "/games/17", "/players/Go Seigen",
                           "/players/a/b", "/sql", "/help"}) {
    EXPECT_EQ(status(path, "*/*"), 200) << path;
  }
  for (const char* path : {"/nothing", "/games/x", "/explore/1", "/index.html"}) {
    EXPECT_EQ(status(path, "text/html,*/*"), 404) << path;
    EXPECT_EQ(status(path, "application/json"), 0) << path;
  }
  EXPECT_EQ(status("/assets/0/main.js", "text/html"), 0);
}

/// The content security policy of the server forbids inline scripts and styles.
TEST(Assets, UseNothingInlineAndNoOtherHost) {
  for (const PageFile& file : page_files()) {
    const std::string text(file.text);
    EXPECT_EQ(text.find("innerHTML"), std::string::npos) << file.name;
    EXPECT_EQ(text.find("insertAdjacentHTML"), std::string::npos) << file.name;
    EXPECT_EQ(text.find("eval("), std::string::npos) << file.name;
    EXPECT_FALSE(std::regex_search(text, std::regex("https?://(?!www\\.w3\\.org/2000/svg)")))
        << file.name;
    if (!file.name.ends_with(".html")) continue;
    EXPECT_FALSE(std::regex_search(text, std::regex("\\son[a-z]+=|style="))) << file.name;
    EXPECT_FALSE(std::regex_search(text, std::regex("<script(?![^>]*src=)"))) << file.name;
  }
}

/// Bars of the first page and of all of them, compressed.
TEST(Assets, PagesAreSmall) {
  std::size_t all = 0;
  for (const PageFile& file : page_files()) {
    const auto asset = find_asset(path_of(file.name));
    all += asset ? asset->gzip.size() : file.text.size();
  }
  EXPECT_LT(all, 100'000u);
}

}  // namespace
}  // namespace ludex::web
