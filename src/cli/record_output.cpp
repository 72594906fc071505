#include "cli/record_output.hpp"

#include <string_view>

namespace ludex::cli {

void write_record(RecordTexts& texts, RecordId record, ByteOutput& output) {
  char last = '\n';
  texts.for_each_piece(record, [&](std::string_view piece) {
    if (piece.empty()) return;
    output.write(piece);
    last = piece.back();
  });
  if (last != '\n') output.write("\n");
}

}  // namespace ludex::cli
