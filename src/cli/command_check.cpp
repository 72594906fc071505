#include "cli/byte_output.hpp"
#include "cli/message.hpp"
#include "cli/option_values.hpp"
#include "cli/record_check.hpp"
#include "cli/text_place.hpp"
#include "cli/text_width.hpp"
#include "formats/format.hpp"
#include "formats/splitter.hpp"
#include "ludex/error.hpp"
#include "source/source_list.hpp"
#include "source/source_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ludex::cli {

namespace {

constexpr std::size_t kChunkBytes = 256 * 1024;

struct Counts {
  std::uint64_t records = 0;
  std::uint64_t records_with_findings = 0;
  std::uint64_t findings = 0;  // in records
  std::uint64_t notes = 0;
  std::uint64_t foreign_parts = 0;
  std::uint64_t skipped_files = 0;
  bool failed = false;
};

/// Follows one stream and prints what is wrong with its records. Holds the bytes that the splitter
/// has not given back yet, to know their lines.
class StreamCheck final : public RecordSink {
 public:
  StreamCheck(std::string name, Format format, RecordCheck& check, Counts& counts,
              ByteOutput& output)
      : name_(std::move(name)),
        format_(format),
        check_(check),
        counts_(counts),
        output_(output),
        splitter_(make_splitter(format)) {}

  void feed(std::string_view chunk) {
    held_ += chunk;
    splitter_->feed(chunk, *this);
    held_.erase(0, std::exchange(passed_bytes_, 0));
  }
  void finish() {
    splitter_->finish(*this);
    for (const Foreign& foreign : foreign_) print_foreign(foreign);
  }

  void record(const FoundRecord& found) override {
    ++counts_.records;
    const std::uint64_t findings_before = counts_.findings;
    print_outer_paren();
    print(check_.findings_of(found, format_), found);
    if (counts_.findings > findings_before) ++counts_.records_with_findings;
    pass(found.text.size());
  }

  void oversize_piece(std::string_view piece, std::uint64_t /*record_offset_bytes*/,
                      bool last) override {
    if (last) {
      ++counts_.records;
      ++counts_.records_with_findings;
      const Problem too_large{ProblemKind::record_too_large, -1, 0, {}};
      print_one({too_large, rule_of(too_large, {format_, std::nullopt, {}}), false}, place_, {});
    }
    pass(piece.size());
  }

  void junk(std::uint64_t /*offset_bytes*/, std::uint64_t length_bytes) override {
    if (format_ == Format::sgf) look_for_paren(length_bytes);
    pass(length_bytes);
  }

  void foreign(Format looks_like, std::uint64_t offset_bytes, std::uint64_t length_bytes) override {
    for (Foreign& known : foreign_) {
      if (known.format != looks_like) continue;
      known.length_bytes += length_bytes;
      return;
    }
    const std::string_view text = std::string_view(held_).substr(passed_bytes_);
    const std::size_t at = offset_bytes - handed_over_bytes_;
    foreign_.push_back(
        {looks_like, length_bytes, place_.after(text.substr(0, at)), excerpt(text, at)});
  }

 private:
  /// What looks like another format in the stream, and where that starts.
  struct Foreign {
    Format format;
    std::uint64_t length_bytes;  // of all
    LineColumn place;
    std::string shown;
  };

  void pass(std::uint64_t length_bytes) {
    place_ = place_.after(std::string_view(held_).substr(passed_bytes_, length_bytes));
    passed_bytes_ += length_bytes;
    handed_over_bytes_ += length_bytes;
  }

  void print_foreign(const Foreign& foreign) {
    ++counts_.foreign_parts;
    output_.write(
        fmt::format("{}:{}:{}: {} bytes from here on look like {} and were not checked as such; "
                    "put the records of each format into a file of their own\n{}",
                    name_, foreign.place.line, foreign.place.column, foreign.length_bytes,
                    format_title(foreign.format), foreign.shown));
  }

  /// "((;": a record begins at its "(;", so that another "(" before it is in no record.
  void look_for_paren(std::uint64_t junk_bytes) {
    const std::string_view text = std::string_view(held_).substr(passed_bytes_, junk_bytes);
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    if (last == std::string_view::npos) return;
    outer_paren_.reset();
    if (text[last] == '(') outer_paren_ = {place_.after(text.substr(0, last)), excerpt(text, last)};
  }

  void print_outer_paren() {
    if (!outer_paren_) return;
    const Problem problem{ProblemKind::missing_semicolon, -1, 0, {}};
    print_one({problem, rule_of(problem, {format_, std::nullopt, {}}), false}, outer_paren_->place,
              outer_paren_->shown);
    outer_paren_.reset();
  }

