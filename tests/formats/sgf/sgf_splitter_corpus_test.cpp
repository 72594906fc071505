// Counts the records of the real archives, file by file, against an independent count.
#include "formats/sgf/sgf_splitter.hpp"

#include "formats/collected_records.hpp"
#include "support/corpus.hpp"
#include "support/places.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ludex {
namespace {

namespace fs = std::filesystem;

const fs::path kCorpusFolder = test::corpus();

// Where our count differs from that of the counter, which knows neither a missing ";", nor an
// unclosed record before its end, nor any charset.
struct Difference {
  int records;  // ours less theirs
  const char* reason;
};
const std::map<std::string, Difference> kDifferences = {
    {"torture/littlego/sgf__sgfc__test.sgf",
     {7, "its fourth tree never closes; seven more start lines with root properties after it"}},
    {"torture/sabaki-sgf/tests__sgf__encoding__nihon-kiin.sgf",
     {1, "a root without semicolon, Shift_JIS"}},
};

bool is_sgf(const std::string& name) { return fs::path(name).extension() == ".sgf"; }

// Every SGF file in an archive, or in a file that is just compressed.
std::vector<std::string> sgf_texts_in(const fs::path& path) {
  const std::unique_ptr<archive, int (*)(archive*)> reader(archive_read_new(), archive_read_free);
  archive_read_support_filter_all(reader.get());
  archive_read_support_format_tar(reader.get());
  archive_read_support_format_zip(reader.get());
  archive_read_support_format_raw(reader.get());
  archive_read_support_format_empty(reader.get());
  EXPECT_EQ(archive_read_open_filename(reader.get(), path.c_str(), 65536), ARCHIVE_OK) << path;
  std::vector<std::string> texts;
  archive_entry* entry = nullptr;
  while (archive_read_next_header(reader.get(), &entry) == ARCHIVE_OK) {
    const std::string name = archive_entry_pathname(entry);
    const bool is_raw = archive_format(reader.get()) == ARCHIVE_FORMAT_RAW;
    if (!is_raw && (!is_sgf(name) || name.find("__MACOSX") != std::string::npos)) continue;
    std::string text;
    std::vector<char> buffer(1 << 20);
    la_ssize_t count = 0;
    while ((count = archive_read_data(reader.get(), buffer.data(), buffer.size())) > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(count));
    }
    texts.push_back(std::move(text));
  }
  return texts;
}

class SgfCorpus : public ::testing::Test {
 protected:
  void SetUp() override {
    SKIP_WITHOUT_CORPUS("truth.json");
    truth_ = nlohmann::json::parse(std::ifstream(kCorpusFolder / "truth.json"))["by_file"];
  }
  nlohmann::json truth_;
};

TEST_F(SgfCorpus, HasTheRecordsThatAnIndependentCounterFinds) {
  int files = 0;
  for (const auto& [name, counts] : truth_.items()) {
    if (!counts.contains("sgf") || (!name.starts_with("go/") && !name.starts_with("torture/"))) {
      continue;
    }
    ++files;
    int records = 0;
    for (const std::string& text : sgf_texts_in(kCorpusFolder / name)) {
      const Cut cut = cut_in_chunks_of(1 << 20, text);
      records += static_cast<int>(cut.records.size());
      EXPECT_EQ(coverage_fault(cut, text), "") << name;
    }
    const int counted = counts["sgf"]["games"].get<int>() + counts["sgf"]["truncated"].get<int>();
    const auto known = kDifferences.find(name);
    if (known == kDifferences.end()) {
      EXPECT_EQ(records, counted) << name;
    } else {
      EXPECT_EQ(records - counted, known->second.records) << name << ": " << known->second.reason;
    }
  }
  EXPECT_GT(files, 100);
}

}  // namespace
}  // namespace ludex
