#pragma once

#include "engine/merge/merge_input.hpp"
#include "store/source_table.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ludex {

/// What a merge does with a source.
struct SourceMatch {
  enum class Action {
    add,             // it is new
    go_on,           // the merged database has its first part
    known,           // it is there
    add_variations,  // it is there, but for the positions of its variations
    failed,          // it cannot be joined: `message` says why
  };
  Action action = Action::add;
  SourceRow row;     // in the input
  SourceRow merged;  // in the merged database, unless it is new
  std::string message;

  [[nodiscard]] bool copies() const { return action == Action::add || action == Action::go_on; }
  /// Whether a record of it is still to be copied.
  [[nodiscard]] bool wants(std::int64_t ordinal, std::int64_t offset_bytes) const {
    if (action == Action::add) return true;
    return action == Action::go_on && std::pair(ordinal, offset_bytes) >=
                                          std::pair(merged.resume_member, merged.resume_offset);
  }
};

/// Compares the sources of a database with those of the merged one: by path, fingerprint and
/// options; unnamed streams by the database that read them. A source whose first part is there goes
/// on; files of one path that hold other records are different sources, since databases built apart
/// may have read them on different machines. Cost: one scan of the records of both databases, if
/// the file of some source has grown.
[[nodiscard]] std::vector<SourceMatch> match_sources(MergeInput& input, Database& merged);

}  // namespace ludex
