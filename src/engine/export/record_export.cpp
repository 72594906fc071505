#include "engine/export/record_export.hpp"

#include "formats/charset/charset.hpp"
#include "formats/format_room.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace ludex {
namespace {

/// "1 record", "1,234 records".
std::string counted(std::uint64_t count, std::string_view noun) {
  std::string digits = std::to_string(count);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return fmt::format("{} {}{}", digits, noun, count == 1 ? "" : "s");
}

/// Bytes that are not UTF-8 become U+FFFD, control characters become blanks.
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

/// The start of the first line, for messages.
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
      "in one file, a reader could not tell where one record ends and the next begins: {} ... and "
      "{} ...; convert them with `format`, or write each to its own file with `split` 1",
      start_of(before), start_of(record));
}

/// Appends a line feed if the text does not end in one; an empty text stays empty.
void end_line(TextForm form, std::string& text) {
  const std::string end = in_form("\n", form);
  if (!text.empty() && !text.ends_with(end)) text += end;
}

class OriginalExport {
 public:
  OriginalExport() {
    for (const Format format : all_formats()) {
      charsets_.push_back(room_of(format).make_stream_charsets());
    }
  }

  void append(RecordWalk& record, ExportFile& file) {
    text_ = record.text();
    const TextForm form = record.form();
    if (const FormatRoom& room = room_of(record.format()); !room.companions.empty()) {
      return room.append_binary(text_, record.row(), file);
    }
    end_line(form, text_);
    const auto& charsets = charsets_[static_cast<std::size_t>(record.format())];
    if (charsets && form == TextForm::bytes) {
      const Charset charset = is_utf8(text_) ? Charset::utf8 : record.charset();
      charsets->prepare(text_, charset_name(charset), file);
    }
    append_to_stream(record.format(), {text_, form}, record.flags().has(GameFlags::unclosed), file);
  }

  /// Reports records that would be read back differently.
  void report(ExportSink& sink) const {
    for (const Format format : all_formats()) {
      const auto& charsets = charsets_[static_cast<std::size_t>(format)];
      if (!charsets || charsets->misread() == 0) continue;
      sink.note(fmt::format(
          "{} of {} would be read back in a different charset; write UTF-8 with --format {}, or "
          "name the charset with index --charset",
          counted(charsets->misread(), "record"), format_title(format), format_name(format)));
    }
  }

 private:
  std::vector<std::unique_ptr<StreamCharsets>> charsets_;  // by format
  std::string text_;
};

/// Writes records in one format, in UTF-8: its own, and those that are converted to it. Reports
/// records of other formats, broken records, and what the writer could not express. Memory: one
/// record.
class RecordExport {
 public:
  RecordExport(const WrittenAs& how, ExportSink& sink)
      : sink_(sink), format_(how.format), binder_(room_of(how.format).make_binder()) {
    for (const Format from : all_formats()) {
      const FormatRoom& room = room_of(from);
      auto writer = from == how.format ? room.make_writer(how.version)
                                       : room.make_converter(how.format, how.version);
      is_utf8_only_.push_back(writer && !writer->write_in(how.charset));
      writers_.push_back(std::move(writer));
    }
  }

  /// Reads the record. \returns false if it is left out.
  bool read(RecordWalk& record) {
    const auto& writer = writers_[static_cast<std::size_t>(record.format())];
    if (!writer) {
      ++of_other_formats_;
      return false;
    }
    if (is_utf8_only_[static_cast<std::size_t>(record.format())]) {
      throw UsageError(fmt::format("`charset`: records of {} are written in UTF-8 only",
                                   format_title(record.format())));
    }
    const std::string text = record.text();
    const FormatRoom& room = room_of(record.format());
    const bool has_context = !room.companions.empty();
    row_ = has_context || binder_ ? record.row() : RowValues();
    const std::string context = has_context ? room.context_of(row_) : std::string();
    if (const auto problem =
            writer->write_with(context, text, record.form(), record.charset(), written_)) {
      if (writer->counts_refusals()) return false;
      sink_.note(
          fmt::format("record {} left out: {}", raw(record.id()), problem_name(problem->kind)));
      return false;
    }
    return !binder_ || binder_->takes(row_);
  }

  /// Appends the record that was read last.
  void append(ExportFile& file) const {
    if (binder_) return binder_->append(written_, row_, file);
    if (!file.begun) file.text += writers_[static_cast<std::size_t>(format_)]->file_head();
    append_to_stream(format_, {written_}, false, file);
  }

  /// Reports what was left out or lost. \returns the files that belong to those of the export
  [[nodiscard]] std::vector<BesideFile> finish() const {
    if (of_other_formats_ > 0) {
      sink_.note(fmt::format("{} left out: {} cannot be written as {}",
                             counted(static_cast<std::uint64_t>(of_other_formats_), "record"),
                             of_other_formats_ == 1 ? "it" : "they", format_title(format_)));
    }
    std::vector<WriterLoss> losses;
    for (const auto& writer : writers_) {
      if (writer) add_losses(writer->losses(), losses);
    }
    if (binder_) add_losses(binder_->losses(), losses);
    for (const WriterLoss& loss : losses) {
      sink_.note(fmt::format("{} {}", counted(loss.count, loss.noun), loss.what));
    }
    return binder_ ? binder_->beside() : std::vector<BesideFile>();
  }

