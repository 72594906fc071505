#pragma once

#include "ludex/call.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace ludex {

/// A place where a record breaks its format or the rules of its game.
struct CheckFinding {
  std::string source;        ///< path, or path!member
  std::uint64_t line = 1;    ///< as editors count
  std::uint64_t column = 1;  ///< in bytes
  std::string text;          ///< the rule with its section, and details
  bool is_note = false;      ///< not an error, but something this program cannot judge
  std::string before;        ///< the text before the place on its line, at most 30 bytes
  std::string behind;        ///< the text from the place on, on its line, at most 30 bytes
};

struct CheckReport {
  std::uint64_t records = 0;
  std::uint64_t records_with_findings = 0;
  std::uint64_t findings = 0;  ///< in records
  std::uint64_t notes = 0;
  std::uint64_t foreign_parts = 0;  ///< of another format, in streams of records
  std::uint64_t skipped_files = 0;  ///< without game records, found in folders or archives
  std::uint64_t failed_sources = 0;
};

struct CheckOptions {
  std::string charset{};  ///< read every record in it; empty: declared or guessed
  Call call{};
};

using CheckVisitor = std::function<void(const CheckFinding&)>;

/// Checks the records of files, folders and archives against the rules; stores nothing.
/// \param visit   receives the findings in the order of the sources
/// \param failed  receives one line for each source or member that cannot be read
/// \throws UsageError, Stopped; SourceError if a source does not exist
CheckReport check_sources(std::span<const std::string> sources, const CheckOptions& options,
                          const CheckVisitor& visit,
                          const std::function<void(const std::string&)>& failed);

}  // namespace ludex
