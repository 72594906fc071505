#include "source/reading.hpp"
#include "support/packing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ludex::test {
namespace {

using Members = std::vector<ReadMember>;

Members whole_members(const Files& files) {
  Members members;
  for (const auto& [name, bytes] : files) members.push_back({name, bytes, ""});
  return members;
}

std::string without_reason(const ReadMember& member) {
  return member.damage.substr(0, member.damage.find(':'));
}

class ArchiveTest : public testing::TestWithParam<Packer> {};

TEST_P(ArchiveTest, MembersComeInTheirOrderWithTheirNames) {
  const Files files{{"b.sgf", games(100)}, {"a/c.sgf", games(3)}, {"a/empty.sgf", ""}};
  EXPECT_EQ(read_source(pack(GetParam(), files)), whole_members(files));
}

TEST_P(ArchiveTest, AnArchiveWithoutMembersHasNone) {
  EXPECT_EQ(read_source(pack(GetParam(), {{"folder/", ""}})), Members{});
}

TEST_P(ArchiveTest, NamesInOtherScriptsAreKept) {
  const Files files{{"棋譜/本因坊秀策.sgf", games(1)}};
  EXPECT_EQ(read_source(pack(GetParam(), files)), whole_members(files));
}

TEST_P(ArchiveTest, FoldersLinksAndHiddenFilesAreLeftOut) {
  Files files{{"games/", ""},
              {"games/a.sgf", "(;A)"},
              {"games/.hidden.sgf", "(;B)"},
              {".folder/b.sgf", "(;C)"},
              {"__MACOSX/games/a.sgf", "(;D)"},
              {"games/._a.sgf", "(;E)"},
              {"./z.sgf", "(;F)"}};
  if (GetParam() == Packer::tar) {
    files.push_back({"link.sgf", "-> games/a.sgf"});
    files.push_back({"hard.sgf", "=> games/a.sgf"});
  }
  EXPECT_EQ(read_source(pack(GetParam(), files)),
            whole_members({{"games/a.sgf", "(;A)"}, {"z.sgf", "(;F)"}}));
}

TEST_P(ArchiveTest, CompressedMembersAreUnpacked) {
  Files files;
  for (const Codec codec : kCodecs) {
    files.push_back({std::string(name_of(codec)), compress(codec, games(10))});
  }
  EXPECT_EQ(
      read_source(pack(GetParam(), files)),
      whole_members(
          {{"gzip", games(10)}, {"bzip2", games(10)}, {"xz", games(10)}, {"zstd", games(10)}}));
}

TEST_P(ArchiveTest, ADamagedCompressedMemberHasGoodNeighbors) {
  std::string damaged = compress(Codec::gzip, games(10));
  damaged.resize(damaged.size() / 2);
  const auto members =
      read_source(pack(GetParam(), {{"a", games(1)}, {"b", damaged}, {"c", games(2)}}));
  ASSERT_EQ(members.size(), 3U);
  EXPECT_EQ(members[0], (ReadMember{"a", games(1), ""}));
  EXPECT_EQ(members[1].damage, "the gzip data is cut short");
  EXPECT_TRUE(games(10).starts_with(members[1].bytes));
  EXPECT_EQ(members[2], (ReadMember{"c", games(2), ""}));
}

TEST_P(ArchiveTest, ArchivesTwoDeepAreOpenedAndThreeDeepRefused) {
  for (const Packer inner : {Packer::tar, Packer::zip, Packer::seven_zip}) {
    const std::string packed = pack(inner, {{"x.sgf", games(5)}, {"y.sgf", games(6)}});
    const std::string deep = pack(inner, {{"deep", packed}});
    EXPECT_EQ(read_source(pack(GetParam(), {{"a.sgf", "(;)"},
                                            {"inner", packed},
                                            {"packed", compress(Codec::xz, packed)},
                                            {"too", deep},
                                            {"z.sgf", "(;)"}})),
              (Members{{"a.sgf", "(;)", ""},
                       {"inner!x.sgf", games(5), ""},
                       {"inner!y.sgf", games(6), ""},
                       {"packed!x.sgf", games(5), ""},
                       {"packed!y.sgf", games(6), ""},
                       {"too!deep", "", "archives nested more than 2 deep are not opened"},
                       {"z.sgf", "(;)", ""}}));
  }
}

TEST_P(ArchiveTest, CompressedAsAWholeItReadsTheSame) {
  const Files files{{"a.sgf", games(200)}, {"b.sgf", games(2)}};
  for (const Codec codec : kCodecs) {
    EXPECT_EQ(read_source(compress(codec, pack(GetParam(), files))), whole_members(files));
  }
}

TEST_P(ArchiveTest, TheRestOfAMemberMayBeLeft) {
  const std::string file = pack(GetParam(), {{"a", games(3000)}, {"b", games(5)}, {"c", ""}});
  SourceReader reader({"test"}, std::make_unique<MemoryStream>(file), {});
  EXPECT_TRUE(reader.is_archive());
  std::vector<std::string> names;
  while (reader.next_member()) names.push_back(reader.member());
  EXPECT_EQ(names, (std::vector<std::string>{"a", "b", "c"}));
}

TEST_P(ArchiveTest, SkipGoesForwardInAMember) {
  const std::string text = games(3000);
  SourceReader reader({"t"}, std::make_unique<MemoryStream>(pack(GetParam(), {{"a", text}})), {});
  ASSERT_TRUE(reader.next_member());
  ASSERT_TRUE(reader.skip(300'000));
  EXPECT_TRUE(read_member(reader).bytes == text.substr(300'000));
  EXPECT_FALSE(reader.skip(1));
}

TEST_P(ArchiveTest, ACutAtEveryByteLosesNoWholeMemberBeforeIt) {
  const Files files{{"a", games(2, 1)}, {"b", games(2, 2)}, {"c", games(2, 3)}};
  const std::string file = pack(GetParam(), files);
  for (std::size_t size = 600; size < file.size(); ++size) {
    const auto members = read_source(file.substr(0, size));
    std::size_t good = 0;
    std::size_t damaged = 0;
    for (const ReadMember& member : members) {
      if (member.damage.empty()) {
        ASSERT_LT(good, files.size());
        EXPECT_EQ(member.name, files[good].first) << "cut to " << size << " bytes";
        EXPECT_EQ(member.bytes, files[good].second) << "cut to " << size << " bytes";
        ++good;
      } else {
        ++damaged;
      }
    }
    EXPECT_LE(damaged, 1U);
    // A tar may end between two members.
    EXPECT_TRUE(good == files.size() || damaged == 1 || GetParam() == Packer::tar) << size;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ArchiveTest,
                         testing::Values(Packer::tar, Packer::zip, Packer::stored_zip,
                                         Packer::seven_zip));

TEST(TarTest, AnEmptyOneHasNoMembersButOtherZerosAreAFile) {
  const auto members = [](std::size_t zeros) {
    return read_source(std::string(zeros, '\0')).size();
  };
  EXPECT_EQ(members(1024), 0u);
  EXPECT_EQ(members(10'240), 0u);
  for (const std::size_t zeros : {512, 1023, 1536, 4096, 10'241, 20'480}) {
    EXPECT_EQ(members(zeros), 1u) << zeros;
  }
}

TEST(TarTest, TarsOneAfterTheOtherAreOne) {
  const std::string file = pack(Packer::tar, {{"a", games(1)}}) +
                           pack(Packer::tar, {{"b", games(2)}}) + std::string(10240, '\0');
  EXPECT_EQ(read_source(file), whole_members({{"a", games(1)}, {"b", games(2)}}));
}

TEST(TarTest, ACutTarGzKeepsTheMembersBefore) {
  const std::string file =
      compress(Codec::gzip, pack(Packer::tar, {{"a", games(100, 1)}, {"b", games(100, 2)}}));
  const auto members = read_source(file.substr(0, file.size() * 3 / 4));
  ASSERT_EQ(members.size(), 2U);
  EXPECT_EQ(members[0], (ReadMember{"a", games(100, 1), ""}));
  EXPECT_EQ(members[1].damage, "the gzip data is cut short");
  EXPECT_TRUE(games(100, 2).starts_with(members[1].bytes));
  EXPECT_GT(members[1].bytes.size(), games(40, 2).size());
}

/// Reads nothing of members that are no games, as the indexer does with pictures.
Members read_games_only(const std::string& file) {
  SourceReader reader({"test"}, std::make_unique<MemoryStream>(file), {});
  Members members;
  while (reader.next_member()) {
    if (!reader.member().ends_with(".png")) members.push_back(read_member(reader));
  }
  return members;
}

/// Bytes that no codec makes shorter.
std::string picture(std::size_t size) {
  std::string bytes;
  unsigned state = 1;
  while (bytes.size() < size) {
    state = state * 1664525U + 1013904223U;
    bytes += static_cast<char>(state >> 24U);
  }
  return bytes;
}

TEST(TarTest, ACutInAMemberThatIsSkippedEndsTheArchive) {
  const std::string tar =
      pack(Packer::tar, {{"a", games(5)}, {"b.png", picture(3'000'000)}, {"c", games(2)}});
  for (const Codec codec : kCodecs) {
    const std::string file = compress(codec, tar);
    const std::string why = "the " + std::string(name_of(codec)) + " data is cut short";
    for (const std::size_t eighths : {4, 5, 7}) {
      EXPECT_EQ(read_games_only(file.substr(0, file.size() * eighths / 8)),
                (Members{{"a", games(5), ""}, {"", "", why + ", in or after b.png"}}));
    }
  }
}

TEST(TarTest, AReadErrorInAMemberThatIsSkippedEndsTheArchive) {
  const std::string tar =
      pack(Packer::tar, {{"a", games(5)}, {"b.png", picture(600'000)}, {"c", games(2)}});
  SourceReader reader({"test"}, std::make_unique<FailingStream>(tar, 300'000), {});
  ASSERT_TRUE(reader.next_member());
  ASSERT_TRUE(reader.next_member());
  EXPECT_EQ(reader.member(), "b.png");
  ASSERT_TRUE(reader.next_member());
  EXPECT_EQ(read_member(reader).damage, "cannot read: Input/output error, in or after b.png");
  EXPECT_FALSE(reader.next_member());
}

TEST(TarTest, AStopEndsTheUnpackingOfASkippedMember) {
  const std::string file =
      compress(Codec::gzip, pack(Packer::tar, {{"a", games(1)}, {"b.png", picture(9'000'000)}}));
  std::atomic<bool> stop = false;
  SourceReader reader({"test"}, std::make_unique<MemoryStream>(file), {.stop = &stop});
  ASSERT_TRUE(reader.next_member());
  ASSERT_TRUE(reader.next_member());
  stop = true;
  while (reader.next_member()) EXPECT_NE(read_member(reader).damage, "");
  EXPECT_LT(reader.source_bytes_read(), file.size() / 2);
}

TEST(TarTest, AFileWithADamagedHeaderIsMissedAndItsNeighborsSurvive) {
  const Files files{{"a", games(2, 1)}, {"b", games(50, 2)}, {"c", games(2, 3)}};
  std::string tar = pack(Packer::tar, files);
  const std::size_t header_of_b = 512 + (games(2, 1).size() + 511) / 512 * 512;
  tar[header_of_b + 150] = static_cast<char>(tar[header_of_b + 150] ^ 1);  // in its checksum
  EXPECT_EQ(
      read_source(tar),
      (Members{{"a", games(2, 1), ""},
               {"", "",
                "the tar archive is damaged: bytes were skipped where a header was expected, in "
                "or after a"},
               {"c", games(2, 3), ""}}));
}

TEST(TarTest, ForeignBytesAfterItsEndAreNoticed) {
  const std::string tar = pack(Packer::tar, {{"a", games(2)}});
  const Members members = read_source(tar + std::string(10240, '\0') + games(300));
  ASSERT_EQ(members.size(), 2U);
  EXPECT_EQ(members[0], (ReadMember{"a", games(2), ""}));
  EXPECT_TRUE(members[1].damage.starts_with("the tar archive is damaged: "));
}

TEST(ZipTest, FromAPipeItIsReadByLocalHeaders) {
  const Files files{{"a.sgf", games(200)}, {"b.sgf", games(2)}};
  EXPECT_EQ(read_pipe(pack(Packer::zip, files)), whole_members(files));
  EXPECT_EQ(read_pipe(pack(Packer::stored_zip, files)), whole_members(files));
}

TEST(ZipTest, BytesAfterItsEndDoNoHarm) {
  const Files files{{"a.sgf", games(2)}, {"b.sgf", games(3)}};
  EXPECT_EQ(read_source(pack(Packer::zip, files) + "a comment"), whole_members(files));
}

TEST(ZipTest, ADamagedMemberIsNamedAndItsNeighborsSurvive) {
  const Files files{{"a", games(50, 1)}, {"b", games(50, 2)}, {"c", games(50, 3)}};
  const std::string zip = pack(Packer::zip, files);
  const std::size_t begin_of_b = zip.find("PK\x03\x04", 10);
  for (const std::size_t at : {std::size_t{100}, std::size_t{500}, std::size_t{900}}) {
    std::string damaged = zip;
    for (std::size_t i = 0; i < 8; ++i) damaged[begin_of_b + at + i] = '\x55';
    const auto members = read_source(damaged);
    ASSERT_EQ(members.size(), 3U) << at;
    EXPECT_EQ(members[0], (ReadMember{"a", games(50, 1), ""}));
    EXPECT_EQ(members[1].name, "b");
    EXPECT_EQ(without_reason(members[1]), "the zip archive is damaged");
    EXPECT_EQ(members[2], (ReadMember{"c", games(50, 3), ""}));
  }
}

TEST(ZipTest, ADamagedEntryOfTheDirectoryLosesItsOwnFileOnly) {
  const std::string why = "the directory of the zip archive is damaged";
  Files files;
  for (int i = 0; i < 5; ++i) files.push_back({std::to_string(i), games(1, i)});
  const std::string zip = pack(Packer::zip, files);
  std::size_t entry = 0;
  for (std::size_t lost = 0; lost < files.size(); ++lost) {
    entry = zip.find("PK\x01\x02", entry + 1);
    std::string damaged = zip;
    damaged[entry] = static_cast<char>(damaged[entry] ^ 1);
    const Members members = read_source(damaged);
    ASSERT_EQ(members.size(), files.size());
    EXPECT_TRUE(members[lost].damage.starts_with(why)) << members[lost].damage;
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (i == lost) continue;
      EXPECT_EQ(members[i], (ReadMember{files[i].first, files[i].second, ""}));
    }
  }
}

TEST(ZipTest, WhereNoEntryOfTheDirectoryIsSoundTheFilesAreReadByTheirOwnHeaders) {
  std::string zip = pack(Packer::zip, {{"a", games(1)}, {"b", games(1)}});
  for (std::size_t at = zip.find("PK\x01\x02"); at != std::string::npos;
       at = zip.find("PK\x01\x02")) {
    zip[at] = 'Q';
  }
  EXPECT_EQ(read_source(zip), (Members{{"", "", "the directory of the zip archive is damaged"},
                                       {"a", games(1), ""},
                                       {"b", games(1), ""}}));
}

/// True if any flipped bit of the directory, or of its end, loses one file at most, and never
/// without a word.
void flip_every_bit_of_the_directory(const Files& files) {
  const std::string zip = pack(Packer::zip, files);
  for (std::size_t at = zip.find("PK\x01\x02"); at < zip.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = zip;
      flipped[at] = static_cast<char>(flipped[at] ^ (1 << bit));
      SourceReader reader({"test"}, std::make_unique<MemoryStream>(flipped), {});
      std::size_t members = 0;
      std::set<std::string> sound;
      while (members <= 2 * files.size() && reader.next_member()) {
        const ReadMember member = read_member(reader);
        if (member.damage.empty()) sound.insert(member.bytes);
        ++members;
      }
      ASSERT_LE(members, 2 * files.size()) << "byte " << at << ", bit " << bit;
      EXPECT_GE(sound.size(), files.size() - 1) << "byte " << at << ", bit " << bit;
    }
  }
}

TEST(ZipTest, AnyFlippedBitOfTheDirectoryLosesOneFileAtMost) {
  Files files;
  for (int i = 0; i < 9; ++i) files.push_back({std::to_string(i), games(1, i)});
  flip_every_bit_of_the_directory(files);
}

// A length that is wrong by a power of 2 may end where another record does.
TEST(ZipTest, AWrongLengthThatFitsOtherRecordsLosesOneFileAtMost) {
  const std::string zip = pack(Packer::zip, {{"0", "a"}, {"1", "b"}});
  const std::size_t first = zip.find("PK\x01\x02");
  const std::size_t length = zip.find("PK\x01\x02", first + 1) - first;
  ASSERT_LT(length, 128U);
  Files files;
  for (int i = 0; i < 9; ++i) {
    files.push_back({std::to_string(i) + std::string(128 - length, 'x'), games(1, i)});
  }
  flip_every_bit_of_the_directory(files);
}

TEST(ZipTest, AFileThatItsEndCountsAndTheDirectoryLacksIsNoticed) {
  std::string zip = pack(Packer::zip, {{"a", games(1)}, {"b", games(2)}});
  const std::size_t end = zip.find("PK\x05\x06");
  zip[end + 8] = zip[end + 10] = 3;
  EXPECT_EQ(read_source(zip), (Members{{"a", games(1), ""},
                                       {"b", games(2), ""},
                                       {"", "",
                                        "the directory of the zip archive is damaged: it lists 2 "
                                        "files, but its end record says 3, "
                                        "in or after b"}}));
}

/// A zip on a disk that cannot be read from some place on, however often that is tried.
class ZipOnABadDisk final : public ByteStream {
 public:
  ZipOnABadDisk(std::string bytes, std::uint64_t good_bytes)
      : bytes_(std::move(bytes)), good_bytes_(good_bytes) {}
  std::size_t read(std::span<char> buffer) override {
    if (offset_ >= good_bytes_) throw StreamDamage("reading fails", DamageCause::read_error);
    const auto room = std::min<std::uint64_t>(buffer.size(), good_bytes_ - offset_);
    const std::size_t got = bytes_.copy(buffer.data(), room, offset_);
    offset_ += got;
    return got;
  }
  [[nodiscard]] bool can_seek() const override { return true; }
  void seek(std::uint64_t offset_bytes) override { offset_ = offset_bytes; }
  [[nodiscard]] std::uint64_t size_bytes() const override { return bytes_.size(); }

 private:
  std::string bytes_;
  std::uint64_t good_bytes_;
  std::uint64_t offset_ = 0;
};

TEST(ZipTest, WhereverADiskFailsTheReadingEnds) {
  Files files;
  for (int i = 0; i < 3; ++i) files.push_back({std::to_string(i), games(2, i)});
  const std::string zip = pack(Packer::zip, files);
  for (std::uint64_t good_bytes = 0; good_bytes < zip.size(); good_bytes += 7) {
    SourceReader reader({"test"}, std::make_unique<ZipOnABadDisk>(zip, good_bytes), {});
    std::size_t members = 0;
    bool failed = false;
    while (members <= files.size() + 1 && reader.next_member()) {
      failed = !read_member(reader).damage.empty() || failed;
      ++members;
    }
    EXPECT_LE(members, files.size() + 1) << good_bytes;
    EXPECT_TRUE(failed) << good_bytes;
  }
}

TEST(ZipTest, AWrongChecksumIsNoticed) {
  std::string zip = pack(Packer::stored_zip, {{"a", games(2, 1)}, {"b", games(2, 2)}});
  const std::size_t at = zip.find(games(2, 1)) + 40;
  zip[at] = static_cast<char>(zip[at] ^ 1);
  const auto members = read_source(zip);
  ASSERT_EQ(members.size(), 2U);
  EXPECT_EQ(without_reason(members[0]), "the zip archive is damaged");
  EXPECT_EQ(members[1], (ReadMember{"b", games(2, 2), ""}));
  // By local headers the end of a stored member is where its checksum fits: nowhere.
  const auto streamed = read_pipe(zip);
  ASSERT_EQ(streamed.size(), 1U);
  EXPECT_EQ(without_reason(streamed[0]), "the zip archive is damaged");
}

TEST(ZipTest, HowAPipeDripsDoesNotDecideWhatADamagedMemberGives) {
  std::string zip = pack(Packer::stored_zip, {{"a", games(100, 1)}, {"b", games(100, 2)}});
  zip[5000] = static_cast<char>(zip[5000] ^ 1);
  const auto streamed = read_pipe(zip);
  EXPECT_FALSE(streamed.front().bytes.empty());
  EXPECT_EQ(read_source<DrippingPipe>(zip), streamed);
}

TEST(ZipTest, AnEncryptedMemberSaysSo) {
  const std::string zip = pack(Packer::encrypted_zip, {{"a", games(2, 1)}, {"b", games(2, 2)}});
  EXPECT_EQ(read_source(zip),
            (Members{{"a", "", "the member is encrypted"}, {"b", "", "the member is encrypted"}}));
}

TEST(SevenZipTest, FromAPipeItIsRefused) {
  EXPECT_EQ(read_pipe(pack(Packer::seven_zip, {{"a", games(2)}})),
            (Members{{"", "", "a 7z archive cannot be read from a pipe; give it as a file"}}));
}

TEST(SevenZipTest, ACutOneIsDamaged) {
  std::string file = pack(Packer::seven_zip, {{"a", games(50)}});
  file.resize(file.size() / 2);
  const auto members = read_source(file);
  ASSERT_EQ(members.size(), 1U);
  EXPECT_FALSE(members[0].damage.empty());
}

}  // namespace
}  // namespace ludex::test
