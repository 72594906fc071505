#include "support/heap.hpp"

#include <malloc.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LUDEX_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define LUDEX_SANITIZED 1
#endif
#endif

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
