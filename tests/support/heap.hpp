#pragma once

#include <cstddef>

namespace ludex::test {

/// Bytes that the program has allocated and not given back. Unlike resident memory it is exact: not
/// what the allocator or a sanitizer keeps of freed memory, nor what the machine does besides.
[[nodiscard]] std::size_t heap_bytes_in_use();

}  // namespace ludex::test
