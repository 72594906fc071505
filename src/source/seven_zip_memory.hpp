#pragma once

#include "source/byte_stream.hpp"

#include <cstdint>

namespace ludex {

/// The memory that unpacking a 7z archive takes, by its header: the windows of one folder's coders,
/// at most the folder's unpacked size, for the folder that needs most; and the header itself.
/// libarchive allocates whatever an archive asks for, up to 4 GiB, so the limit is checked first.
/// \param archive         its position is changed. \pre can_seek()
/// \param most_bytes      a packed header that is longer, or needs more memory, is not unpacked.
/// \returns               more than `most_bytes` also if the header alone needs more.
/// \throws StreamDamage   if the header is cut, or packed in a way that no program writes.
/// Source: 7zFormat.txt of the LZMA SDK.
[[nodiscard]] std::uint64_t seven_zip_memory_bytes(ByteStream& archive, std::uint64_t most_bytes);

}  // namespace ludex
