// JKF: splits, parses and replays any bytes; what is written reads back the same.
#include "formats/jkf/jkf.hpp"
#include "formats/kif/kif.hpp"
#include "support/shogi_fuzz.hpp"

#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const ludex::ShogiGame& game :
       ludex::test::fuzz_shogi(ludex::Format::jkf, ludex::parse_jkf, text)) {
    ludex::test::check_written(game, ludex::Format::jkf, ludex::parse_jkf);
    ludex::test::check_written(game, ludex::Format::kif, ludex::parse_kif);
  }
  return 0;
}
