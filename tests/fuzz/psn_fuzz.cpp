// PSN: splits, parses and replays any bytes; the games become JKF.
#include "formats/jkf/jkf.hpp"
#include "formats/psn/psn.hpp"
#include "support/shogi_fuzz.hpp"

#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const ludex::ShogiGame& game :
       ludex::test::fuzz_shogi(ludex::Format::psn, ludex::parse_psn, text)) {
    ludex::test::check_written(game, ludex::Format::jkf, ludex::parse_jkf);
  }
  return 0;
}
