#include "engine/sqlite/export/record_export.hpp"

#include "formats/charset/charset.hpp"
#include "formats/format_room.hpp"
#include "ludex/error.hpp"
#include "query/rows/game_record.hpp"
#include "store/sql/sql_connection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace ludex {
namespace {

/// A record and its selected games.
struct RecordGames {
  RecordId record = RecordId::none;
  std::vector<GameId> games;
};

/// Walks over the records that games stand in, each once, in the order they were indexed.
/// Memory: 16 bytes a game.
class RecordWalk {
 public:
  RecordWalk(Database& database, const IdSet& games) {
    const ReadTransaction transaction(database.sql());
    FactReader facts(database.sql());
    for (std::int64_t id = games.next(0); id >= 0; id = games.next(id + 1)) {
      entries_.push_back({RecordId{facts.value(Fact::record, GameId{id})}, GameId{id}});
    }
    std::ranges::stable_sort(entries_, {}, &Entry::record);
  }

  /// The next record; nothing behind the last one. Valid until the next call.
  const RecordGames* next() {
    if (place_ == entries_.size()) return nullptr;
    record_.record = entries_[place_].record;
    record_.games.clear();
    for (; place_ < entries_.size() && entries_[place_].record == record_.record; ++place_) {
      record_.games.push_back(entries_[place_].game);
    }
    return &record_;
  }

