#pragma once

#include "ludex/core/problem.hpp"
#include "ludex/replay/record_reader.hpp"
#include "ludex/split/record_sink.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace ludex::cli {

/// Finds what is wrong with single records: their text, their values, their moves. Reused from
/// record to record.
class RecordCheck {
 public:
  explicit RecordCheck(const ReadOptions& options) : options_(options) {}

  /// All problems, in the order of their offsets; each once, though several games share it.
  /// Offsets count bytes of the text, for UTF-16 of its UTF-8 copy. Valid until the next call.
  [[nodiscard]] const std::vector<Problem>& problems_of(const FoundRecord& found, Format format);

 private:
  void add(const std::vector<Problem>& problems);
  void note_left_out(std::uint64_t problems, std::uint64_t end_bytes);
  void replay(RecordReader& reader, std::uint64_t end_bytes);

  ReadOptions options_;
  std::array<std::unique_ptr<RecordReader>, kFormatCount> readers_;
  ReplayScript script_;
  std::vector<Problem> problems_;
};

}  // namespace ludex::cli
