#pragma once

#include "source/byte_stream.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace ludex {

/// The type of a stream by its first bytes.
enum class ContentType : std::uint8_t { plain, gzip, bzip2, xz, zstd, tar, zip, seven_zip };

/// The number of bytes that content_type_of() needs: one block of a tar.
inline constexpr std::size_t kContentHeadBytes = 512;

/// A tar without members is the two blocks of zeros that end every tar, padded by most programs to
/// a record of twenty.
inline constexpr std::size_t kLargestEmptyTarBytes = 20 * kContentHeadBytes;

/// True if the bytes of a stream's head may be the beginning of an empty tar.
[[nodiscard]] bool is_zeros(std::span<const char> head);

/// \param head the first kContentHeadBytes of the stream, fewer only if it is shorter. If these
///             are zeros, one byte more than kLargestEmptyTarBytes.
/// Strict, so that no record is taken for an archive: a tar must have the right checksum.
[[nodiscard]] ContentType content_type_of(std::span<const char> head);

[[nodiscard]] constexpr bool is_codec(ContentType type) {
  return type >= ContentType::gzip && type <= ContentType::zstd;
}
[[nodiscard]] constexpr bool is_archive(ContentType type) { return type >= ContentType::tar; }

/// Decompresses `stream`, which is_codec(type). Throws StreamDamage at the end of what could be
/// decoded, if that is not the clean end of the data. `limit` must outlive the result.
[[nodiscard]] std::unique_ptr<ByteStream> decode(ContentType type,
                                                 std::unique_ptr<ByteStream> stream,
                                                 std::uint64_t memory_bytes, ExpansionLimit& limit);

}  // namespace ludex
