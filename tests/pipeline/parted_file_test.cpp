#include "pipeline/parted_file.hpp"

#include "generator/gcg_archive.hpp"
#include "generator/go_archive.hpp"
#include "generator/shogi_archive.hpp"
#include "source/byte_stream.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <atomic>
#include <numeric>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace ludex {
namespace {

/// What a builder delivers, without the bounds of its batches.
struct Found {
  using Record = std::tuple<std::uint64_t, std::string, std::uint64_t, bool, std::string>;
  std::vector<Record> records;  // offset, text, junk before it, unclosed, context
  std::uint64_t junk_after = 0;
  std::vector<std::tuple<Format, std::uint64_t, std::uint64_t>> foreign;  // offset, length
  bool last_open = false;
  std::uint64_t last_offset = 0;
  friend bool operator==(const Found&, const Found&) = default;
};

constexpr std::size_t kBatchBytes = 2048;

class Collector {
 public:
  explicit Collector(Format format) : builder(kBatchBytes, [this](Batch batch) { take(batch); }) {
    builder.set_format(format);
  }
  Found finish() {
    builder.flush();
    found_.junk_after = builder.take_junk();
    for (const ForeignBytes& some : builder.take_foreign()) {
      found_.foreign.emplace_back(some.format, some.offset_bytes, some.length_bytes);
    }
    found_.last_open = builder.last_open();
    found_.last_offset = builder.last_offset_bytes();
    return found_;
  }

  std::vector<std::size_t> batch_bytes;
  std::vector<std::uint64_t> source_bytes;  // of each batch
  BatchBuilder builder;

 private:
  void take(const Batch& batch) {
    source_bytes.push_back(batch.source_bytes_read);
    batch_bytes.push_back(batch.text.size());
    for (const Item& item : batch.items) {
      if (const auto* record = std::get_if<RecordItem>(&item)) {
        found_.records.emplace_back(record->row.offset_bytes,
                                    batch.text.substr(record->row.text_begin, record->text_bytes),
                                    record->junk_bytes, record->unclosed, record->context);
      }
      if (const auto* piece = std::get_if<RecordPiece>(&item)) {
        found_.records.emplace_back(piece->offset_bytes, "a piece", piece->junk_bytes,
                                    piece->is_last, "");
      }
    }
  }

