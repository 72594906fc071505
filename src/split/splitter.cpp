#include "ludex/split/splitter.hpp"

#include "ludex/split/csa_splitter.hpp"
#include "ludex/split/sgf_splitter.hpp"

namespace ludex {
namespace {

constexpr std::size_t kMaxRecordBytes = 16 * 1024 * 1024;

}  // namespace

std::unique_ptr<Splitter> make_splitter(Format format, std::uint64_t start_offset_bytes,
                                        std::string_view head) {
  switch (format) {
    case Format::sgf:
      return std::make_unique<SgfSplitter>(start_offset_bytes);
    case Format::csa:
      return std::make_unique<CsaSplitter>(start_offset_bytes, kMaxRecordBytes, head);
  }
  return nullptr;
}

}  // namespace ludex
