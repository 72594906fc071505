#include "support/heap.hpp"

#include "support/sanitized.hpp"

#include <malloc.h>

#ifdef LUDEX_SANITIZED
// <sanitizer/allocator_interface.h> has it, which Debian's GCC comes without.
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();  // NOLINT
#endif

namespace ludex::test {

std::size_t heap_bytes_in_use() {
#ifdef LUDEX_SANITIZED
  return __sanitizer_get_current_allocated_bytes();
#else
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#endif
}

}  // namespace ludex::test
