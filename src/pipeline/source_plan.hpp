#pragma once

#include "pipeline/indexer.hpp"
#include "source/source_list.hpp"
#include "store/source_table.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ludex {

/// What a run does with a source.
struct SourcePlan {
  enum class Action {
    read,            // from the start, or from where row.resume_* says
    known,           // nothing: it is in the database as it is
    add_variations,  // indexed before, but for the positions of its variations
    failed,          // cannot be read: `message` says why
  };
  SourceName name;
  Action action = Action::read;
  SourceRow row;  // what it starts with; id none: new
  /// What it starts with if more is allowed now: for an unchanged source that a limit ended.
  std::optional<SourceRow> row_with_more;
  std::string message;
};

/// Compares sources with what the database holds: by path and fingerprint, then by fingerprint
/// alone where the path it was indexed under is gone. A damaged source is read again if its file
/// has changed in any way, or if a limit that ended it is raised; for that, `decoder_bytes` is what
/// all decoders may use, and `threads` how many sources are read at the same time. Cost: two reads
/// of at most a MiB a file.
[[nodiscard]] std::vector<SourcePlan> plan_sources(SourceTable& table,
                                                   const std::vector<SourceName>& names,
                                                   const IndexOptions& options,
                                                   std::uint64_t decoder_bytes, int threads);

/// The share of `all_bytes` of each source if `readers` are read at the same time.
[[nodiscard]] std::uint64_t decoder_bytes_of_each(std::uint64_t all_bytes, std::size_t readers);

/// The ratio that an option's value stands for; 0 stands for the default.
[[nodiscard]] double effective_expansion(double max_expansion);

}  // namespace ludex
