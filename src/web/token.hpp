#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace ludex::web {

/// The contents of a token file.
struct Token {
  std::string text;
  bool is_new = false;              ///< the file was made now
  bool is_readable_by_all = false;  ///< by others than its owner
};

/// Reads the token of a file; makes the file, with 32 random bytes in hexadecimal, mode 0600, if
/// there is none. \throws Error if it cannot be read or made, or holds no token: 32 characters at
/// least, of those that a cookie and an address hold as they are (letters, digits, `-._~`).
[[nodiscard]] Token read_or_make_token(const std::filesystem::path& path);

/// Takes as long for equal texts as for others of that length. An empty text equals none.
[[nodiscard]] bool is_same_secret(std::string_view given, std::string_view secret);

}  // namespace ludex::web
