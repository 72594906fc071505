#include "ludex/check.hpp"

#include "core/call_scope.hpp"
#include "engine/text_place.hpp"
#include "formats/format_room.hpp"
#include "formats/record_check.hpp"
#include "ludex/error.hpp"
#include "pipeline/companions.hpp"
#include "pipeline/member_records.hpp"
#include "source/source_list.hpp"
#include "source/source_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace ludex {
namespace {

/// A place in a stream and the text around it.
struct ShownPlace {
  ShownPlace(LineColumn at, std::string_view text, std::size_t offset) : place(at) {
    const Surroundings around = surroundings(text, offset);
    before = around.before;
    after = around.after;
  }
  LineColumn place;
  std::string before, after;
};

/// Reads one stream and reports the problems of its records. Holds the bytes that the splitter has
/// not returned yet, to know their lines.
class StreamCheck final : public RecordSink {
 public:
  StreamCheck(std::string name, Format format, RecordCheck& check, CheckReport& report,
              const CheckVisitor& visit)
      : name_(std::move(name)), format_(format), check_(check), report_(report), visit_(visit) {}

  /// The bytes to split next.
  void hold(std::string_view chunk) {
    check_call();
    held_.erase(0, std::exchange(passed_bytes_, 0));
    held_ += chunk;
  }
  void finish() {
    for (const Foreign& foreign : foreign_) show_foreign(foreign);
    if (!has_records_ && handed_over_bytes_ > 0) {
      ++report_.notes;
      give(fmt::format("no {} record found in {} bytes", format_title(format_), handed_over_bytes_),
           true, {{}, {}, 0});
    }
  }

  void record(const FoundRecord& found) override {
    check_call();
    has_records_ = true;
    ++report_.records;
    const std::uint64_t findings_before = report_.findings;
    show_fault_before();
    show(check_.findings_of(found, format_), found);
    if (report_.findings > findings_before) ++report_.records_with_findings;
    pass(found.text.size());
  }

  void oversize_piece(std::string_view piece, std::uint64_t /*record_offset_bytes*/,
                      bool last) override {
    if (last) {
      has_records_ = true;
      ++report_.records;
      ++report_.records_with_findings;
      show_one(finding_of({ProblemKind::record_too_large, -1, 0, {}}), {place_, {}, 0});
    }
    pass(piece.size());
  }

  void junk(std::uint64_t /*offset_bytes*/, std::uint64_t length_bytes) override {
    const std::string_view text = std::string_view(held_).substr(passed_bytes_, length_bytes);
    fault_before_.reset();
    if (auto problem = room_of(format_).fault_before_record(text)) {
      const std::size_t at = problem->offset_bytes;
      fault_before_.emplace(finding_of(std::move(*problem)),
                            ShownPlace(place_.after(text.substr(0, at)), text, at));
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
    foreign_.push_back({looks_like, length_bytes, {place_.after(text.substr(0, at)), text, at}});
  }

 private:
  /// Bytes that look like another format, and where they start.
  struct Foreign {
    Format format;
    std::uint64_t length_bytes;  // of all
    ShownPlace at;
  };

  void pass(std::uint64_t length_bytes) {
    place_ = place_.after(std::string_view(held_).substr(passed_bytes_, length_bytes));
    passed_bytes_ += length_bytes;
    handed_over_bytes_ += length_bytes;
  }

  /// A problem of the bytes between records.
  [[nodiscard]] Finding finding_of(Problem problem) const {
    std::string rule = rule_of(problem, {format_, std::nullopt, {}});
    return {std::move(problem), std::move(rule), false};
  }

  void give(std::string text, bool is_note, const ShownPlace& at) {
    visit_({name_, at.place.line, at.place.column, std::move(text), is_note, at.before, at.after});
  }

  void show_foreign(const Foreign& foreign) {
    ++report_.foreign_parts;
    give(fmt::format("{} bytes from here on look like {} but were not checked as such; store each "
                     "format in a separate file",
                     foreign.length_bytes, format_title(foreign.format)),
         false, foreign.at);
  }

  void show_fault_before() {
    if (fault_before_) show_one(fault_before_->first, fault_before_->second);
    fault_before_.reset();
  }

  void show(const std::vector<Finding>& findings, const FoundRecord& found) {
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
      show_one(finding, {place, text, offset});
    }
  }

