#include "pipeline/member_records.hpp"

#include "source/byte_stream.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ludex {
namespace {

/// Gives a few bytes a read, and then fails if it is to.
class SlowStream final : public ByteStream {
 public:
  SlowStream(std::string bytes, bool fails) : bytes_(std::move(bytes)), fails_(fails) {}
  std::size_t read(std::span<char> buffer) override {
    const std::size_t got = bytes_.read(buffer.first(std::min<std::size_t>(buffer.size(), 100)));
    if (got == 0 && fails_) throw StreamDamage("cut short");
    return got;
  }

 private:
  MemoryStream bytes_;
  bool fails_;
};

/// The result of a member: its records, its bytes, and why it ended early.
struct Seen final : MemberEvents, RecordSink {
  void chunk(std::string_view more) override { bytes += more; }
  void damaged(const SourceDamage& damage) override { reason = damage.reason(); }
  void record(const FoundRecord& found) override { records.emplace_back(found.text); }
  void oversize_piece(std::string_view, std::uint64_t, bool) override {}
  void junk(std::uint64_t, std::uint64_t) override {}

  std::vector<std::string> records;
  std::string bytes, reason;
};

Seen read(const std::string& bytes, bool fails = false, std::uint64_t from = 0) {
  const SourceName name{.path = "games", .kind = SourceKind::stream};
  SourceReader source(name, std::make_unique<SlowStream>(bytes, fails), {});
  Seen seen;
  MemberRecords records(source, {.source_name = name.path}, seen);
  EXPECT_TRUE(source.next_member());
  records.read_head();
  const auto format = records.format();
  if (!format) return seen;
  records.start(*format, from);
  records.split(seen);
  return seen;
}

TEST(MemberRecords, TellsTheFormatByMoreThanTheFirstRead) {
  const std::string text = std::string(100'000, '\n') + "(;GM[1];B[aa])";
  const Seen seen = read(text);
  EXPECT_EQ(seen.records, (std::vector<std::string>{"(;GM[1];B[aa])"}));
  EXPECT_EQ(seen.bytes, text);
}

TEST(MemberRecords, GivesWhatStandsBeforeDamage) {
  const Seen seen = read("(;B[aa])\n(;B[bb]", true);
  EXPECT_EQ(seen.records, (std::vector<std::string>{"(;B[aa])", "(;B[bb]"}));
  EXPECT_EQ(seen.reason, "cut short");
}

TEST(MemberRecords, GoOnWhereAnEarlierReadingEnded) {
  EXPECT_EQ(read("(;B[aa])(;B[bb])", false, 8).records, (std::vector<std::string>{"(;B[bb])"}));
  EXPECT_EQ(read("(;B[aa])", false, 20).reason, "shorter than before");
}

TEST(MemberRecords, HaveNoFormatWhereThereAreNone) {
  EXPECT_TRUE(read("a letter").bytes.empty());
  EXPECT_TRUE(read("").records.empty());
}

}  // namespace
}  // namespace ludex
