// Every file of the real collections, where they are at hand: as many bytes as another counter
// found.
#include "support/corpus.hpp"
#include "source/source_reader.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace ludex::test {
namespace {

struct Counted {
  std::uint64_t members = 0;
  std::uint64_t bytes = 0;
};

Counted count(const std::string& path) {
  SourceReader reader({path});
  Counted counted;
  std::vector<char> buffer(256 * 1024);
  while (reader.next_member()) {
    ++counted.members;
    while (const std::size_t got = reader.read(buffer)) counted.bytes += got;
  }
  return counted;
}

TEST(Corpus, EveryFileHasTheBytesThatWereCounted) {
  SKIP_WITHOUT_CORPUS("truth.json");
  const std::filesystem::path corpus = test::corpus();
  std::ifstream truth_file(corpus / "truth.json");
  const nlohmann::json truth = nlohmann::json::parse(truth_file);
  for (const auto& [name, facts] : truth.at("by_file").items()) {
    std::uint64_t bytes = 0;
    bool is_complete = false;  // torture's folders count files of known formats only
    for (const auto& format : facts) {
      if (!format.is_object() || !format.contains("bytes")) continue;
      bytes += format.at("bytes").get<std::uint64_t>();
      is_complete = true;
    }
    if (!is_complete || !std::filesystem::is_regular_file(corpus / name)) continue;
    EXPECT_EQ(count(corpus / name).bytes, bytes) << name;
  }
}

}  // namespace
}  // namespace ludex::test
