#pragma once

#include "source/byte_stream.hpp"

#include <cstdint>

namespace ludex {

/// What unpacking a 7z archive takes, by its header: the largest sum of the windows of one folder's
/// coders, but no more than the folder unpacks to, and the header itself. libarchive allocates what
/// an archive asks for, up to 4 GiB, so this is asked before.
/// \param archive         stands anywhere; stands somewhere else afterwards. \pre can_seek()
/// \param most_bytes      a packed header is not unpacked where it is longer or takes more.
/// \returns               more than `most_bytes` also where the header takes too much.
/// \throws StreamDamage   where it cannot be told: the header is cut, or packed in a way that no
///                        program writes.
/// Source: 7zFormat.txt of the LZMA SDK.
[[nodiscard]] std::uint64_t seven_zip_memory_bytes(ByteStream& archive, std::uint64_t most_bytes);

}  // namespace ludex