 private:
  /// Writers of several formats may report the same loss.
  static void add_losses(std::vector<WriterLoss> some, std::vector<WriterLoss>& all) {
    for (WriterLoss& loss : some) {
      const auto same = std::ranges::find_if(all, [&](const WriterLoss& one) {
        return one.noun == loss.noun && one.what == loss.what;
      });
      same == all.end() ? all.push_back(std::move(loss)) : void(same->count += loss.count);
    }
  }

  ExportSink& sink_;
  Format format_;
  std::vector<std::unique_ptr<RecordWriter>> writers_;  // by the record's format; null: left out
  std::vector<bool> is_utf8_only_;                      // by the record's format
  std::unique_ptr<RecordBinder> binder_;                // null: records are text
  std::string written_;
  RowValues row_;  // of the record that was read last, as far as it is asked for
  std::int64_t of_other_formats_ = 0;
};

/// The number of records of each format, and their character widths.
struct StreamKinds {
  std::array<std::int64_t, kFormatCount> records{};
  std::array<bool, kFormatCount> narrow{}, wide{};
};

StreamKinds kinds_of(ExportedGames& games) {
  StreamKinds kinds;
  games.read_at_once([&] {
    const auto record = games.records();
    while (record->next()) {
      const auto at = static_cast<std::size_t>(record->format());
      const bool has_mark = !stream_head(record->format(), record->form()).empty();
      ++kinds.records[at];
      (has_mark ? kinds.wide : kinds.narrow)[at] = true;
    }
  });
  return kinds;
}

/// The formats in which at least some of these records can be written.
std::vector<std::string> formats_for(std::span<const Format> records) {
  std::vector<std::string> names;
  for (const Format to : all_formats()) {
    const bool is_goal = std::ranges::any_of(records, [&](Format from) {
      return from == to || room_of(from).make_converter(to, {}) != nullptr;
    });
    // Lists of names beside a file are nothing that others have asked for.
    const bool is_text = room_of(to).companions.empty();
    const bool is_asked = is_text || std::ranges::find(records, to) != records.end();
    if (is_goal && is_asked && room_of(to).output == Output::records) {
      names.emplace_back(format_name(to));
    }
  }
  return names;
}

}  // namespace

void append_to_stream(Format format, const StreamRecord& record, bool is_unclosed,
                      ExportFile& file) {
  if (!file.append(format, record, is_unclosed)) throw Error(no_gap(record, file.last()));
}

std::vector<BesideFile> export_records(ExportedGames& games, const WrittenAs& how,
                                       ExportFiles& files, ExportSink& sink) {
  RecordExport writer(how, sink);
  const std::string_view ending = room_of(how.format).endings.front().substr(1);
  const auto record = games.records();
  fill_in_turns(games, files, [&] {
    if (!record->next()) return false;
    if (writer.read(*record)) {
      files.write(record->games(), ending, [&](ExportFile& file) { writer.append(file); });
    }
    return true;
  });
  return writer.finish();
}

void export_originals(ExportedGames& games, ExportFiles& files, ExportSink& sink) {
  OriginalExport originals;
  const auto record = games.records();
  fill_in_turns(games, files, [&] {
    if (!record->next()) return false;
    const std::string_view ending = room_of(record->format()).endings.front().substr(1);
    files.write(record->games(), ending,
                [&](ExportFile& file) { originals.append(*record, file); });
    return true;
  });
  originals.report(sink);
}

void write_record(TextForm form,
                  const std::function<void(const std::function<void(std::string_view)>&)>& read,
                  const std::function<void(std::string_view)>& piece) {
  const std::string end_of_line = in_form("\n", form);
  std::string end;  // the last bytes given, as long as a line feed
  read([&](std::string_view text) {
    piece(text);
    end += text.substr(text.size() - std::min(text.size(), end_of_line.size()));
    end.erase(0, end.size() - std::min(end.size(), end_of_line.size()));
  });
  if (!end.empty() && end != end_of_line) piece(end_of_line);
}

void refuse_mixed_streams(ExportedGames& games, bool apart) {
  const StreamKinds kinds = kinds_of(games);
  std::vector<std::string> counts;
  std::vector<Format> formats;
  for (const Format format : all_formats()) {
    const auto i = static_cast<std::size_t>(format);
    if (kinds.records[i] == 0) continue;
    formats.push_back(format);
    counts.push_back(fmt::format("{} of {}", kinds.records[i], format_title(format)));
    if (!kinds.narrow[i] || !kinds.wide[i]) continue;
    throw UsageError(
        fmt::format("some records of {} are in UTF-16, which cannot share a file with other "
                    "charsets; convert all to UTF-8 with `format` {}",
                    format_title(format), format_name(format)));
  }
  if (formats.size() < 2 || apart) return;
  throw MixedFormats(
      fmt::format("the records are of several formats ({}), but a file can hold only one",
                  fmt::join(counts, ", ")),
      formats_for(formats));
}

}  // namespace ludex
