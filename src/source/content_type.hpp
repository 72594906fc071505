#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ludex {

/// What the first bytes of a stream say it is.
enum class ContentType : std::uint8_t { plain, gzip, bzip2, xz, zstd, tar, zip, seven_zip };

/// Bytes that content_type_of() wants to see: one block of a tar.
inline constexpr std::size_t kContentHeadBytes = 512;

/// \param head the first kContentHeadBytes of the stream, fewer only if it is shorter.
/// Strict enough that no text of a game is taken for an archive: a tar must have a right checksum.
[[nodiscard]] ContentType content_type_of(std::span<const char> head);

[[nodiscard]] constexpr bool is_codec(ContentType type) {
  return type >= ContentType::gzip && type <= ContentType::zstd;
}
[[nodiscard]] constexpr bool is_archive(ContentType type) { return type >= ContentType::tar; }

}  // namespace ludex
