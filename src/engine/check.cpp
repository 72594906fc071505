#include "ludex/check.hpp"

#include "core/call_scope.hpp"
#include "engine/text_place.hpp"
#include "formats/format.hpp"
#include "formats/record_check.hpp"
#include "formats/splitter.hpp"
#include "ludex/error.hpp"
#include "source/source_list.hpp"
#include "source/source_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace ludex {
namespace {

constexpr std::size_t kChunkBytes = 256 * 1024;

/// A place in a stream, and what stands around it.
struct ShownPlace {
  ShownPlace(LineColumn at, std::string_view text, std::size_t offset) : place(at) {
    const Surroundings around = surroundings(text, offset);
    before = around.before;
    behind = around.behind;
  }
  LineColumn place;
  std::string before, behind;
};

/// Follows one stream and shows what is wrong with its records. Holds the bytes that the splitter
/// has not given back yet, to know their lines.
class StreamCheck final : public RecordSink {
 public:
  StreamCheck(std::string name, Format format, RecordCheck& check, CheckReport& report,
              const CheckVisitor& visit)
      : name_(std::move(name)),
        format_(format),
        check_(check),
        report_(report),
        visit_(visit),
        splitter_(make_splitter(format)) {}

  void feed(std::string_view chunk) {
    held_ += chunk;
    splitter_->feed(chunk, *this);
    held_.erase(0, std::exchange(passed_bytes_, 0));
  }
  void finish() {
    splitter_->finish(*this);
    for (const Foreign& foreign : foreign_) show_foreign(foreign);
  }

  void record(const FoundRecord& found) override {
    check_call();
    ++report_.records;
    const std::uint64_t findings_before = report_.findings;
    show_outer_paren();
    show(check_.findings_of(found, format_), found);
    if (report_.findings > findings_before) ++report_.records_with_findings;
    pass(found.text.size());
  }

  void oversize_piece(std::string_view piece, std::uint64_t /*record_offset_bytes*/,
                      bool last) override {
    if (last) {
      ++report_.records;
      ++report_.records_with_findings;
      show_one(finding_of(ProblemKind::record_too_large), {place_, {}, 0});
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
    foreign_.push_back({looks_like, length_bytes, {place_.after(text.substr(0, at)), text, at}});
  }

 private:
  /// What looks like another format in the stream, and where that starts.
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

  /// A problem of what stands between records.
  [[nodiscard]] Finding finding_of(ProblemKind kind) const {
    const Problem problem{kind, -1, 0, {}};
    return {problem, rule_of(problem, {format_, std::nullopt, {}}), false};
  }

  void give(std::string text, bool is_note, const ShownPlace& at) {
    visit_({name_, at.place.line, at.place.column, std::move(text), is_note, at.before, at.behind});
  }

  void show_foreign(const Foreign& foreign) {
    ++report_.foreign_parts;
    give(fmt::format("{} bytes from here on look like {} and were not checked as such; put the "
                     "records of each format into a file of their own",
                     foreign.length_bytes, format_title(foreign.format)),
         false, foreign.at);
  }

  /// "((;": a record begins at its "(;", so that another "(" before it is in no record.
  void look_for_paren(std::uint64_t junk_bytes) {
    const std::string_view text = std::string_view(held_).substr(passed_bytes_, junk_bytes);
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    if (last == std::string_view::npos) return;
    outer_paren_.reset();
    if (text[last] == '(') outer_paren_.emplace(place_.after(text.substr(0, last)), text, last);
  }

  void show_outer_paren() {
    if (outer_paren_) show_one(finding_of(ProblemKind::missing_semicolon), *outer_paren_);
    outer_paren_.reset();
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
  std::unique_ptr<Splitter> splitter_;
  std::string held_;
  std::uint64_t passed_bytes_ = 0;  // of held_
  std::uint64_t handed_over_bytes_ = 0;
  LineColumn place_;                       // behind them
  std::optional<ShownPlace> outer_paren_;  // of what stands between records, its last word
  std::vector<Foreign> foreign_;
};

/// One call of check_sources().
class SourceCheck {
 public:
  SourceCheck(const ReadOptions& reading, const CheckVisitor& visit,
              const std::function<void(const std::string&)>& failed)
      : check_(reading), visit_(visit), failed_(failed) {}

  void check(const SourceName& source) {
    try {
      SourceReader reader(source);
      while (reader.next_member()) check_member(reader, source);
    } catch (const SourceError& error) {
      fail(error);
    }
  }
  [[nodiscard]] const CheckReport& report() const { return report_; }

 private:
  void fail(const SourceError& error) {
    ++report_.failed_sources;
    failed_(error.what());
  }

  void check_member(SourceReader& reader, const SourceName& source) {
    try {
      if (check_records(reader, source)) return;
      ++report_.skipped_files;
      if (source.named && !reader.is_archive()) {
        throw SourceError(fmt::format("{}: holds no game records", source.path));
      }
    } catch (const SourceError& error) {
      fail(error);
    }
  }

  /// \returns false if the member holds no game records.
  bool check_records(SourceReader& reader, const SourceName& source) {
    const std::string name =
        reader.member().empty() ? source.path : source.path + "!" + reader.member();
    std::optional<StreamCheck> stream;
    std::vector<char> buffer(kChunkBytes);
    while (const std::size_t size = reader.read(buffer)) {
      check_call();
      const std::string_view chunk(buffer.data(), size);
      if (!stream) {
        const auto format = detect_format(chunk, name);
        if (!format) return false;
        stream.emplace(name, *format, check_, report_, visit_);
      }
      stream->feed(chunk);
    }
    if (stream) stream->finish();
    return true;
  }

  RecordCheck check_;
  const CheckVisitor& visit_;
  const std::function<void(const std::string&)>& failed_;
  CheckReport report_;
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
      throw UsageError(fmt::format("`charset`: '{}' is not a charset known here", options.charset));
    }
  }
  SourceCheck check(reading, visit, failed);
  for (const SourceName& source : list_sources(sources)) check.check(source);
  return check.report();
}

}  // namespace ludex
