#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LUDEX_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define LUDEX_SANITIZED 1
#endif
#endif

namespace ludex::test {

/// How many questions a test asks, or how many games or seeds it takes: with sanitizers, which look
/// at each step and are ten times slower, a tenth. The suite without them takes them all.
[[nodiscard]] constexpr int many(int questions) {
#ifdef LUDEX_SANITIZED
  return questions < 10 ? 1 : questions / 10;
#else
  return questions;
#endif
}

}  // namespace ludex::test