  void show_one(const Finding& finding, const ShownPlace& at) {
    ++(finding.is_note ? report_.notes : report_.findings);
    const Problem& problem = finding.problem;
    std::string text = finding.rule;
    if (!problem.message.empty()) text += fmt::format(" ({})", problem.message);
    if (problem.ply >= 0) text += fmt::format(" (ply {})", problem.ply);
    give(std::move(text), finding.is_note, at);
  }

  std::string name_;
  Format format_;
  RecordCheck& check_;
  CheckReport& report_;
  const CheckVisitor& visit_;
  bool has_records_ = false;
  std::string held_;
  std::uint64_t passed_bytes_ = 0;  // of held_
  std::uint64_t handed_over_bytes_ = 0;
  LineColumn place_;                                            // after them
  std::optional<std::pair<Finding, ShownPlace>> fault_before_;  // the next record
  std::vector<Foreign> foreign_;
};

/// The state of one call of check_sources().
struct CheckRun {
  RecordCheck check;
  const CheckVisitor& visit;
  const std::function<void(const std::string&)>& failed;
  CheckReport report{};
  CompanionFiles companions{};

  void fail(const std::string& why) {
    ++report.failed_sources;
    failed(why);
  }
};

/// Checks one source, member by member.
class SourceCheck final : private MemberEvents {
 public:
  SourceCheck(const SourceName& source, CheckRun& run)
      : source_(source),
        run_(run),
        reader_(source),
        records_(reader_,
                 {.source_name = source.path,
                  .is_file = !source.is_stream(),
                  .companions = &run.companions},
                 *this) {}

  void check() {
    while (records_.next_member()) check_member();
  }

 private:
  void check_member() {
    is_damaged_ = false;
    records_.read_head();
    const auto format = records_.format();
    if (!format) return skip_member();
    const std::string& member = records_.member();
    stream_.emplace(with_member(source_.path, member), *format, run_.check, run_.report,
                    run_.visit);
    records_.start(*format);
    records_.split(*stream_);
    stream_->finish();
  }

  void skip_member() {
    if (is_damaged_) return;
    ++run_.report.skipped_files;
    if (!source_.named || reader_.is_archive()) return;
    run_.fail(fmt::format("{}: {}", source_.path, no_record_found()));
  }

  void chunk(std::string_view bytes) override { stream_->hold(bytes); }
  void damaged(const SourceDamage& damage) override {
    is_damaged_ = true;
    run_.fail(damage.what());
  }

  const SourceName& source_;
  CheckRun& run_;
  SourceReader reader_;
  MemberRecords records_;
  std::optional<StreamCheck> stream_;
  bool is_damaged_ = false;
};

}  // namespace

CheckReport check_sources(std::span<const std::string> sources, const CheckOptions& options,
                          const CheckVisitor& visit,
                          const std::function<void(const std::string&)>& failed) {
  const CallScope scope(options.call);
  ReadOptions reading;
  if (!options.charset.empty()) {
    reading.charset = find_charset(options.charset);
    if (!reading.charset) {
      throw UsageError(fmt::format("`charset`: '{}' is not a known charset", options.charset));
    }
  }
  CheckRun run{RecordCheck(reading), visit, failed};
  for (const SourceName& source : list_sources(sources)) {
    try {
      SourceCheck(source, run).check();
    } catch (const SourceError& error) {
      run.fail(error.what());
    }
  }
  return run.report;
}

}  // namespace ludex
