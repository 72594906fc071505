#include "core/ascii.hpp"
#include "formats/format_room.hpp"
#include "formats/text_lines.hpp"

#include <cstddef>
#include <vector>

namespace ludex {
namespace {

/// Where records begin and end.
class RecordPlaces final : public RecordSink {
 public:
  struct Place {
    std::uint64_t begin = 0, end = 0;
  };

  void record(const FoundRecord& found) override {
    places_.push_back({found.offset_bytes, found.offset_bytes + found.text.size()});
  }
  void oversize_piece(std::string_view piece, std::uint64_t record_offset_bytes,
                      bool last) override {
    piece_bytes_ += piece.size();
    if (!last) return;
    places_.push_back({record_offset_bytes, record_offset_bytes + piece_bytes_});
    piece_bytes_ = 0;
  }
  void junk(std::uint64_t, std::uint64_t) override {}

  /// True if the first record begins at `first` and ends at `first_end` or later, and the second
  /// one begins at `second`.
  [[nodiscard]] bool are(std::uint64_t first, std::uint64_t first_end, std::uint64_t second) const {
    return places_.size() >= 2 && places_[0].begin == first && places_[0].end >= first_end &&
           places_[1].begin == second;
  }

 private:
  std::vector<Place> places_;
  std::uint64_t piece_bytes_ = 0;
};

/// The length of a record without the blanks at its end.
std::size_t length_of(const StreamRecord& record) {
  const TextWindow text(record.text, record.form);
  return text.without_trailing_blanks(text.size()) * text.width_bytes();
}

bool are_found(Format format, const StreamRecord& first, std::string_view gap,
               const StreamRecord& second) {
  const std::string_view head = stream_head(format, first.form);
  const auto splitter = make_splitter(format, {.start_offset_bytes = head.size()}, head);
  RecordPlaces places;
  for (const std::string_view piece : {first.text, gap, second.text}) splitter->feed(piece, places);
  splitter->finish(places);
  return places.are(head.size(), head.size() + length_of(first),
                    head.size() + first.text.size() + gap.size());
}

}  // namespace

int RowValues::year() const {
  return find_number<int>(std::string_view(date).substr(0, 4)).value_or(0);
}

std::string_view RowValues::property(std::string_view ident) const {
  for (const auto& [name, value] : properties) {
    if (name == ident) return value;
  }
  return {};
}

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
  return room_of(format).joining.needs_utf16_mark ? mark_of(form) : std::string_view{};
}

std::optional<std::string> record_gap(Format format, const StreamRecord& first,
                                      const StreamRecord& second) {
  const std::string_view own = room_of(format).joining.separator;
  if (!own.empty()) return in_form(own, second.form);
  const std::string separator{kRecordSeparator, '\n'};
  for (const std::string& gap :
       {std::string(), in_form("\n", TextForm::bytes), in_form(separator, first.form)}) {
    if (are_found(format, first, gap, second)) return gap;
  }
  return std::nullopt;
}

StreamRecord RecordStream::last() const {
  return open ? StreamRecord{open->text, open->form} : StreamRecord{"(;)\n", TextForm::bytes};
}

bool RecordStream::append(Format format, const StreamRecord& record, bool is_unclosed) {
  const Joining& joining = room_of(format).joining;
  const bool wide = is_wide(record.form);
  if (!begun) {
    text += stream_head(format, record.form);
    const bool looks_wide = is_wide(form_by_mark(record.text));
    if (looks_wide && !wide) text += '\n';  // else these bytes were its mark
  } else if (!joining.separator.empty() || open || wide) {
    const auto gap = record_gap(format, last(), record);
    if (!gap) return false;
    text += *gap;
  }
  text += record.text;
  open.reset();
  const bool may_run_on =
      joining.runs_on == RunsOn::unclosed ? is_unclosed || wide : joining.runs_on == RunsOn::always;
  if (may_run_on) open = Open{std::string(record.text), record.form};
  return true;
}

}  // namespace ludex
