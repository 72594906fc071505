#pragma once

#include "formats/splitter.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ludex {

struct FormatTraits;

/// Reads the files that a file of this format needs beside it: of each ending the one in the same
/// folder whose name begins most like the file's own. Packed ones too. Files that cannot be read,
/// or hold more than 64 MiB, are left out.
[[nodiscard]] std::vector<Companion> read_companions(const std::string& path,
                                                     const FormatTraits& format);

/// What tells these files from others, without spaces: their names, sizes and hashes. Empty where
/// the file's name, or `format` if that is not empty, names no format that needs any.
[[nodiscard]] std::string companions_print(const std::string& path, std::string_view format);

}  // namespace ludex