  void print(const std::vector<Finding>& findings, const FoundRecord& found) {
    std::string copy;
    std::string_view text = found.text;
    if (found.form == TextForm::utf16le || found.form == TextForm::utf16be) {
      append_utf8(found.form == TextForm::utf16le ? Charset::utf16le : Charset::utf16be, text,
                  copy);
      text = copy;
    }
    LineColumn place = place_;
    std::size_t reached = 0;
    for (const Finding& finding : findings) {
      const std::size_t offset = std::min<std::size_t>(finding.problem.offset_bytes, text.size());
      place = place.after(text.substr(reached, offset - reached));
      reached = offset;
      print_one(finding, place, excerpt(text, offset));
    }
  }

  void print_one(const Finding& finding, LineColumn place, const std::string& shown) {
    ++(finding.is_note ? counts_.notes : counts_.findings);
    const Problem& problem = finding.problem;
    const std::string detail =
        problem.message.empty() ? "" : fmt::format(" ({})", printable(problem.message));
    const std::string ply = problem.ply < 0 ? "" : fmt::format(" (ply {})", problem.ply);
    output_.write(fmt::format("{}:{}:{}: {}{}{}{}\n{}", name_, place.line, place.column,
                              finding.is_note ? "note: " : "", finding.rule, detail, ply, shown));
  }

  std::string name_;
  Format format_;
  RecordCheck& check_;
  Counts& counts_;
  ByteOutput& output_;
  std::unique_ptr<Splitter> splitter_;
  std::string held_;
  std::uint64_t passed_bytes_ = 0;  // of held_
  std::uint64_t handed_over_bytes_ = 0;
  LineColumn place_;  // behind them
  struct OuterParen {
    LineColumn place;
    std::string shown;
  };
  std::optional<OuterParen> outer_paren_;  // of what stands between records, its last word
  std::vector<Foreign> foreign_;
};

/// Checks the current member. \returns false if it holds no game records.
bool check_member(SourceReader& reader, const SourceName& source, RecordCheck& check,
                  Counts& counts, ByteOutput& output) {
  const std::string name =
      printable(reader.member().empty() ? source.path : source.path + "!" + reader.member());
  std::optional<StreamCheck> stream;
  std::vector<char> buffer(kChunkBytes);
  while (const std::size_t size = reader.read(buffer)) {
    const std::string_view chunk(buffer.data(), size);
    if (!stream) {
      const auto format = detect_format(chunk, name);
      if (!format) return false;
      stream.emplace(name, *format, check, counts, output);
    }
    stream->feed(chunk);
  }
  if (stream) stream->finish();
  return true;
}

void check_source(const SourceName& source, RecordCheck& check, Counts& counts,
                  ByteOutput& output) {
  SourceReader reader(source);
  while (reader.next_member()) {
    try {
      if (check_member(reader, source, check, counts, output)) continue;
      ++counts.skipped_files;
      if (source.named && !reader.is_archive()) {
        throw SourceError(fmt::format("{}: holds no game records", source.path));
      }
    } catch (const SourceError& error) {
      counts.failed = true;
      print_message(error.what());
    }
  }
}

bool has_findings(const Counts& counts) { return counts.findings + counts.foreign_parts > 0; }

std::string summary(const Counts& counts) {
  const auto counted = [](std::uint64_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
  };
  std::string line = fmt::format("{} checked", counted(counts.records, "record"));
  if (counts.findings > 0) {
    line += fmt::format(", {} in {}", counted(counts.findings, "finding"),
                        counted(counts.records_with_findings, "record"));
  }
  if (counts.foreign_parts > 0) {
    line += fmt::format(", {} of another format", counted(counts.foreign_parts, "part"));
  }
  if (!has_findings(counts)) line += ", nothing found";
  if (counts.notes > 0) line += "; " + counted(counts.notes, "note");
  if (counts.skipped_files > 0) line += "; " + counted(counts.skipped_files, "file") + " skipped";
  return line;
}

}  // namespace

ExitStatus run_check(const OptionValues& options) {
  ReadOptions reading;
  if (const auto charset = options.text("charset"); charset && !charset->empty()) {
    reading.charset = find_charset(*charset);
    if (!reading.charset) {
      throw UsageError(fmt::format("--charset: '{}' is not a charset known here", *charset));
    }
  }
  RecordCheck check(reading);
  Counts counts;
  ByteOutput output;
  for (const SourceName& source : list_sources(options.texts("SOURCE"))) {
    try {
      check_source(source, check, counts, output);
    } catch (const SourceError& error) {
      counts.failed = true;
      print_message(error.what());
    }
  }
  output.close();
  print_message(summary(counts));
  if (counts.failed) return kFailed;
  return has_findings(counts) ? kNothingFound : kDone;
}

}  // namespace ludex::cli
