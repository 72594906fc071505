#include "engine/merge/source_match.hpp"

#include "core/little_endian.hpp"
#include "store/sql/sql_statement.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace ludex {
namespace {

using RecordPlace = std::pair<std::int64_t, std::int64_t>;  // ordinal of the member, offset

RecordPlace end_of(const SourceRow& row) { return {row.resume_member, row.resume_offset}; }

/// What an unnamed stream is known by in a merged database: who read it, and what it held.
std::string mark_of(const SourceRow& row, const std::string& uuid) {
  const std::string text = fmt::format("{} {} {} {} {}", uuid, raw(row.id), row.content_hash,
                                       row.records, row.stream_bytes);
  return fmt::format("stream:{:016x}", XXH3_64bits(text.data(), text.size()));
}

/// The records of a source before some place, in any order: how many, and a sum of their hashes.
struct PartSum {
  std::uint64_t records = 0, hashes = 0;
  friend bool operator==(const PartSum&, const PartSum&) = default;
};

/// A part of a source, from its first record to a place.
struct SourcePart {
  SourceId source;
  RecordPlace end;
};

/// Sums over parts of sources, all in one scan.
std::vector<PartSum> sum_parts(SqlConnection& sql, std::span<const SourcePart> parts) {
  std::vector<PartSum> sums(parts.size());
  std::multimap<SourceId, std::size_t> places;
  for (std::size_t i = 0; i < parts.size(); ++i) places.emplace(parts[i].source, i);
  SqlStatement select(sql,
                      "SELECT m.source_id, m.ordinal, r.offset, r.length, r.hash FROM record r "
                      "CROSS JOIN member m ON m.id = r.member_id");
  std::string bytes;
  while (select.step()) {
    const auto [first, last] = places.equal_range(SourceId{select.integer(0)});
    if (first == last) continue;
    const RecordPlace place(select.integer(1), select.integer(2));
    bytes.clear();
    for (const std::int64_t number : {place.first, place.second, select.integer(3)}) {
      append_little(bytes, static_cast<std::uint64_t>(number));
    }
    bytes += select.bytes(4);
    const std::uint64_t hash = XXH3_64bits(bytes.data(), bytes.size());
    for (auto part = first; part != last; ++part) {
      if (place >= parts[part->second].end) continue;
      ++sums[part->second].records;
      sums[part->second].hashes += hash;
    }
  }
  return sums;
}

class SourceMatcher {
 public:
  SourceMatcher(MergeInput& input, Database& merged)
      : input_(input), merged_(merged), table_(merged.sql()) {}

  std::vector<SourceMatch> match_all() {
    const std::string uuid = input_.database().meta("uuid");
    for (SourceRow& row : SourceTable(input_.sql()).all()) {
      if (row.path.empty() && row.fingerprint.empty()) row.fingerprint = mark_of(row, uuid);
      match(std::move(row));
    }
    compare_grown();
    return std::move(matches_);
  }

 private:
  using Action = SourceMatch::Action;

  void match(SourceRow row) {
    SourceMatch& match = matches_.emplace_back();
    match.row = std::move(row);
    const SourceRow& mine = match.row;
    std::vector<SourceRow> others = mine.path.empty() ? table_.find_by_fingerprint(mine.fingerprint)
                                                      : table_.find_by_path(mine.path);
    std::erase_if(others, [&](const SourceRow& other) {
      return other.hidden || other.path != mine.path || taken_.contains(other.id);
    });
    for (SourceRow& other : others) {
      if (is_same(mine, other)) return join(match, std::move(other));
    }
    for (SourceRow& other : others) {
      if (is_known_same(mine, other) && other.content_hash == mine.content_hash) {
        match.message = fmt::format(
            "{} was read with other options ({}); it stays as it was read with these: {}",
            mine.name, mine.options, other.options);
        match.action = Action::known;
        taken_.insert(other.id);
        match.merged = std::move(other);
        return;
      }
    }
    if (!mine.fingerprint.empty() && !mine.path.empty()) note_grown(others);
  }

