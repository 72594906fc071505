#include "cli/byte_output.hpp"

#include <gtest/gtest.h>
#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/filter/bzip2.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filter/zstd.hpp>
#include <boost/iostreams/filtering_stream.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace ludex::cli {
namespace {

namespace io = boost::iostreams;

std::string file_name(const std::string& ending) {
  return (std::filesystem::path(testing::TempDir()) / ("byte_output_test" + ending)).string();
}

std::string unpacked(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  io::filtering_istream in;
  if (path.ends_with(".gz")) in.push(io::gzip_decompressor());
  if (path.ends_with(".bz2")) in.push(io::bzip2_decompressor());
  if (path.ends_with(".xz")) in.push(io::lzma_decompressor());
  if (path.ends_with(".zst")) in.push(io::zstd_decompressor());
  in.push(file);
  std::ostringstream text;
  io::copy(in, text);
  return text.str();
}

TEST(ByteOutput, GivesBackWhatWasWrittenInEveryPacking) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += std::to_string(i) + '\n';
  for (const char* ending : {".sgf", ".gz", ".bz2", ".xz", ".zst"}) {
    const std::string path = file_name(ending);
    ByteOutput output(path);
    output.write(std::string_view(text).substr(0, 10));
    output.write(std::string_view(text).substr(10));
    output.close();
    EXPECT_EQ(unpacked(path), text) << ending;
    std::filesystem::remove(path);
  }
}

TEST(ByteOutput, NoticesAFullDisk) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  ByteOutput output("/dev/full");
  output.write("x");
  try {
    output.close();
    FAIL() << "a full disk went unnoticed";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "/dev/full: cannot write: No space left on device");
  }
}

TEST(ByteOutput, NoticesAFullDiskBehindAPacker) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  const std::string link = file_name("_full.gz");
  std::filesystem::remove(link);
  std::filesystem::create_symlink("/dev/full", link);
  ByteOutput output(link);
  output.write("x");
  EXPECT_THROW(output.close(), Error);
  std::filesystem::remove(link);
}

TEST(ByteOutput, NamesAFileThatCannotBeWritten) {
  try {
    ByteOutput output("/nowhere/at/all.sgf");
    FAIL() << "a missing folder went unnoticed";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "/nowhere/at/all.sgf: cannot be written: No such file or directory");
  }
}

}  // namespace
}  // namespace ludex::cli
