#pragma once

#include "source/byte_stream.hpp"
#include "source/content_type.hpp"
#include "source/expansion_limit.hpp"

#include <cstdint>
#include <memory>

namespace ludex {

/// Decompresses `stream`, which is_codec(type). Throws StreamDamage at the end of what could be
/// decoded, if that is not the clean end of the data. `limit` must outlive the result.
[[nodiscard]] std::unique_ptr<ByteStream> decode(ContentType type,
                                                 std::unique_ptr<ByteStream> stream,
                                                 std::uint64_t memory_bytes, ExpansionLimit& limit);

}  // namespace ludex
