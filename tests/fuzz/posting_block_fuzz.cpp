// Any bytes as a block: with the checksum they came with, and with one that fits.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "index/posting_block.hpp"

namespace {

void decode(std::string_view bytes) {
  std::vector<ludex::Posting> postings;
  const auto fault = ludex::decode_block(bytes, postings);
  if (fault == ludex::BlockFault::none && postings.empty()) std::abort();
  for (const auto& posting : postings) {
    if (posting.key >> ludex::kMaxFieldBits != 0) std::abort();
  }
  for (std::size_t i = 1; i < postings.size(); ++i) {
    if (!(postings[i - 1] < postings[i])) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  decode(bytes);
  if (size < ludex::kBlockHeaderBytes) return 0;
  bytes[0] = static_cast<char>(ludex::kBlockFormat);
  const auto head = XXH64(bytes.data(), 24, 0);
  const std::uint64_t checksum =
      XXH64(bytes.data() + ludex::kBlockHeaderBytes, size - ludex::kBlockHeaderBytes, head);
  std::memcpy(bytes.data() + 24, &checksum, sizeof checksum);
  decode(bytes);
  return 0;
}