  Found found_;
};

struct Parts {
  std::uint64_t part_bytes = 4096;
  std::size_t at_once = 2;
  std::size_t most_record_bytes = SplitOptions{}.max_record_bytes;
};

void split_on(Format format, std::string_view text, std::uint64_t from, const Parts& parts,
              BatchBuilder& builder) {
  const auto splitter = make_splitter(format, {from, parts.most_record_bytes}, text);
  splitter->feed(text.substr(from), builder);
  splitter->finish(builder);
}

Found split_alone(Format format, std::string_view text, const Parts& parts = {}) {
  Collector collector(format);
  split_on(format, text, 0, parts, collector.builder);
  return collector.finish();
}

struct InParts {
  Found found;
  std::uint64_t end = 0;  // of what was split in parts
  std::vector<std::size_t> batch_bytes;
  std::vector<std::uint64_t> source_bytes;
};

ReadAt bytes_of(std::string_view text) {
  return [text](std::uint64_t offset, std::span<char> buffer) -> std::size_t {
    return offset < text.size() ? text.substr(offset).copy(buffer.data(), buffer.size()) : 0;
  };
}

InParts split_in_parts(Format format, std::string_view text, const Parts& parts = {},
                       ReadAt read_at = nullptr) {
  const std::atomic<bool> stop = false;
  InParts all;
  Collector collector(format);
  PartedFile file(read_at ? std::move(read_at) : bytes_of(text), format, text,
                  {.size_bytes = text.size(),
                   .part_bytes = parts.part_bytes,
                   .parts_at_once = parts.at_once,
                   .max_record_bytes = parts.most_record_bytes,
                   .batch_bytes = kBatchBytes},
                  stop);
  all.end = file.split(0, collector.builder);
  split_on(format, text, all.end, parts, collector.builder);
  all.found = collector.finish();
  all.batch_bytes = collector.batch_bytes;
  all.source_bytes = collector.source_bytes;
  return all;
}

void expect_same_records(Format format, std::string_view text, std::uint64_t least_in_parts) {
  const InParts all = split_in_parts(format, text);
  EXPECT_EQ(all.found, split_alone(format, text));
  EXPECT_GE(all.end, least_in_parts);
}

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(PartedFile, FindsTheRecordsOfOneSplitterInSgf) {
  const std::string text = bench::go_archive(60, 1);
  expect_same_records(Format::sgf, text, text.size() - 3 * 4096);
}

TEST(PartedFile, FindsThemAfterSeparatorsInCsa) {
  const std::string text = bench::shogi_archive(60, {});
  expect_same_records(Format::csa, text, text.size() - 3 * 4096);
}

TEST(PartedFile, FindsThemInGcg) {
  const std::string text = bench::gcg_archive(60, {});
  expect_same_records(Format::gcg, text, text.size() - 3 * 4096);
}

TEST(PartedFile, FindsThemInLinesOfCgp) {
  std::string text;
  for (int line = 0; line < 2000; ++line) {
    text += "15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15 ABCDEFG/ 10/0 0 lex CSW" +
            std::to_string(line) + ";\n";
  }
  expect_same_records(Format::cgp, text, text.size() - 3 * 4096);
}

TEST(PartedFile, LeavesAFileWithoutLinesToOneSplitter) {
  std::string text = bench::go_archive(30, 1);
  std::erase(text, '\n');
  expect_same_records(Format::sgf, text, 0);
  EXPECT_EQ(split_in_parts(Format::sgf, text).end, 0U);
}

TEST(PartedFile, MakesNoPartThatIsLong) {
  std::string text = bench::go_archive(60, 1);
  std::erase(text, '\n');
  text += '\n' + bench::go_archive(60, 2);
  EXPECT_EQ(split_in_parts(Format::sgf, text).end, 0U);
}

TEST(PartedFile, LooksAtFewOfManyShortLines) {
  std::string text = bench::shogi_archive(1, {});
  text += repeated("'\n", 200'000);
  text += bench::shogi_archive(1, {});
  expect_same_records(Format::csa, text, 0);
}

TEST(PartedFile, FindsManyShortRecords) {
  const std::string text = repeated("(;B[aa])\n", 20'000);
  expect_same_records(Format::sgf, text, text.size() / 2);
}

TEST(PartedFile, IsNotDeceivedByVariationsThatStandLikeGames) {
  std::string game = "(;GM[1]SZ[19]PB[A]PW[B]\n;B[aa]";
  game += repeated("\n(;W[bb]C[a variation, of some length to read])", 300);
  expect_same_records(Format::sgf, repeated(game + ")\n", 20), 0);
}

TEST(PartedFile, IsNotDeceivedByGamesQuotedInAComment) {
  std::string game = "(;GM[1]SZ[19]C[see\n";
  game += repeated("(;GM[1\\]SZ[9\\];B[aa\\])\n", 300);
  expect_same_records(Format::sgf, repeated(game + "];B[aa])\n", 20), 0);
}

TEST(PartedFile, CountsJunkOnce) {
  std::string text;
  for (int i = 0; i < 400; ++i) {
    text += "(;GM[1]SZ[19]PB[A];B[aa];W[bb])\nsome words between the games\n";
  }
  text += "(;GM[1]SZ[19];B[aa]";
  expect_same_records(Format::sgf, text, text.size() / 2);
  EXPECT_TRUE(split_in_parts(Format::sgf, text).found.last_open);
}

TEST(PartedFile, EndsBeforeBytesOfAnotherFormat) {
  std::string text = bench::go_archive(20, 1);
  const std::size_t place = text.size();
  text += "V2.2\nPI\n+\n+7776FU\n" + bench::go_archive(20, 2);
  expect_same_records(Format::sgf, text, 4096);
  EXPECT_LE(split_in_parts(Format::sgf, text).end, place);
  EXPECT_FALSE(split_in_parts(Format::sgf, text).found.foreign.empty());
}

TEST(PartedFile, EndsBeforeARecordThatIsNotClosed) {
  std::string text = bench::go_archive(20, 1);
  const std::size_t place = text.size();
  for (int i = 0; i < 400; ++i) text += "(;FF[4]GM[1]SZ[19]PB[A];B[aa];W[bb]\n";
  expect_same_records(Format::sgf, text, 4096);
  EXPECT_LE(split_in_parts(Format::sgf, text).end, place);
}

TEST(PartedFile, EndsBeforeARecordOverTheLimit) {
  std::string text = bench::go_archive(20, 1);
  const std::size_t place = text.size();
  text += "(;GM[1]C[" + std::string(100'000, 'x') + "])\n" + bench::go_archive(20, 2);
  const Parts parts{.most_record_bytes = 30'000};
  const InParts all = split_in_parts(Format::sgf, text, parts);
  EXPECT_EQ(all.found, split_alone(Format::sgf, text, parts));
  EXPECT_GT(all.end, 0U);
  EXPECT_LE(all.end, place);
}

TEST(PartedFile, EndsWhereTheFileCannotBeRead) {
  const std::string text = bench::go_archive(60, 1);
  const std::uint64_t bad = text.size() / 2;
  const auto read_at = [&](std::uint64_t offset, std::span<char> buffer) -> std::size_t {
    if (offset + buffer.size() > bad) throw StreamDamage("bad disk", DamageCause::read_error);
    return bytes_of(text)(offset, buffer);
  };
  const InParts all = split_in_parts(Format::sgf, text, {}, read_at);
  EXPECT_EQ(all.found, split_alone(Format::sgf, text));
  EXPECT_LE(all.end, bad);
}

TEST(PartedFile, EndsWhereAFileWasCut) {
  const std::string text = bench::go_archive(60, 1);
  const std::string_view cut = std::string_view(text).substr(0, text.size() / 2);
  const InParts all = split_in_parts(Format::sgf, text, {}, bytes_of(cut));
  EXPECT_EQ(all.found, split_alone(Format::sgf, text));
  EXPECT_LE(all.end, cut.size());
}

TEST(PartedFile, LeavesWhatIsAddedMeanwhile) {
  const std::string text = bench::go_archive(60, 1);
  const std::string_view before = std::string_view(text).substr(0, text.size() / 2);
  const InParts all = split_in_parts(Format::sgf, before, {.at_once = 8}, bytes_of(text));
  EXPECT_EQ(all.found, split_alone(Format::sgf, before));
  EXPECT_LE(all.end, before.size());
}

TEST(PartedFile, TellsOfBytesAsTheyAreRead) {
  const std::string text = bench::go_archive(60, 1);
  const InParts all = split_in_parts(Format::sgf, text);
  const auto read_with = [&](std::size_t batches) {
    return std::accumulate(all.source_bytes.begin(),
                           all.source_bytes.begin() + static_cast<std::ptrdiff_t>(batches),
                           std::uint64_t{0});
  };
  EXPECT_EQ(read_with(all.source_bytes.size()), all.end);
  EXPECT_NEAR(static_cast<double>(read_with(all.source_bytes.size() / 2)),
              static_cast<double>(text.size()) / 2, 8192);
}

TEST(PartedFile, MakesTheSameBatchesWithAnyNumberOfThreads) {
  std::string text = bench::go_archive(30, 1);
  text +=
      "(;GM[1]C[" + std::string(20'000, 'x') + "]\n(;B[aa])(;B[bb]))\n" + bench::go_archive(30, 2);
  const auto alone = split_in_parts(Format::sgf, text, {.at_once = 1}).batch_bytes;
  EXPECT_EQ(split_in_parts(Format::sgf, text, {.at_once = 3}).batch_bytes, alone);
  EXPECT_EQ(split_in_parts(Format::sgf, text, {.at_once = 16}).batch_bytes, alone);
}

TEST(PartedFile, NoticesThatTheRunIsStopped) {
  const std::string text = bench::go_archive(60, 1);
  const std::atomic<bool> stop = true;
  Collector collector(Format::sgf);
  PartedFile file(bytes_of(text), Format::sgf, text,
                  {.size_bytes = text.size(), .part_bytes = 4096, .parts_at_once = 2}, stop);
  EXPECT_EQ(file.split(0, collector.builder), 0U);
}

RC_GTEST_PROP(PartedFileLaw, FindsWhatOneSplitterFinds, ()) {
  const auto format = *rc::gen::element(Format::sgf, Format::csa, Format::cgp, Format::gcg,
                                        Format::kif, Format::psn, Format::usi, Format::jkf);
  static const std::vector<std::string> kFragments = {
      "(;GM[1]SZ[9];B[aa])\n",
      "(;FF[4]GM[1]SZ[9]PB[a]\n;B[aa]\n(;W[bb])\n(;W[cc]))\n",
      "(;GM[1]C[\n(;GM[1\\]",
      "(;B[aa])\n",
      ")\n",
      "]",
      "text\n",
      "V2.2\nN+a\nPI\n+\n+7776FU\n%TORYO\n",
      "/\n",
      "V3.0\n",
      "'remark\n",
      "15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15 ABC/ 1/0 0\n",
      "#player1 a A\n#player2 b B\n>a: CAT 8H CAT +10 10\n",
      "#KIF version=2.0\nphrase\n   1 ７六歩(77)\n",
      "[Sente \"a\"]\n1.P-7f\n\n",
      "position startpos moves 7g7f\n",
      "{\"header\":{},\"moves\":[{}]}\n",
      "\xEF\xBB\xBF",
      "\n\n",
      "\x1E\n"};
  const auto picks = *rc::gen::container<std::vector<std::size_t>>(
      rc::gen::inRange<std::size_t>(0, kFragments.size()));
  std::string text;
  for (const std::size_t pick : picks) {
    const auto times = 1 + pick % 4;
    for (std::size_t i = 0; i < times; ++i) text += kFragments[pick];
  }
  const Parts parts{.part_bytes = *rc::gen::inRange<std::uint64_t>(1, 512),
                    .at_once = *rc::gen::inRange<std::size_t>(1, 5),
                    .most_record_bytes = *rc::gen::element<std::size_t>(64, 1 << 20)};
  RC_ASSERT(split_in_parts(format, text, parts).found == split_alone(format, text, parts));
}

}  // namespace
}  // namespace ludex
