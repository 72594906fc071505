#include "store/posting_tables.hpp"

#include "core/refused_database.hpp"
#include "ludex/error.hpp"
#include "store/database.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace ludex {
namespace {

std::int64_t row_of(const SegmentInfo& segment, std::uint32_t block) {
  return segment.id << 32 | std::int64_t{block};
}

void step_to(SqlStatement& select, const SegmentInfo& segment, std::uint32_t block) {
  if (!select.find(row_of(segment, block))) {
    refuse_database(
        fmt::format("position index: segment {}, block {} is missing", segment.id, block));
  }
}

/// \throws DatabaseError if no writer made such a row.
void check_row(const SegmentInfo& segment, std::int64_t blocks) {
  constexpr std::int64_t kMostSegments = std::int64_t{1} << 31;  // numbers of blocks stay positive
  const bool sound = segment.id >= 0 && segment.id < kMostSegments && blocks >= 0 &&
                     blocks <= 0xFFFF'FFFF && segment.key_bits == kKeyBits &&
                     segment.first_number <= segment.end_number &&
                     segment.end_number <= static_cast<std::uint64_t>(kMostIds) &&
                     segment.postings <= segment.end_number - segment.first_number &&
                     static_cast<std::uint64_t>(blocks) <= segment.postings;
  if (sound) return;
  refuse_database(fmt::format("position index: segment {} is damaged", segment.id));
}

}  // namespace

PostingTables::PostingTables(SqlConnection& sql)
    : select_first_key_(sql, "SELECT first_key FROM posting_block WHERE id = ?"),
      select_block_(sql, "SELECT data FROM posting_block WHERE id = ?") {
  SqlStatement select(sql,
                      "SELECT id, first_number, end_number, blocks, postings, key_bits "
                      "FROM segment WHERE live = 1 ORDER BY first_number, id");
  while (select.step()) {
    SegmentInfo segment;
    segment.id = select.integer(0);
    segment.first_number = static_cast<std::uint64_t>(select.integer(1));
    segment.end_number = static_cast<std::uint64_t>(select.integer(2));
    segment.block_count = static_cast<std::uint32_t>(select.integer(3));
    segment.postings = static_cast<std::uint64_t>(select.integer(4));
    const std::int64_t key_bits = select.integer(5);
    segment.key_bits = key_bits == kKeyBits ? kKeyBits : 0;
    check_row(segment, select.integer(3));
    segments_.push_back(segment);
  }
}

std::uint64_t PostingTables::first_key(const SegmentInfo& segment, std::uint32_t block) {
  step_to(select_first_key_, segment, block);
  const std::int64_t key = select_first_key_.integer(0);
  select_first_key_.reset();
  return std::bit_cast<std::uint64_t>(key);
}

std::string_view PostingTables::block(const SegmentInfo& segment, std::uint32_t block) {
  step_to(select_block_, segment, block);
  const std::string_view data = select_block_.bytes(0);
  data_.assign(data);
  select_block_.reset();
  return data_;
}

PostingOwners::PostingOwners(SqlConnection& sql, std::size_t kept_chunks)
    : sql_(sql), facts_(sql), kept_(kept_chunks) {}

std::vector<PostingOwners::Owner> PostingOwners::owners(std::span<const std::uint64_t> numbers) {
  constexpr std::size_t kChunksPerSearch = 8;  // passed at the cost of one search
  std::vector<Owner> found(numbers.size());
  if (numbers.empty()) return found;
  found.back() = owner(numbers.back());
  const std::int64_t last_chunk = chunk_;
  found.front() = owner(numbers.front());
  const std::int64_t first_chunk = chunk_;
  if (numbers.size() * kChunksPerSearch < static_cast<std::size_t>(last_chunk - first_chunk)) {
    std::ranges::transform(numbers, found.begin(),
                           [&](std::uint64_t number) { return owner(number); });
  } else {
    find_in_chunks(numbers, first_chunk, found);
  }
  return found;
}

void PostingOwners::find_in_chunks(std::span<const std::uint64_t> numbers, std::int64_t chunk,
                                   std::vector<Owner>& found) {
  FactColumn firsts(sql_, Fact::first_posting);
  for (std::size_t i = 1; i + 1 < numbers.size(); ++i) {
    const auto wanted = static_cast<std::int64_t>(numbers[i]);
    while (chunk < facts_.chunk_count() && firsts.range(chunk).maximum <= wanted) ++chunk;
    // Otherwise the number belongs to the last game of an earlier chunk.
    const bool is_within = chunk < facts_.chunk_count() && firsts.range(chunk).minimum <= wanted;
    found[i] = is_within ? owner_in(chunk, firsts.packed(chunk), wanted) : owner(numbers[i]);
  }
}

PostingOwners::Owner PostingOwners::owner_in(std::int64_t chunk, const PackedFacts& firsts,
                                             std::int64_t wanted) {
  const std::size_t after =
      count_not_above(wanted, firsts.count, [&](std::size_t i) { return firsts[i]; });
  if (after == 0 || firsts[after - 1] < 0) refuse_posting();
  return {static_cast<GameId>(chunk * kFactChunkGames + static_cast<std::int64_t>(after)),
          static_cast<std::uint32_t>(wanted - firsts[after - 1])};
}

