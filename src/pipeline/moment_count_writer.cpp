#include "pipeline/moment_count_writer.hpp"

#include "index/moment_list.hpp"
#include "store/facts.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {
namespace {

constexpr std::size_t kMostWaiting = std::size_t{1} << 16;  // cells and visits, some 10 MB

/// Visits that are listed one by one take as much room as their group: with more than this, counts
/// save nothing.
std::size_t most_others(std::size_t postings) {
  constexpr std::size_t kFew = std::size_t{1} << 16;
  return kFew + postings / 4;
}

/// Segments with smaller ids were looked at; some of them have no counts.
constexpr std::string_view kCounted = "SELECT next FROM counter WHERE name = 'counted'";
constexpr std::string_view kSetCounted =
    "INSERT INTO counter VALUES ('counted', ?) ON CONFLICT (name) DO UPDATE SET next = "
    "excluded.next";

/// The segments that have no counts and may have some.
std::vector<SegmentInfo> without_counts(SqlConnection& sql, PostingTables& tables) {
  std::vector<SegmentInfo> found;
  const std::int64_t counted = sql.first_integer(kCounted);
  for (const SegmentInfo& segment : tables.segments()) {
    const std::int64_t stored =
        segment.id < counted || segment.postings < fewest_stored_counts(segment)
            ? 1
            : sql.first_integer(
                  "SELECT EXISTS (SELECT 1 FROM moment_counts WHERE id BETWEEN ? AND ?)",
                  segment.id << 32, segment.id << 32 | 0xFFFF'FFFF);
    if (stored == 0) found.push_back(segment);
  }
  return found;
}

void leave_out_segments_with_removed_games(SqlConnection& sql, std::vector<SegmentInfo>& segments) {
  FactReader facts(sql);
  std::vector<std::int64_t> flags, firsts, positions;
  for (std::int64_t chunk = 0; chunk < facts.chunk_count() && !segments.empty(); ++chunk) {
    facts.read(Fact::flags, chunk, flags);
    if (std::ranges::all_of(flags,
                            [](auto bits) { return GameFlags(bits).has(GameFlags::alive); })) {
      continue;
    }
    facts.read(Fact::first_posting, chunk, firsts);
    facts.read(Fact::total_positions, chunk, positions);
    for (std::size_t i = 0; i < flags.size(); ++i) {
      if (GameFlags(flags[i]).has(GameFlags::alive)) continue;
      const auto first = static_cast<std::uint64_t>(firsts[i]);
      const auto end = first + static_cast<std::uint64_t>(positions[i]);
      std::erase_if(segments, [&](const SegmentInfo& one) {
        return first < one.end_number && one.first_number < end;
      });
    }
  }
}

/// Writes the counts of the groups of a key. Memory: the postings of the largest group.
void add_counts(PostingTables& tables, PositionGroups& groups, const SegmentInfo& segment,
                std::uint64_t prefix, MomentCountMaker& maker, MomentCountWriter& writer) {
  const PositionKey key{prefix << (64 - segment.key_bits)};
  const std::vector<PositionGroups::Part> parts = groups.find(segment, {key, key});
  auto part = parts.begin();
  std::vector<std::uint64_t> numbers;
  std::string data;
  visit_postings(tables, segment, {key, key}, [&](const Posting& posting) {
    if (part == parts.end()) return false;
    if (numbers.empty() && !maker.may_count(posting.number)) return false;
    numbers.push_back(posting.number);
    if (numbers.size() < part->postings) return true;
    if (writer.takes(prefix, numbers.size())) {
      if (part->moments != 0) (void)groups.read(*part, data);
      auto counts = count_moments(maker, numbers, data, part->moments);
      if (counts) writer.write(part->id, prefix, std::move(*counts), part->moments);
    }
    numbers.clear();
    ++part;
    return true;
  });
}

void add_counts(SqlConnection& sql, PostingTables& tables, const SegmentInfo& segment) {
  StoredVisitedGames games(sql, kLeastFactMemory);
  MomentCountMaker maker(games);
  MomentCountWriter writer(sql, segment);
  PositionGroups groups(sql);
  SqlStatement select(sql,
                      "SELECT DISTINCT key FROM position_group WHERE id BETWEEN ? AND ? AND "
                      "postings >= ? ORDER BY key");
  select.start(segment.id << 32, segment.id << 32 | 0xFFFF'FFFF,
               static_cast<std::int64_t>(fewest_stored_counts(segment)));
  while (select.step()) {
    add_counts(tables, groups, segment, static_cast<std::uint64_t>(select.integer(0)), maker,
               writer);
  }
  writer.flush();
}

}  // namespace

std::optional<MomentCounts> count_moments(MomentCountMaker& maker,
                                          std::span<const std::uint64_t> numbers,
                                          std::string_view packed, std::uint32_t moments) {
  MomentList list;
  if (moments == 0 || list.open(packed) != BlockFault::none) return std::nullopt;
  return maker.count(numbers, list, moments, most_others(numbers.size()));
}

MomentCountWriter::MomentCountWriter(SqlConnection& sql, const SegmentInfo& segment)
    : segment_(segment), insert_(sql, "INSERT INTO moment_counts VALUES (?, ?)"), scripts_(sql) {}

void MomentCountWriter::write(std::int64_t group, std::uint64_t key, MomentCounts counts,
                              std::uint32_t moments) {
  written_key_ = key;
  waiting_entries_ += counts.cells.size() + counts.others.size();
  waiting_.push_back({group, moments, std::move(counts)});
  if (waiting_entries_ > kMostWaiting) flush();
}

void MomentCountWriter::flush() {
  std::vector<MomentCounts*> all;
  for (Row& row : waiting_) all.push_back(&row.counts);
  scripts_.add_to(all);
  for (const auto& [group, moments, counts] : waiting_) {
    insert_.run(group, SqlBlob{pack_moment_counts(counts, moments, segment_.first_number)});
  }
  waiting_.clear();
  waiting_entries_ = 0;
}

void add_missing_moment_counts(SqlConnection& sql) {
  PostingTables tables(sql);
  std::vector<SegmentInfo> segments = without_counts(sql, tables);
  if (segments.empty()) return;
  sql.run(kSetCounted, std::ranges::max(segments, {}, &SegmentInfo::id).id + 1);
  leave_out_segments_with_removed_games(sql, segments);
  for (const SegmentInfo& segment : segments) add_counts(sql, tables, segment);
}

}  // namespace ludex
