#pragma once

#include "formats/format_room.hpp"
#include "formats/record_reader.hpp"
#include "formats/splitter.hpp"
#include "ludex/problem.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ludex {

/// What a problem breaks, as `check` prints it: "SGF for Hex, SZ: ...". The most special text that
/// speaks of it is cited: a game's page before FF[4].
[[nodiscard]] std::string rule_of(const Problem& problem, const RuleScope& scope);

/// True if a problem says only that this program cannot judge a game, or a part of it: no rule is
/// broken.
[[nodiscard]] bool is_unjudged(ProblemKind kind);

/// A problem, and the rule of the record's own format or game that it breaks.
struct Finding {
  Problem problem;
  std::string rule;
  bool is_note = false;  ///< no error of the record: this program cannot judge it (is_unjudged())
};

/// Finds what is wrong with single records: their text, their values, their moves. Reused from
/// record to record.
class RecordCheck {
 public:
  explicit RecordCheck(const ReadOptions& options) : options_(options) {}

  /// In the order of their offsets; each once, though several games share it.
  /// Offsets count bytes of the text, for UTF-16 of its UTF-8 copy. Valid until the next call.
  [[nodiscard]] const std::vector<Finding>& findings_of(const FoundRecord& found, Format format);

 private:
  void add(const std::vector<Problem>& problems);
  void add_one(Problem problem);
  void note_left_out(std::uint64_t problems, std::uint64_t end_bytes);
  void check_games(RecordReader& reader, std::uint64_t end_bytes);
  void sort();

  ReadOptions options_;
  std::array<std::unique_ptr<RecordReader>, kFormatCount> readers_;
  ReplayScript script_;
  RuleScope scope_;  // of what is added next
  std::vector<Finding> findings_;
};

}  // namespace ludex
