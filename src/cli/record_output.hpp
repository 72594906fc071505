#pragma once

#include "cli/byte_output.hpp"
#include "core/ids.hpp"
#include "store/record_texts.hpp"

#include <string>
#include <string_view>

namespace ludex::cli {

/// Prints the text of a record, byte for byte as found; a line feed follows if it does not end in
/// one. Memory: one block of text.
void write_record(RecordTexts& texts, RecordId record, ByteOutput& output);

/// Appends it to `text` instead. Memory: the record.
void append_record(RecordTexts& texts, RecordId record, std::string& text);

}  // namespace ludex::cli
