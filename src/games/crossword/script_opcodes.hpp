#pragma once

#include "formats/cgp/cgp.hpp"
#include "games/crossword/script_bytes.hpp"

namespace ludex::crossword {

void write_opcodes(const CgpOpcodes& opcodes, ByteWriter& out);
[[nodiscard]] CgpOpcodes read_opcodes(ByteReader& in);

}  // namespace ludex::crossword
