#include "ludex/split/splitter.hpp"

#include "ludex/split/sgf_splitter.hpp"

namespace ludex {

std::unique_ptr<Splitter> make_splitter(Format format, std::uint64_t start_offset_bytes,
                                        std::string_view /*head*/) {
  switch (format) {
    case Format::sgf:
      break;
  }
  return std::make_unique<SgfSplitter>(start_offset_bytes);
}

}  // namespace ludex