/// Each is read where a search comes by: all of them are on as many pages.
std::int64_t PostingOwners::chunk_first(std::size_t chunk) {
  std::int64_t& first = chunk_firsts_[chunk];
  if (first == kUnread) {
    first = facts_.range(Fact::first_posting, static_cast<std::int64_t>(chunk)).minimum;
  }
  return first;
}

PostingOwners::Owner PostingOwners::search_owner(std::int64_t wanted) {
  if (chunk_firsts_.empty()) {
    chunk_firsts_.assign(static_cast<std::size_t>(facts_.chunk_count()), kUnread);
  }
  const std::size_t after =
      count_not_above(wanted, chunk_firsts_.size(), [&](std::size_t i) { return chunk_first(i); });
  const std::int64_t chunk = static_cast<std::int64_t>(after) - 1;
  if (chunk < 0) refuse_posting();
  if (chunk != chunk_) {
    first_numbers_ = &kept_.find_or_read(
        chunk, [&](FactValues& firsts) { facts_.read(Fact::first_posting, chunk, firsts); });
    chunk_ = chunk;
  }
  const FactValues& firsts = *first_numbers_;
  const std::size_t after_game =
      count_not_above(wanted, firsts.size(), [&](std::size_t i) { return firsts[i]; });
  if (after_game == 0) refuse_posting();
  return owner_at(after_game - 1, wanted);
}

void PostingOwners::refuse_posting() { refuse_database("a posting belongs to no game"); }

PositionGroups::PositionGroups(SqlConnection& sql)
    : find_(sql,
            "SELECT id, key, postings, moments FROM position_group "
            "WHERE key BETWEEN ? AND ? AND id BETWEEN ? AND ? ORDER BY key, id"),
      select_(sql, "SELECT data FROM position_group WHERE id = ?") {}

std::vector<PositionGroups::Part> PositionGroups::find(const SegmentInfo& segment, KeyRange keys) {
  std::vector<Part> parts;
  find_.start(key_prefix(keys.first, segment.key_bits), key_prefix(keys.last, segment.key_bits),
              segment.id << 32, segment.id << 32 | 0xFFFF'FFFF);
  while (find_.step()) {
    Part& part = parts.emplace_back();
    part.id = find_.integer(0);
    part.key = static_cast<std::uint64_t>(find_.integer(1));
    part.postings = static_cast<std::uint32_t>(find_.integer(2));
    part.moments = static_cast<std::uint32_t>(find_.integer(3));
  }
  find_.reset();
  return parts;
}

MomentList PositionGroups::read(const Part& part, std::string& data) {
  data.clear();
  if (select_.find(part.id)) {
    const std::string_view column = select_.bytes(0);
    data.assign(column);
  }
  select_.reset();
  MomentList list;
  const BlockFault fault = list.open(data);
  const bool fits = list.postings() == part.postings && part.moments <= part.postings &&
                    part.moments <= list.most_moments();
  if (fault != BlockFault::none || !fits) {
    refuse_database(fmt::format(
        "position group {} of index segment {} is {}", part.id & 0xFFFF'FFFF, part.id >> 32,
        fault == BlockFault::none ? "of the wrong length" : describe(fault)));
  }
  return list;
}

SegmentWriter::SegmentWriter(SqlConnection& sql, std::int64_t segment_id)
    : sql_(sql),
      insert_(sql, "INSERT INTO posting_block VALUES (?, ?, ?)"),
      segment_id_(segment_id) {}

void SegmentWriter::write(const PackedBlock& block) {
  if (block.has_long_run) long_runs_.push_back(static_cast<std::uint32_t>(blocks_));
  insert_.run(segment_id_ << 32 | blocks_++, block.first_key, SqlBlob{block.bytes});
}

void SegmentWriter::finish(const SegmentInfo& info) {
  if (info.postings == 0) return;
  sql_.run("INSERT INTO segment VALUES (?, ?, ?, ?, ?, ?, 1)", segment_id_,
           static_cast<std::int64_t>(info.first_number), static_cast<std::int64_t>(info.end_number),
           static_cast<std::int64_t>(info.postings), blocks_, info.key_bits);
}

void delete_segment(SqlConnection& sql, std::int64_t segment_id) {
  for (const char* const text : {"DELETE FROM posting_block WHERE id BETWEEN ? AND ?",
                                 "DELETE FROM position_group WHERE id BETWEEN ? AND ?",
                                 "DELETE FROM moment_counts WHERE id BETWEEN ? AND ?"}) {
    SqlStatement rows(sql, text);
    rows.run(segment_id << 32, segment_id << 32 | 0xFFFF'FFFF);
  }
  sql.run("DELETE FROM segment WHERE id = ?", segment_id);
}

}  // namespace ludex
