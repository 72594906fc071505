#include "engine/sqlite/export/record_output.hpp"

#include "formats/record_stream.hpp"

#include <algorithm>
#include <string>

namespace ludex {

void give_record(RecordTexts& texts, RecordId record,
                 const std::function<void(std::string_view)>& give) {
  const std::string end_of_line = in_form("\n", texts.form(record));
  std::string end;  // of what was written, as long as a line feed
  texts.for_each_piece(record, [&](std::string_view piece) {
    give(piece);
    end += piece.substr(piece.size() - std::min(piece.size(), end_of_line.size()));
    end.erase(0, end.size() - std::min(end.size(), end_of_line.size()));
  });
  if (!end.empty() && end != end_of_line) give(end_of_line);
}

void append_record(RecordTexts& texts, RecordId record, std::string& text) {
  const std::size_t begin = text.size();
  texts.for_each_piece(record, [&](std::string_view piece) { text += piece; });
  const std::string end_of_line = in_form("\n", texts.form(record));
  const bool is_empty = text.size() == begin;
  if (!is_empty && !std::string_view(text).substr(begin).ends_with(end_of_line))
    text += end_of_line;
}

}  // namespace ludex
