#include "ludex/libraries.hpp"

#include "core/icu_functions.hpp"
#include "ludex/archive.hpp"
#include "ludex/error.hpp"
#include "source/libarchive_functions.hpp"
#include "store/sql/sqlite_file.hpp"

#include <bzlib.h>
#include <fmt/format.h>
#include <lzma.h>
#include <tbb/version.h>
#include <utf8proc.h>
#include <xxhash.h>
#include <zlib.h>
#include <zstd.h>
#include <boost/version.hpp>
#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace ludex {
namespace {

/// "10701" as 1.7.1, where each number has two digits.
std::string dotted(unsigned number) {
  return fmt::format("{}.{}.{}", number / 10'000, number / 100 % 100, number % 100);
}

/// Without the date after it: bzip2 says "1.0.8, 13-Jul-2019".
std::string first_word(std::string_view text) {
  return std::string(text.substr(0, text.find_first_of(", ")));
}

std::string libarchive_version() {
  return first_word(std::string_view(libarchive().archive_version_string()).substr(11));
}

std::string icu_version() {
  UVersionInfo version;
  icu().u_getVersion(version);
  return fmt::format("{}.{}", version[0], version[1]);
}

/// Of a library that is loaded when it is needed.
std::string version_if_there(std::string (*version)()) {
  try {
    return version();
  } catch (const Error&) {
    return "missing";
  }
}

std::string boost_version() {
  std::string version = BOOST_LIB_VERSION;  // "1_74"
  return version.replace(version.find('_'), 1, ".");
}

}  // namespace

std::vector<LibraryVersion> library_versions() {
  return {
      {"SQLite", std::string(sqlite_version())},
      {"SQLiteCpp", sqlitecpp_version()},
      {"libarchive", version_if_there(libarchive_version)},
      {"zlib", zlibVersion()},
      {"bzip2", first_word(BZ2_bzlibVersion())},
      {"liblzma", lzma_version_string()},
      {"zstd", ZSTD_versionString()},
      {"xxHash", dotted(XXH_versionNumber())},
      {"ICU", version_if_there(icu_version)},
      {"utf8proc", utf8proc_version()},
      {"oneTBB", TBB_runtime_version()},
      {"Boost", boost_version()},
      {"fmt", dotted(FMT_VERSION)},
      {"nlohmann-json", fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR,
                                    NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH)},
  };
}

}  // namespace ludex
