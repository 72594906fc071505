// Bytes as a source that can seek, and as a pipe: no crash, no endless reading, and the same text
// whatever the size of reads.
#include "source/byte_stream.hpp"
#include "source/source_reader.hpp"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

class Pipe final : public ludex::ByteStream {
 public:
  explicit Pipe(std::string bytes) : bytes_(std::move(bytes)) {}
  std::size_t read(std::span<char> buffer) override { return bytes_.read(buffer); }

 private:
  ludex::MemoryStream bytes_;
};

constexpr std::size_t kMostBytes = 1 << 20;  // enough to cover large expansions

template <typename Stream>
std::string read_all(const std::string& bytes, std::size_t buffer_bytes) {
  ludex::SourceReader reader({"fuzz"}, std::make_unique<Stream>(bytes),
                             {.memory_bytes = 16 << 20, .max_expansion = 100});
  std::vector<char> buffer(buffer_bytes);
  std::string all;
  while (all.size() < kMostBytes && reader.next_member()) {
    all += reader.member() + '\n';
    try {
      while (all.size() < kMostBytes) {
        const std::size_t got = reader.read(buffer);
        if (got == 0) break;
        all.append(buffer.data(), got);
      }
    } catch (const ludex::SourceDamage& damage) {
      all += damage.reason();
    }
  }
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const std::string whole = read_all<ludex::MemoryStream>(bytes, 64 * 1024);
  if (whole.size() < kMostBytes && whole != read_all<ludex::MemoryStream>(bytes, 7)) std::abort();
  (void)read_all<Pipe>(bytes, 4096);
  return 0;
}
