// The trees of records as @sabaki/sgf sees them, and as we do.
#include "formats/sgf/sgf.hpp"
#include "formats/sgf/sgf_splitter.hpp"
#include "source/source_list.hpp"
#include "source/source_reader.hpp"
#include "support/corpus.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::test {
namespace {

constexpr std::size_t kMostOfAMember = 400;  // records
constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string to_base64(std::string_view bytes) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t three = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      three = three << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      text += at + i > bytes.size() ? '=' : kBase64[three >> (18 - 6 * i) & 63];
    }
  }
  return text;
}

struct Record {
  std::string text;
  TextForm form = TextForm::bytes;
};

class RecordCollector final : public RecordSink {
 public:
  void record(const FoundRecord& found) override {
    if (records.size() < kMostOfAMember && !found.unclosed) {
      records.push_back({std::string(found.text), found.form});
    }
  }
  void oversize_piece(std::string_view, std::uint64_t, bool) override {}
  void junk(std::uint64_t, std::uint64_t) override {}
  std::vector<Record> records;
};

std::vector<Record> records_below(const std::filesystem::path& folder) {
  std::vector<Record> all;
  for (const SourceName& name : list_sources(std::vector{folder.string()})) {
    SourceReader reader(name);
    std::vector<char> buffer(1 << 16);
    while (reader.next_member()) {
      RecordCollector collector;
      SgfSplitter splitter;
      while (collector.records.size() < kMostOfAMember) {
        const std::size_t got = reader.read(buffer);
        if (got == 0) break;
        splitter.feed({buffer.data(), got}, collector);
      }
      std::ranges::move(collector.records, std::back_inserter(all));
    }
  }
  return all;
}

/// Sabaki drops every CR and keeps other white space.
std::string as_sabaki_means(std::string_view raw) {
  std::string text(raw);
  std::erase(text, '\r');
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\' && (++at == text.size() || text[at] == '\n')) continue;
    out += text[at];
  }
  return out;
}

/// Our tree, as parse_sgf.mjs prints one.
std::string printed(const SgfTree& tree) {
  std::vector<int> depth(tree.nodes.size());
  std::string out;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const SgfNode& node = tree.nodes[i];
    if (node.parent >= 0) depth[i] = depth[static_cast<std::size_t>(node.parent)] + 1;
    out += fmt::format("{}({}", i == 0 ? "" : " ", depth[i]);
    std::map<std::string, std::string> properties;
    for (const SgfProperty& property : tree.properties_of(node)) {
      std::string& values = properties[fold_sgf_ident(property.ident)];
      for (const std::string_view raw : tree.values_of(property)) {
        values += (values.empty() ? ":" : ",") + to_base64(as_sabaki_means(raw));
      }
    }
    for (const auto& [ident, values] : properties) out += " " + ident + values;
  }
  return out;
}

bool has_problem(const SgfTree& tree, ProblemKind kind) {
  return std::ranges::any_of(tree.problems, [&](const Problem& p) { return p.kind == kind; });
}

bool has_ident(const SgfTree& tree, const std::function<bool(std::string_view)>& is_it) {
  return std::ranges::any_of(tree.properties,
                             [&](const SgfProperty& property) { return is_it(property.ident); });
}

/// True if two characters follow each other, ignoring white space.
bool has_pair(std::string text, std::string_view pair) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; });
  return text.find(pair) != std::string::npos;
}

