#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace ludex {

/// Receives one line per finding: what is damaged and what to do. Findings come part by part; a
/// long list ends with the number left out.
using FindingVisitor = std::function<void(const std::string& finding)>;

/// What a full check has read and found.
struct VerifyReport {
  std::int64_t findings = 0;    ///< 0: nothing is damaged
  std::int64_t games = 0;       ///< including hidden games of incomplete sources
  std::int64_t positions = 0;   ///< from a replay of the stored moves
  std::int64_t postings = 0;    ///< compared with those positions
  std::int64_t gap = 0;         ///< positions that the next `index` will add to the index
  std::int64_t records = 0;     ///< unpacked and hashed
  std::int64_t text_bytes = 0;  ///< of these records
  std::int64_t blocks = 0;      ///< of facts, rows, moves, captures, texts, postings and groups
};

}  // namespace ludex
