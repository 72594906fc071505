// Any bytes as a text, as a block of packed text, and as the parts of which such a block is made:
// moves, text outside of them, and the list of runs in a sound frame. A text comes back; a block is
// refused, or gives as much text as it is said to hold, which comes back as well.
#include "store/packed_text.hpp"

#include "core/little_endian.hpp"

#include "fuzz_input.hpp"

#include <zstd.h>

#include <cstdint>
#include <string>
#include <string_view>

using namespace ludex;
using fuzz::FuzzInput;
using fuzz::require;

namespace {

void check_text(std::string_view text) {
  TextPacker packer;
  TextUnpacker unpacker;
  std::string packed, again;
  packer.pack(text, packed);
  require(text.empty() == packed.empty());
  if (text.empty()) return;
  require(unpacker.unpack(packed, text.size(), again) && again == text);
  require(!unpacker.unpack(packed, text.size() + 1, again));
  require(!unpacker.unpack(packed, text.size() - 1, again) || text.size() == 1);
}

void check_block(std::string_view packed, std::size_t bytes) {
  std::string text;
  if (!TextUnpacker().unpack(packed, bytes, text)) return;
  require(text.size() == bytes);
  check_text(text);
}

std::string frame_of(const std::string& rest) {
  std::string frame(ZSTD_compressBound(rest.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), rest.data(), rest.size(), 1));
  return frame;
}

void check_parts(FuzzInput& input) {
  const auto moves = static_cast<std::uint32_t>(input.number(2));
  const std::size_t wrong = input.byte() < 0xF0 ? 0 : input.byte();
  const std::string literals(input.take(input.byte()));
  const std::string runs(input.take(input.byte()));
  std::string block(kMovesApartHeader, '\0');
  block[0] = kMovesApart;
  store_little(block.data() + 4, moves);
  store_little(block.data() + 8, static_cast<std::uint32_t>(literals.size()));
  store_little(block.data() + 12, static_cast<std::uint32_t>(runs.size()));
  std::string packed_moves(input.rest());
  packed_moves.resize((std::size_t{moves} * 9 + 7) / 8);
  check_block(block + packed_moves + frame_of(literals + runs),
              literals.size() + std::size_t{moves} * 6 + wrong);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  switch (input.below(3)) {
    case 0:
      check_text(input.rest());
      break;
    case 1: {
      const auto bytes = static_cast<std::size_t>(input.number(3));
      check_block(input.rest(), bytes);
      break;
    }
    default:
      check_parts(input);
  }
  return 0;
}