/// Why a record may be seen in another way; the first that holds counts.
struct Explanation {
  std::string_view why;
  bool (*holds)(const SgfTree& tree, const Record& record);
};
const Explanation kExplanations[] = {
    {"digits in an identifier (Kierulf's grammar): Sabaki gives up",
     [](const SgfTree& tree, const Record&) {
       return has_ident(tree, [](std::string_view ident) {
         return ident.find_first_of("0123456789") != std::string_view::npos;
       });
     }},
    {"bytes that belong to no property: Sabaki gives up, we pass over them and say so",
     [](const SgfTree& tree, const Record&) { return has_problem(tree, ProblemKind::stray_text); }},
    {"an identifier in small letters only: Sabaki drops it, we keep it",
     [](const SgfTree& tree, const Record&) {
       return has_ident(tree, [](std::string_view ident) {
         return std::ranges::none_of(ident, [](char c) { return c >= 'A' && c <= 'Z'; });
       });
     }},
    {"parentheses without a node of their own: Sabaki makes an empty one",
     [](const SgfTree&, const Record& record) { return has_pair(record.text, "(("); }},
    {"nodes behind a variation, where the grammar has none: Sabaki drops them, we keep them",
     [](const SgfTree&, const Record& record) { return has_pair(record.text, ");"); }},
    {"FF[1] and Little Golem protect with a backslash \"]\" and \"\\\" only; Sabaki reads FF[4]",
     [](const SgfTree& tree, const Record&) { return tree.escapes == SgfEscapes::brackets_only; }},
    {"UTF-16 or a charset with \"]\" or \"\\\" as a second byte, which Sabaki was given as Latin-1",
     [](const SgfTree&, const Record& record) { return record.form != TextForm::bytes; }},
};

class SgfOracle : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(LUDEX_ORACLES "/node_modules/@sabaki/sgf")) {
      GTEST_SKIP() << "skipped: npm ci --prefix tests/oracle";
    }
  }

  static std::vector<std::string> answers_of_sabaki(const std::vector<Record>& records) {
    const TemporaryFolder folder;
    std::string lines;
    for (const Record& record : records) lines += to_base64(record.text) + "\n";
    const std::string asked = folder.add_file("records", lines);
    const std::string answered = folder.add_file("trees", "");
    const std::string command =
        fmt::format("node '{}/parse_sgf.mjs' < '{}' > '{}'", LUDEX_ORACLES, asked, answered);
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    std::vector<std::string> answers;
    std::ifstream in(answered);
    for (std::string line; std::getline(in, line);) answers.push_back(line);
    return answers;
  }

  static void compare(const std::vector<Record>& records) {
    const std::vector<std::string> answers = answers_of_sabaki(records);
    ASSERT_EQ(answers.size(), records.size());
    std::map<std::string_view, int> explained;
    SgfTree tree;
    for (std::size_t i = 0; i < records.size(); ++i) {
      EXPECT_FALSE(parse_sgf(records[i].text, records[i].form, tree)) << records[i].text;
      const std::string ours = printed(tree);
      if (ours == answers[i]) continue;
      const auto* reason = std::ranges::find_if(
          kExplanations, [&](const Explanation& e) { return e.holds(tree, records[i]); });
      if (reason != std::end(kExplanations)) {
        ++explained[reason->why];
      } else {
        const auto at =
            static_cast<std::size_t>(std::ranges::mismatch(ours, answers[i]).in1 - ours.begin());
        const std::size_t from = at - std::min<std::size_t>(at, 60);
        ADD_FAILURE() << records[i].text.substr(0, 200) << "\nours:     " << ours.substr(from, 200)
                      << "\nSabaki's: "
                      << answers[i].substr(std::min(from, answers[i].size()), 200);
      }
    }
    fmt::print("{} records\n", records.size());
    for (const auto& [why, count] : explained) fmt::print("  {:5} differ: {}\n", count, why);
  }
};

TEST_F(SgfOracle, SabakiSeesTheSameTreesInTheSample) {
  const auto records = records_below(sample_data() / "sample");
  EXPECT_GT(records.size(), 25U);
  compare(records);
}

TEST_F(SgfOracle, SabakiSeesTheSameTreesInTheCorpus) {
  SKIP_WITHOUT_CORPUS("");
  for (const char* folder : {"go", "hex", "twixt", "othello", "torture"}) {
    SCOPED_TRACE(folder);
    const auto records = records_below(corpus() / folder);
    EXPECT_FALSE(records.empty());
    fmt::print("{}: ", folder);
    compare(records);
  }
}

}  // namespace
}  // namespace ludex::test
