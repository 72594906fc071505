#include "engine/sqlite/export/record_join.hpp"

#include "formats/charset/charset.hpp"
#include "formats/splitter.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ludex {

namespace {

/// Where records start.
class RecordStarts final : public RecordSink {
 public:
  void record(const FoundRecord& found) override { offsets_.push_back(found.offset_bytes); }
  void oversize_piece(std::string_view, std::uint64_t record_offset_bytes, bool last) override {
    if (last) offsets_.push_back(record_offset_bytes);
  }
  void junk(std::uint64_t, std::uint64_t) override {}

  [[nodiscard]] bool are(std::uint64_t first, std::uint64_t second) const {
    return offsets_.size() >= 2 && offsets_[0] == first && offsets_[1] == second;
  }

 private:
  std::vector<std::uint64_t> offsets_;
};

bool are_found(Format format, const StreamRecord& first, std::string_view gap,
               const StreamRecord& second) {
  const std::string_view head = stream_head(format, first.form);
  const auto splitter = make_splitter(format, {.start_offset_bytes = head.size()}, head);
  RecordStarts starts;
  for (const std::string_view piece : {first.text, gap, second.text}) splitter->feed(piece, starts);
  splitter->finish(starts);
  return starts.are(head.size(), head.size() + first.text.size() + gap.size());
}

/// Bytes that are no character of UTF-8 become U+FFFD, control characters blanks.
std::string readable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const bool is_control = static_cast<unsigned char>(text.front()) < ' ' || text.front() == 0x7F;
    std::size_t size = 1;
    while (size < 4 && size < text.size() && !is_utf8(text.substr(0, size))) ++size;
    const bool is_text = is_utf8(text.substr(0, size));
    out += is_control ? " " : is_text ? text.substr(0, size) : "\uFFFD";
    text.remove_prefix(is_text ? size : 1);
  }
  return out;
}

/// Of the first line, for messages.
std::string start_of(const StreamRecord& record) {
  constexpr std::size_t kShownBytes = 60;
  std::string copy;
  std::string_view text = record.text;
  if (is_wide(record.form)) {
    const bool big_endian = record.form == TextForm::utf16be;
    append_utf8(big_endian ? Charset::utf16be : Charset::utf16le, text.substr(0, 2 * kShownBytes),
                copy);
    text = copy;
  }
  return readable(text.substr(0, std::min(text.find_first_of("\r\n"), kShownBytes)));
}

std::string no_gap(const StreamRecord& record, const StreamRecord& before) {
  return fmt::format(
      "no reader would find where one record ends and the next begins: {} ... and {} ...; write "
      "them anew with `format`, or a file of each with `split` 1",
      start_of(before), start_of(record));
}

}  // namespace

std::string in_form(std::string_view ascii, TextForm form) {
  std::string text;
  for (const char c : ascii) {
    if (form == TextForm::utf16be) text += '\0';
    text += c;
    if (form == TextForm::utf16le) text += '\0';
  }
  return text;
}

std::string_view stream_head(Format format, TextForm form) {
  if (!is_wide(form) || format == Format::sgf) return {};
  return mark_of(form);
}

std::optional<std::string> record_gap(Format format, const StreamRecord& first,
                                      const StreamRecord& second) {
  if (format == Format::csa) return in_form("/\n", second.form);
  const std::string separator{kRecordSeparator, '\n'};
  for (const std::string& gap :
       {std::string(), in_form("\n", TextForm::bytes), in_form(separator, first.form)}) {
    if (are_found(format, first, gap, second)) return gap;
  }
  return std::nullopt;
}

void append_to_stream(Format format, const StreamRecord& record, bool is_unclosed,
                      ExportFile& file) {
  const bool wide = is_wide(record.form);
  if (!file.begun) {
    file.text += stream_head(format, record.form);
  } else if (format == Format::csa || file.open || wide) {
    const StreamRecord before = file.open ? StreamRecord{file.open->text, file.open->form}
                                          : StreamRecord{"(;)\n", TextForm::bytes};
    const auto gap = record_gap(format, before, record);
    if (!gap) throw Error(no_gap(record, before));
    file.text += *gap;
  }
  file.text += record.text;
  file.open.reset();
  const bool may_run_on = format == Format::sgf ? is_unclosed || wide : format == Format::gcg;
  if (may_run_on) file.open = OpenRecord{std::string(record.text), record.form};
}

}  // namespace ludex
