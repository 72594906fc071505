#include "web/token.hpp"

#include "ludex/error.hpp"
#include "web/http/text.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>

namespace ludex::web {
namespace {

constexpr std::size_t kRandomBytes = 32;
constexpr std::size_t kMinCharacters = 32;
constexpr std::size_t kMaxCharacters = 256;

[[noreturn]] void refuse(const std::filesystem::path& path, int error) {
  throw Error(fmt::format("{}: {}", path.native(), std::generic_category().message(error)));
}

std::string random_token() {
  std::array<unsigned char, kRandomBytes> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw Error("the system has no random numbers for a token");
  }
  std::string text;
  for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

/// \returns false if the file is there already.
bool make_file(const std::filesystem::path& path, const std::string& token) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0 && errno == EEXIST) return false;
  if (file < 0) refuse(path, errno);
  const std::string line = token + '\n';
  const bool written = ::write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size());
  const int error = errno;
  if (::close(file) != 0 || !written) {
    ::unlink(path.c_str());
    refuse(path, written ? errno : error);
  }
  return true;
}

bool is_token(std::string_view text) {
  return text.size() >= kMinCharacters && text.size() <= kMaxCharacters &&
         std::ranges::all_of(text, [](char c) {
           return is_ascii_alphanumeric(c) ||
                  std::string_view("-._~").find(c) != std::string_view::npos;
         });
}

std::string first_line(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse(path, errno);
  std::string text(kMaxCharacters + 2, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  text.resize(std::min(text.find_first_of("\r\n"), text.size()));
  return std::string(trimmed(text));
}

}  // namespace

Token read_or_make_token(const std::filesystem::path& path) {
  Token token{random_token(), true, false};
  if (make_file(path, token.text)) return token;
  token = {first_line(path), false, false};
  if (!is_token(token.text)) {
    throw Error(
        fmt::format("{}: no token: {} to {} letters, digits or -._~ in its first line; remove it "
                    "to have one made",
                    path.native(), kMinCharacters, kMaxCharacters));
  }
  struct stat status {};
  token.is_readable_by_all =
      ::stat(path.c_str(), &status) == 0 && (status.st_mode & (S_IRGRP | S_IROTH)) != 0;
  return token;
}

bool is_same_secret(std::string_view given, std::string_view secret) {
  if (given.size() != secret.size() || secret.empty()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < secret.size(); ++i) {
    difference |= static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(secret[i]);
  }
  return difference == 0;
}

}  // namespace ludex::web
