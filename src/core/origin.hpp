#pragma once

#include <cstdint>
#include <string>

namespace ludex {

/// Where a record was found: `path!member:offset`. Offset and length count bytes of the
/// decompressed member (of the file, where it is not an archive).
struct Origin {
  std::string source;
  std::string member;  ///< empty for a plain or compressed file; "a.tar!b.sgf" two deep
  std::uint64_t offset_bytes = 0;
  std::uint64_t length_bytes = 0;
};

[[nodiscard]] std::string to_text(const Origin& origin);

}  // namespace ludex
