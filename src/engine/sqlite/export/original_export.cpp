#include "engine/sqlite/export/original_export.hpp"

#include "engine/sqlite/export/counted.hpp"
#include "engine/sqlite/export/record_join.hpp"
#include "engine/sqlite/export/record_output.hpp"
#include "engine/sqlite/export/record_readings.hpp"
#include "engine/sqlite/export/record_walk.hpp"
#include "formats/charset/charset.hpp"
#include "formats/format_room.hpp"
#include "ludex/error.hpp"
#include "store/facts.hpp"
#include "store/record_texts.hpp"
#include "store/sql/sql_connection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace ludex {

namespace {

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
    text_.clear();
    append_record(texts_, record.record, text_);
    const TextForm form = texts_.form(record.record);
    const auto& charsets = charsets_[static_cast<std::size_t>(format(record))];
    if (charsets && form == TextForm::bytes) {
      const Charset charset =
          is_utf8(text_) ? Charset::utf8 : readings_.get(record.games.front()).charset;
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