 private:
  struct Entry {
    RecordId record;
    GameId game;
  };
  std::vector<Entry> entries_;
  std::size_t place_ = 0;
  RecordGames record_;
};

/// "1 record", "1,234 records".
std::string counted(std::uint64_t count, std::string_view noun) {
  std::string digits = std::to_string(count);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return fmt::format("{} {}{}", digits, noun, count == 1 ? "" : "s");
}

/// The charset that the parser of a record works in.
Charset charset_of(const RecordReadings::Reading& reading) {
  return reading.charset.value_or(Charset::utf8);
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

/// Ends a text in a line feed; an empty one stays empty.
void end_line(TextForm form, std::string& text) {
  const std::string end = in_form("\n", form);
  if (!text.empty() && !text.ends_with(end)) text += end;
}

class OriginalExport {
 public:
  explicit OriginalExport(Database& database)
      : texts_(database.sql()), facts_(database.sql()), readings_(database.sql()) {
    for (const Format format : all_formats()) {
      charsets_.push_back(room_of(format).make_stream_charsets());
    }
  }

  [[nodiscard]] Format format(const RecordGames& record) { return texts_.format(record.record); }

  void append(const RecordGames& record, ExportFile& file) {
    text_ = texts_.text(record.record);
    const TextForm form = texts_.form(record.record);
    end_line(form, text_);
    const auto& charsets = charsets_[static_cast<std::size_t>(format(record))];
    if (charsets && form == TextForm::bytes) {
      const Charset charset =
          is_utf8(text_) ? Charset::utf8 : charset_of(readings_.find(record.games.front()));
      charsets->prepare(text_, charset_name(charset), file);
    }
    const GameFlags flags = facts_.flags(record.games.front());
    append_to_stream(format(record), {text_, form}, flags.has(GameFlags::unclosed), file);
  }

  /// Says what of it will be read in another way.
  void report(ExportSink& sink) const {
    for (const Format format : all_formats()) {
      const auto& charsets = charsets_[static_cast<std::size_t>(format)];
      if (!charsets || charsets->misread() == 0) continue;
      sink.note(fmt::format(
          "{} of {} will be read in another charset than here; write UTF-8 with --format {}, or "
          "name the charset with index --charset",
          counted(charsets->misread(), "record"), format_title(format), format_name(format)));
    }
  }

 private:
  RecordTexts texts_;
  FactReader facts_;
  RecordReadings readings_;
  std::vector<std::unique_ptr<StreamCharsets>> charsets_;  // by format
  std::string text_;
};

/// Writes records of one format anew, in UTF-8; says how many records are of another format, which
/// are broken, and what the writer could not say. Memory: one record.
class RecordExport {
 public:
  RecordExport(Database& database, Format format, std::unique_ptr<RecordWriter> writer,
               ExportSink& sink)
      : sink_(sink),
        texts_(database.sql()),
        readings_(database.sql()),
        format_(format),
        writer_(std::move(writer)) {}

  /// Reads the record. \returns false if it is left out.
  bool read(const RecordGames& record) {
    const RecordReadings::Reading reading = readings_.find(record.games.front());
    if (reading.format != format_) {
      ++of_other_formats_;
      return false;
    }
    const std::string text = texts_.text(record.record);
    if (const auto problem = writer_->write(text, reading.form, charset_of(reading), written_)) {
      sink_.note(
          fmt::format("record {} left out: {}", raw(record.record), problem_name(problem->kind)));
      return false;
    }
    return true;
  }

  /// Adds the record that was read last.
  void append(ExportFile& file) const {
    if (!file.begun) file.text += writer_->file_head();
    append_to_stream(format_, {written_}, false, file);
  }

  /// Says what was left out or lost.
  void finish() const {
    if (of_other_formats_ > 0) {
      const std::string_view name = room_of(format_).record_name;
      const bool one = of_other_formats_ == 1;
      sink_.note(fmt::format(
          "{} record{} left out: {} not {}", of_other_formats_, one ? "" : "s",
          one ? "it is" : "they are",
          one ? std::string(name) : std::string(name.substr(name.find(' ') + 1)) + "s"));
    }
    for (const WriterLoss& loss : writer_->losses()) {
      sink_.note(fmt::format("{} {}", counted(loss.count, loss.noun), loss.what));
    }
  }

 private:
  ExportSink& sink_;
  RecordTexts texts_;
  RecordReadings readings_;
  Format format_;
  std::unique_ptr<RecordWriter> writer_;
  std::string written_;
  std::int64_t of_other_formats_ = 0;
};

/// How many records there are of each format, and in which widths of characters.
struct StreamKinds {
  std::array<std::int64_t, kFormatCount> records{};
  std::array<bool, kFormatCount> narrow{}, wide{};
};

StreamKinds kinds_of(Database& database, const IdSet& games) {
  const ReadTransaction transaction(database.sql());
  RecordTexts texts(database.sql());
  RecordWalk records(database, games);
  StreamKinds kinds;
  while (const RecordGames* const record = records.next()) {
    const Format format = texts.format(record->record);
    const auto at = static_cast<std::size_t>(format);
    const bool has_mark = !stream_head(format, texts.form(record->record)).empty();
    ++kinds.records[at];
    (has_mark ? kinds.wide : kinds.narrow)[at] = true;
  }
  return kinds;
}

}  // namespace

void append_to_stream(Format format, const StreamRecord& record, bool is_unclosed,
                      ExportFile& file) {
  if (!file.append(format, record, is_unclosed)) throw Error(no_gap(record, file.last()));
}

void export_records(Database& database, const IdSet& games, Format format,
                    std::unique_ptr<RecordWriter> record_writer, ExportFiles& files,
                    ExportSink& sink) {
  RecordExport writer(database, format, std::move(record_writer), sink);
  RecordWalk records(database, games);
  fill_in_turns(database, files, [&] {
    const RecordGames* const record = records.next();
    if (record == nullptr) return false;
    if (writer.read(*record)) {
      files.write(record->games, format_name(format),
                  [&](ExportFile& file) { writer.append(file); });
    }
    return true;
  });
  writer.finish();
}

void export_originals(Database& database, const IdSet& games, ExportFiles& files,
                      ExportSink& sink) {
  OriginalExport originals(database);
  RecordWalk records(database, games);
  fill_in_turns(database, files, [&] {
    const RecordGames* const record = records.next();
    if (record == nullptr) return false;
    files.write(record->games, format_name(originals.format(*record)),
                [&](ExportFile& file) { originals.append(*record, file); });
    return true;
  });
  originals.report(sink);
}

void refuse_mixed_streams(Database& database, const IdSet& games, bool apart) {
  const StreamKinds kinds = kinds_of(database, games);
  std::vector<std::string> counts;
  std::vector<std::string_view> names;
  for (const Format format : all_formats()) {
    const auto i = static_cast<std::size_t>(format);
    if (kinds.records[i] == 0) continue;
    names.push_back(format_name(format));
    counts.push_back(fmt::format("{} of {}", kinds.records[i], format_title(format)));
    if (!kinds.narrow[i] || !kinds.wide[i]) continue;
    throw UsageError(
        fmt::format("some records of {} are in UTF-16, and a stream is all in UTF-16 or not at "
                    "all; write them all in UTF-8 with `format` {}",
                    format_title(format), names.back()));
  }
  if (names.size() < 2 || apart) return;
  throw MixedFormats(fmt::format("the records are of several formats ({}), and a stream holds one",
                                 fmt::join(counts, ", ")),
                     {names.begin(), names.end()});
}

}  // namespace ludex