  /// What was read of a file that changed meanwhile need not be the same twice.
  static bool is_known_same(const SourceRow& mine, const SourceRow& other) {
    return other.fingerprint == mine.fingerprint &&
           plain_fingerprint(mine.fingerprint) == mine.fingerprint;
  }
  static bool is_same(const SourceRow& mine, const SourceRow& other) {
    return is_known_same(mine, other) && other.options == mine.options &&
           (other.content_hash == mine.content_hash || other.path.empty());
  }

  /// Both were read from the same bytes.
  void join(SourceMatch& match, SourceRow other) {
    const SourceRow& mine = match.row;
    taken_.insert(other.id);
    const bool is_partial = other.state == SourceState::loading;
    const bool is_more = end_of(mine) > end_of(other) || mine.records > other.records ||
                         mine.state != SourceState::loading;
    const bool read_on = !is_partial && other.state == SourceState::damaged &&
                         end_of(mine) > end_of(other) && other.resumable;
    match.merged = std::move(other);
    if ((is_partial && is_more) || read_on) return go_on(match);
    match.action =
        mine.variations && !match.merged.variations ? Action::add_variations : Action::known;
  }

  static void go_on(SourceMatch& match) {
    match.action = Action::go_on;
    if (match.merged.removed > 0) {
      match.action = Action::failed;
      match.message = fmt::format(
          "{} goes on where {} ends, but games of it were removed there; remove the whole source "
          "with --source, then merge again",
          match.row.name, match.merged.name);
    } else if (match.merged.variations != match.row.variations) {
      match.action = Action::failed;
      match.message = fmt::format(
          "{} goes on where {} ends, but only one was read with --variations; remove the source "
          "with --source, then merge again",
          match.row.name, match.merged.name);
    }
  }

  /// Of one path, but the file had other bytes.
  void note_grown(std::span<SourceRow> others) {
    for (SourceRow& other : others) {
      if (other.options != matches_.back().row.options || other.fingerprint.empty()) continue;
      grown_.push_back({matches_.size() - 1, std::move(other)});
    }
  }

  /// Decides about files that may have grown, all of them with one scan.
  void compare_grown() {
    if (grown_.empty()) return;
    std::vector<SourcePart> here, there;
    for (const Grown& one : grown_) {
      const SourceRow& mine = matches_[one.place].row;
      const RecordPlace end = std::min(end_of(mine), end_of(one.other));
      here.push_back({mine.id, end});
      there.push_back({one.other.id, end});
    }
    const std::vector<PartSum> sums_here = sum_parts(input_.sql(), here);
    const std::vector<PartSum> sums_there = sum_parts(merged_.sql(), there);
    for (std::size_t i = 0; i < grown_.size(); ++i) {
      SourceMatch& match = matches_[grown_[i].place];
      if (match.action != Action::add || match.merged.id != SourceId::none) continue;
      const bool is_same_part = sums_here[i].records > 0 && sums_here[i] == sums_there[i];
      match.message.clear();
      if (is_same_part && take_grown(match, std::move(grown_[i].other))) continue;
      match.message = fmt::format(
          "{} holds other games than the source of this path that was merged before; both are kept",
          match.row.name);
    }
  }

  /// One of both has the records of the other, and perhaps more. \returns false if the shorter one
  /// cannot go on.
  static bool take_grown(SourceMatch& match, SourceRow other) {
    const bool is_longer = match.row.stream_bytes > other.stream_bytes;
    if (!(is_longer ? other : match.row).resumable) return false;
    match.merged = std::move(other);
    if (is_longer) {
      go_on(match);
    } else {
      match.action = Action::known;
    }
    return true;
  }

  struct Grown {
    std::size_t place;
    SourceRow other;
  };

  MergeInput& input_;
  Database& merged_;
  SourceTable table_;
  std::vector<SourceMatch> matches_;
  std::vector<Grown> grown_;
  std::set<SourceId> taken_;  // sources of the merged database that one of the input's matches
};

}  // namespace

std::vector<SourceMatch> match_sources(MergeInput& input, Database& merged) {
  return SourceMatcher(input, merged).match_all();
}

}  // namespace ludex
