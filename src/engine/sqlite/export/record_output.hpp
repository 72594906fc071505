#pragma once

#include "ludex/types.hpp"
#include "store/record_texts.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace ludex {

/// Gives the text of a record, byte for byte as found; a line feed follows if it does not end in
/// one. Memory: one block of text.
void give_record(RecordTexts& texts, RecordId record,
                 const std::function<void(std::string_view)>& give);

/// Appends it to `text` instead. Memory: the record.
void append_record(RecordTexts& texts, RecordId record, std::string& text);

}  // namespace ludex
