#include "cli/byte_output.hpp"
#include "cli/command.hpp"
#include "cli/message.hpp"
#include "cli/options.hpp"
#include "cli/text_place.hpp"
#include "cli/text_width.hpp"
#include "core/error.hpp"
#include "formats/format_room.hpp"
#include "formats/record_check.hpp"
#include "pipeline/member_records.hpp"
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

constexpr const char* kFooter =
    "Prints each place where a record breaks its format or the rules of its game: source, line,\n"
    "column (in bytes), the rule, and an excerpt; at the end of a file, where records of another\n"
    "format start in it. Nothing is stored.\n"
    "A 'note:' says what this program cannot judge; it is no finding.\n"
    "Examples:\n"
    "  ludex check games.sgf\n"
    "  ludex check archive.tar.gz | grep 'FF\\[4\\], DT'\n"
    "Exit status: 0 clean, 1 something is wrong, 2 wrong command line, 3 a source could\n"
    "not be read.";

struct Options {
  std::vector<std::string> sources;
  std::string charset;
};

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
      : name_(std::move(name)), format_(format), check_(check), counts_(counts), output_(output) {}

  /// What is split next.
  void hold(std::string_view chunk) {
    held_.erase(0, std::exchange(passed_bytes_, 0));
    held_ += chunk;
  }
  void finish() {
    for (const Foreign& foreign : foreign_) print_foreign(foreign);
  }

  void record(const FoundRecord& found) override {
    ++counts_.records;
    const std::uint64_t findings_before = counts_.findings;
    print_fault_before();
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
    const std::string_view text = std::string_view(held_).substr(passed_bytes_, length_bytes);
    fault_before_.reset();
    if (auto problem = room_of(format_).fault_before_record(text)) {
      const std::size_t at = problem->offset_bytes;
      fault_before_ = {std::move(*problem), place_.after(text.substr(0, at)), excerpt(text, at)};
    }
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

  void print_fault_before() {
    if (!fault_before_) return;
    const Problem& problem = fault_before_->problem;
    print_one({problem, rule_of(problem, {format_, std::nullopt, {}}), false}, fault_before_->place,
              fault_before_->shown);
    fault_before_.reset();
  }

  void print(const std::vector<Finding>& findings, const FoundRecord& found) {
    std::string copy;
    std::string_view text = found.text;
    if (is_wide(found.form)) {
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
  std::string held_;
  std::uint64_t passed_bytes_ = 0;  // of held_
  std::uint64_t handed_over_bytes_ = 0;
  LineColumn place_;  // behind them
  struct FaultBefore {
    Problem problem;
    LineColumn place;
    std::string shown;
  };
  std::optional<FaultBefore> fault_before_;  // the next record
  std::vector<Foreign> foreign_;
};

/// Follows one source, member by member.
class SourceCheck final : private MemberEvents {
 public:
  SourceCheck(const SourceName& source, RecordCheck& check, Counts& counts, ByteOutput& output)
      : source_(source),
        check_(check),
        counts_(counts),
        output_(output),
        reader_(source),
        records_(reader_, {.source_name = source.path}, *this) {}

  void run() {
    while (reader_.next_member()) check_member();
  }

 private:
  void check_member() {
    is_damaged_ = false;
    records_.read_head();
    const auto format = records_.format();
    if (!format) return skip_member();
    const std::string& member = reader_.member();
    stream_.emplace(printable(member.empty() ? source_.path : source_.path + "!" + member), *format,
                    check_, counts_, output_);
    records_.start(*format);
    records_.split(*stream_);
    stream_->finish();
  }

  void skip_member() {
    if (is_damaged_) return;
    ++counts_.skipped_files;
    if (!source_.named || reader_.is_archive()) return;
    counts_.failed = true;
    print_message(fmt::format("{}: holds no game records", source_.path));
  }

  void chunk(std::string_view bytes) override { stream_->hold(bytes); }
  void damaged(const SourceDamage& damage) override {
    is_damaged_ = counts_.failed = true;
    print_message(damage.what());
  }

  const SourceName& source_;
  RecordCheck& check_;
  Counts& counts_;
  ByteOutput& output_;
  SourceReader reader_;
  MemberRecords records_;
  std::optional<StreamCheck> stream_;
  bool is_damaged_ = false;
};

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

ExitStatus run(const Options& options) {
  ReadOptions reading;
  if (!options.charset.empty()) {
    reading.charset = find_charset(options.charset);
    if (!reading.charset) {
      throw UsageError(fmt::format("--charset: '{}' is not a charset known here", options.charset));
    }
  }
  RecordCheck check(reading);
  Counts counts;
  ByteOutput output;
  for (const SourceName& source : list_sources(options.sources)) {
    try {
      SourceCheck(source, check, counts, output).run();
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

}  // namespace

CommandRun declare_check(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.footer(kFooter);
  app.add_option("SOURCE", options->sources, "file, folder or archive; '-' is standard input")
      ->required();
  add_text(app, "--charset", options->charset, "NAME",
           "read every record in it (default: declared or guessed for each)");
  return [options] { return run(*options); };
}

}  // namespace ludex::cli
