#include "store/position_groups.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

namespace ludex {

PositionGroups::PositionGroups(SQLite::Database& sql)
    : find_(sql,
            "SELECT id, key, postings, moments FROM position_group "
            "WHERE key BETWEEN ? AND ? AND id BETWEEN ? AND ? ORDER BY key, id"),
      select_(sql, "SELECT data FROM position_group WHERE id = ?") {}

std::vector<PositionGroups::Part> PositionGroups::find(const SegmentInfo& segment, KeyRange keys) {
  std::vector<Part> parts;
  find_.reset();
  find_.bind(1, static_cast<std::int64_t>(key_prefix(keys.first, segment.key_bits)));
  find_.bind(2, static_cast<std::int64_t>(key_prefix(keys.last, segment.key_bits)));
  find_.bind(3, segment.id << 32);
  find_.bind(4, segment.id << 32 | 0xFFFF'FFFF);
  while (find_.executeStep()) {
    Part& part = parts.emplace_back();
    part.id = find_.getColumn(0).getInt64();
    part.key = static_cast<std::uint64_t>(find_.getColumn(1).getInt64());
    part.postings = static_cast<std::uint32_t>(find_.getColumn(2).getInt64());
    part.moments = static_cast<std::uint32_t>(find_.getColumn(3).getInt64());
  }
  find_.reset();
  return parts;
}

MomentList PositionGroups::read(const Part& part, std::string& data) {
  data.clear();
  select_.reset();
  select_.bind(1, part.id);
  if (select_.executeStep()) {
    const SQLite::Column column = select_.getColumn(0);
    data.assign(static_cast<const char*>(column.getBlob()),
                static_cast<std::size_t>(column.getBytes()));
  }
  select_.reset();
  MomentList list;
  const BlockFault fault = list.open(data);
  if (fault != BlockFault::none || list.postings() != part.postings) {
    throw DatabaseError(fmt::format(
        "position group {} of index segment {} is {}; restore the database or index anew",
        part.id & 0xFFFF'FFFF, part.id >> 32,
        fault == BlockFault::none ? "not as long as its row says" : describe(fault)));
  }
  return list;
}

}  // namespace ludex
