// Very many blanks after a record: they are not held without end, and none is looked at twice.

#include "formats/collected_records.hpp"
#include "formats/splitter.hpp"

#include "support/cpu_seconds.hpp"
#include "support/heap.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <string>
#include <string_view>

namespace ludex {
namespace {

struct Sample {
  Format format;
  std::string_view record;
};

void PrintTo(const Sample& sample, std::ostream* out) { *out << format_name(sample.format); }

constexpr Sample kSamples[] = {
    {Format::gcg, "#player1 a A\n#player2 b B\n>a: - +0 0"},
    {Format::ngf, "Game\n19\nWhite 9D\nBlack 8D\nplace\n0\nx\n6\n20170316\nx\nW\n1\nPMAABCCCC"},
    {Format::gib, "\\HS\n\\HE\n\\GS\n2 1 0\nSTO 0 2 1 3 3\n\\GE"},
    {Format::ugf, "[Header]\nSize=19\n[Data]\nQP,B1,1,0"},
    {Format::psn, "[Sente \"a\"]\n\n1.P7f P3d"},
    {Format::jkf, "no object"},
};

class TrailingBlanks : public testing::TestWithParam<Sample> {
 protected:
  [[nodiscard]] Cut cut(std::string_view text, std::size_t chunk_bytes,
                        std::size_t max_record_bytes = 16 * 1024 * 1024) const {
    const auto splitter = make_splitter(format_, {.max_record_bytes = max_record_bytes});
    CollectingSink sink;
    for (std::size_t at = 0; at < text.size(); at += chunk_bytes) {
      splitter->feed(text.substr(at, chunk_bytes), sink);
    }
    splitter->finish(sink);
    return sink.cut;
  }

  Format format_ = GetParam().format;
  std::string record_{GetParam().record};
};

TEST_P(TrailingBlanks, AreEachLookedAtOnce) {
  constexpr int kBlanks = test::many(40'000'000);
  for (const char blank : {' ', '\n'}) {
    const std::string text = record_ + std::string(kBlanks, blank);
    const auto look = [&] {
      EXPECT_EQ(texts_of(cut(text, 64 * 1024, kBlanks / 2)), std::vector{record_});
    };
    EXPECT_LT(test::cpu_seconds(look), 5);
  }
}

TEST_P(TrailingBlanks, AreHeldUpToTheLimitOfARecord) {
  constexpr std::size_t kMaxRecordBytes = 1 << 20;
  const std::string blanks(64 * 1024, ' ');
  const auto splitter = make_splitter(format_, {.max_record_bytes = kMaxRecordBytes});
  CollectingSink sink;
  const std::size_t before = test::heap_bytes_in_use();
  splitter->feed(record_, sink);
  for (int i = 0; i < 160; ++i) {
    splitter->feed(blanks, sink);
    ASSERT_LT(test::heap_bytes_in_use(), before + 3 * kMaxRecordBytes) << i;
  }
  splitter->finish(sink);
  EXPECT_EQ(texts_of(sink.cut), std::vector{record_});
}

TEST_P(TrailingBlanks, DoNotMakeARecordTooLong) {
  const std::string text = record_ + std::string(5000, ' ');
  const Cut whole = cut(text, text.size(), 1000);
  EXPECT_EQ(texts_of(whole), std::vector{record_});
  EXPECT_FALSE(whole.records[0].oversize);
  EXPECT_EQ(coverage_fault(whole, text), "");
}

/// What goes on after them would be a part of a record that is too long.
TEST_P(TrailingBlanks, EndARecordBeyondItsLimit) {
  const std::string text = record_ + std::string(500, ' ') + "\nPM more";
  const Cut whole = cut(text, text.size(), 200);
  EXPECT_EQ(texts_of(whole), (std::vector<std::string>{record_, "PM more"}));
  EXPECT_EQ(coverage_fault(whole, text), "");
  for (std::size_t bytes = 1; bytes < text.size(); ++bytes) {
    ASSERT_EQ(cut(text, bytes, 200), whole) << "chunks of " << bytes << " bytes";
  }
  const std::string as_before = record_ + std::string(5000, ' ') + "\nPM more";
  EXPECT_EQ(texts_of(cut(as_before, 64)), std::vector{as_before});
}

TEST_P(TrailingBlanks, ThatAreFewLeaveARecordTooLong) {
  const std::string text = record_ + std::string(200 - record_.size(), ' ') + "\nPM more";
  const Cut whole = cut(text, text.size(), 200);
  EXPECT_EQ(texts_of(whole), std::vector{text});
  EXPECT_TRUE(whole.records[0].oversize);
  for (std::size_t bytes = 1; bytes < text.size(); ++bytes) {
    ASSERT_EQ(cut(text, bytes, 200), whole) << "chunks of " << bytes << " bytes";
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, TrailingBlanks, testing::ValuesIn(kSamples),
                         [](const auto& made) {
                           return std::string(format_name(made.param.format));
                         });

}  // namespace
}  // namespace ludex
