#include "formats/record_reader.hpp"

#include "formats/cgp/cgp_record_reader.hpp"
#include "formats/csa/csa_record_reader.hpp"
#include "formats/gcg/gcg_record_reader.hpp"
#include "formats/sgf/sgf_record_reader.hpp"

namespace ludex {

std::unique_ptr<RecordReader> make_record_reader(Format format, const ReadOptions& options) {
  switch (format) {
    case Format::sgf:
      return std::make_unique<SgfRecordReader>(options);
    case Format::csa:
      return std::make_unique<CsaRecordReader>(options);
    case Format::cgp:
      return std::make_unique<CgpRecordReader>();
    case Format::gcg:
      return std::make_unique<GcgRecordReader>(options);
  }
  return nullptr;
}

}  // namespace ludex
