#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace ludex {

/// Receives what is damaged and what to do about it, one line each. The lines of a part of the
/// database follow each other; one that has many ends with a count of the others.
using FindingVisitor = std::function<void(const std::string& finding)>;

/// What a check of the whole database has read, and how much of it is damaged.
struct VerifyReport {
  std::int64_t findings = 0;    ///< 0: sound
  std::int64_t games = 0;       ///< that exist, the hidden ones of incomplete sources too
  std::int64_t positions = 0;   ///< found again by a replay of the stored moves
  std::int64_t postings = 0;    ///< of the index, each compared with them
  std::int64_t gap = 0;         ///< positions that the next `index` will add to the index
  std::int64_t records = 0;     ///< whose text was unpacked and hashed
  std::int64_t text_bytes = 0;  ///< of them
  std::int64_t blocks = 0;      ///< of facts, rows, moves, captures, texts, postings and groups
};

}  // namespace ludex
