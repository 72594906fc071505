// Small sources that unpack to huge ones, and archives of very many members.
#include "source/reading.hpp"
#include "support/heap.hpp"
#include "support/packing.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace ludex::test {
namespace {

constexpr std::size_t kMiB = 1024 * 1024;

struct Totals {
  std::size_t members = 0;
  std::size_t bytes = 0;
  std::size_t damaged = 0;
  std::string last_damage;
};

/// Reads all and keeps nothing.
Totals read_totals(const std::string& path, const SourceOptions& options = {}) {
  SourceReader reader({path}, options);
  Totals totals;
  std::vector<char> buffer(kMiB / 4);
  while (reader.next_member()) {
    ++totals.members;
    try {
      while (const std::size_t got = reader.read(buffer)) totals.bytes += got;
    } catch (const SourceDamage& damage) {
      ++totals.damaged;
      totals.last_damage = damage.reason();
    }
  }
  return totals;
}

std::string zeros_many_times_over(Codec codec) {
  const std::string piece = compress(codec, std::string(16 * kMiB, '\0'));
  std::string file;
  for (int i = 0; i < 400; ++i) file += piece;
  return file;
}

TEST(Limits, AFileThatUnpacksToGigabytesStopsAtTheLimit) {
  const TemporaryFolder folder;
  for (const Codec codec : kCodecs) {
    const std::string bomb = compress(codec, zeros_many_times_over(codec));
    const Totals totals = read_totals(folder.add_file("bomb", bomb));
    EXPECT_EQ(totals.damaged, 1U) << name_of(codec);
    EXPECT_LE(totals.bytes, 64 * kMiB + 1000 * bomb.size() + kMiB);
    EXPECT_TRUE(
        totals.last_damage.ends_with("expand by more than 1000:1; the rest of the source was not "
                                     "read (--max-expansion raises the limit)"))
        << totals.last_damage;
  }
}

TEST(Limits, TheLimitCanBeRaised) {
  const TemporaryFolder folder;
  const std::string path =
      folder.add_file("zeros", compress(Codec::zstd, std::string(200 * kMiB, '\0')));
  EXPECT_EQ(read_totals(path).damaged, 1U);
  const Totals totals = read_totals(path, {.max_expansion = 1e6});
  EXPECT_EQ(totals.damaged, 0U);
  EXPECT_EQ(totals.bytes, 200 * kMiB);
}

TEST(Limits, ABombInAnArchiveEndsTheSource) {
  const TemporaryFolder folder;
  const std::string bomb = compress(Codec::gzip, zeros_many_times_over(Codec::gzip));
  for (const Packer packer : {Packer::tar, Packer::zip, Packer::seven_zip}) {
    const Totals totals = read_totals(
        folder.add_file("bomb", pack(packer, {{"a", "(;)"}, {"b", bomb}, {"c", bomb}})));
    EXPECT_EQ(totals.members, 2U);
    EXPECT_EQ(totals.damaged, 1U);
  }
}

TEST(Limits, MembersThatUnpackToMuchTogetherAreABombToo) {
  const TemporaryFolder folder;
  Files files;
  for (int i = 0; i < 20; ++i) files.push_back({"zeros", std::string(8 * kMiB, '\0')});
  const Totals totals =
      read_totals(folder.add_file("bomb", compress(Codec::xz, pack(Packer::tar, files))));
  EXPECT_EQ(totals.damaged, 1U);
  EXPECT_LT(totals.bytes, 150 * kMiB);
}

/// The peak memory of reading a zip with this many small files.
std::size_t most_heap_bytes_for(std::size_t members) {
  const TemporaryFolder folder;
  Files files;
  for (std::size_t i = 0; i < members; ++i) {
    files.push_back({"games/" + std::to_string(i) + ".sgf", "(;GM[1];B[aa];W[bb])"});
  }
  const std::string path = folder.add_file("many.zip", pack(Packer::zip, files));
  const std::size_t before = heap_bytes_in_use();
  std::size_t most = before;
  SourceReader reader({path}, {});
  std::vector<char> buffer(1000);
  for (std::size_t i = 0; i < members; ++i) {
    EXPECT_TRUE(reader.next_member());
    EXPECT_EQ(reader.read(buffer), 20U);
    if (i % 256 == 0) most = std::max(most, heap_bytes_in_use());
  }
  EXPECT_FALSE(reader.next_member());
  return most - before;
}

TEST(Limits, AZipOfManyMembersTakesNoMoreMemoryThanASmallOne) {
  const std::size_t few = most_heap_bytes_for(20'000);
  const std::size_t many = most_heap_bytes_for(100'000);
  EXPECT_GT(few, 100'000U);  // a slice of the directory: it is really measured
  EXPECT_LT(many, few + kMiB / 2);
}

TEST(Limits, AZipOfManyDamagedMembersIsReadInOneGo) {
  Files files;
  for (int i = 0; i < 20'000; ++i) files.push_back({std::to_string(i), games(1, i)});
  std::string zip = pack(Packer::zip, files);
  std::size_t damaged = 0;
  for (std::size_t at = zip.find("PK\x03\x04"); at != std::string::npos;
       at = zip.find("PK\x03\x04", at + 40)) {
    if (damaged++ % 2 == 0) zip.replace(at + 50, 8, 8, '\x55');
  }
  const auto members = read_source(zip);
  ASSERT_EQ(members.size(), files.size());
  for (std::size_t i = 0; i < members.size(); ++i) {
    EXPECT_EQ(members[i].name, files[i].first);
    EXPECT_EQ(members[i].damage.empty(), i % 2 == 1) << i;
  }
}

}  // namespace
}  // namespace ludex::test
