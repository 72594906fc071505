#include "cli/record_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace ludex::cli {

namespace {

bool is_unclosed(const Problem& problem) { return problem.kind == ProblemKind::unclosed_record; }

}  // namespace

const std::vector<Problem>& RecordCheck::problems_of(const FoundRecord& found, Format format) {
  problems_.clear();
  auto& reader = readers_[static_cast<std::size_t>(format)];
  if (!reader) reader = make_record_reader(format, options_);
  const auto reject = reader->read({found.text, found.form, found.context});
  add(reader->text_problems());
  note_left_out(reader->text_problems_left_out(), found.text.size());
  if (reject) {
    problems_.push_back(*reject);
  } else {
    replay(*reader, found.text.size());
  }
  if (found.unclosed && std::ranges::none_of(problems_, is_unclosed)) {
    problems_.push_back({ProblemKind::unclosed_record, -1, found.text.size(), {}});
  }
  const auto by_place = [](const Problem& problem) {
    return std::tie(problem.offset_bytes, problem.kind, problem.message);
  };
  std::ranges::stable_sort(problems_, {}, by_place);
  const auto same = [&](const Problem& a, const Problem& b) { return by_place(a) == by_place(b); };
  problems_.erase(std::unique(problems_.begin(), problems_.end(), same), problems_.end());
  return problems_;
}

void RecordCheck::add(const std::vector<Problem>& problems) {
  problems_.insert(problems_.end(), problems.begin(), problems.end());
}

// They stand behind those that are listed.
void RecordCheck::note_left_out(std::uint64_t problems, std::uint64_t end_bytes) {
  if (problems == 0) return;
  problems_.push_back(
      {ProblemKind::more_problems, -1, end_bytes, fmt::format("{} more are not listed", problems)});
}

void RecordCheck::replay(RecordReader& reader, std::uint64_t end_bytes) {
  for (std::size_t index = 0; index < reader.game_count(); ++index) {
    add(reader.info(index).problems);
    reader.compile(index, script_, nullptr);
    add(script_.problems);
    note_left_out(script_.problems_left_out, end_bytes);
  }
}

}  // namespace ludex::cli
