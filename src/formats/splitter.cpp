#include "formats/splitter.hpp"

#include "formats/cgp/cgp_splitter.hpp"
#include "formats/csa/csa_splitter.hpp"
#include "formats/gcg/gcg_splitter.hpp"
#include "formats/sgf/sgf_splitter.hpp"

namespace ludex {
std::unique_ptr<Splitter> make_splitter(Format format, const SplitOptions& options,
                                        std::string_view head) {
  switch (format) {
    case Format::sgf:
      return std::make_unique<SgfSplitter>(options.start_offset_bytes, options.max_record_bytes);
    case Format::csa:
      return std::make_unique<CsaSplitter>(options.start_offset_bytes, options.max_record_bytes,
                                           head);
    case Format::cgp:
      return std::make_unique<CgpSplitter>(options.start_offset_bytes, options.max_record_bytes);
    case Format::gcg:
      return std::make_unique<GcgSplitter>(options.start_offset_bytes, options.max_record_bytes,
                                           head);
  }
  return nullptr;
}

}  // namespace ludex
