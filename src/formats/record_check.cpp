#include "formats/record_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace ludex {

const std::vector<Finding>& RecordCheck::findings_of(const FoundRecord& found, Format format) {
  findings_.clear();
  auto& reader = readers_[static_cast<std::size_t>(format)];
  if (!reader) reader = make_record_reader(format, options_);
  auto reject = reader->read({found.text, found.form, found.context});
  scope_ = {format, std::nullopt, reader->format_version()};
  if (!reject) scope_.game = reader->info(0).game;
  add(reader->text_problems());
  note_left_out(reader->text_problems_left_out(), found.text.size());
  if (found.unclosed) add_one({ProblemKind::unclosed_record, -1, found.text.size(), {}});
  if (reject) {
    add_one(std::move(*reject));
  } else {
    check_games(*reader, found.text.size());
  }
  sort();
  return findings_;
}

void RecordCheck::add(const std::vector<Problem>& problems) {
  for (const Problem& problem : problems) add_one(problem);
}

void RecordCheck::add_one(Problem problem) {
  const auto is_unclosed = [](const Finding& finding) {
    return finding.problem.kind == ProblemKind::unclosed_record;
  };
  const bool is_known =
      problem.kind == ProblemKind::unclosed_record && std::ranges::any_of(findings_, is_unclosed);
  if (is_known) return;
  std::string rule = rule_of(problem, scope_);
  const bool is_note = is_unjudged(problem.kind);
  findings_.push_back({std::move(problem), std::move(rule), is_note});
}

// They stand behind those that are listed.
void RecordCheck::note_left_out(std::uint64_t problems, std::uint64_t end_bytes) {
  if (problems == 0) return;
  add_one(
      {ProblemKind::more_problems, -1, end_bytes, fmt::format("{} more are not listed", problems)});
}

void RecordCheck::check_games(RecordReader& reader, std::uint64_t end_bytes) {
  for (std::size_t index = 0; index < reader.game_count(); ++index) {
    scope_.game = reader.info(index).game;
    add(reader.info(index).problems);
    reader.compile(index, script_, nullptr);
    add(script_.problems);
    note_left_out(script_.problems_left_out, end_bytes);
  }
}

void RecordCheck::sort() {
  const auto by_place = [](const Finding& finding) {
    const Problem& problem = finding.problem;
    return std::tie(problem.offset_bytes, problem.kind, problem.message);
  };
  std::ranges::stable_sort(findings_, {}, by_place);
  const auto same = [&](const Finding& a, const Finding& b) { return by_place(a) == by_place(b); };
  findings_.erase(std::unique(findings_.begin(), findings_.end(), same), findings_.end());
}

}  // namespace ludex
