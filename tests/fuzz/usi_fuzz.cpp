// USI and USEN: splits, parses and replays any bytes; what is written reads back.
#include "formats/jkf/jkf.hpp"
#include "formats/usi/usi.hpp"
#include "support/shogi_fuzz.hpp"

#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const ludex::ShogiGame& game :
       ludex::test::fuzz_shogi(ludex::Format::usi, ludex::parse_usi, text)) {
    ludex::test::check_written(game, ludex::Format::jkf, ludex::parse_jkf);
    std::string line;
    ludex::ShogiLosses losses;
    dynamic_cast<const ludex::ShogiOutput&>(ludex::room_of(ludex::Format::usi))
        .write_game(game, line, losses);
    ludex::ShogiGame read;
    ludex::test::expect_in_fuzz(!ludex::parse_usi(line, {}, read));
  }
  return 0;
}
