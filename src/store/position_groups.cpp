#include "store/position_groups.hpp"

#include "ludex/error.hpp"

#include <fmt/format.h>

namespace ludex {

PositionGroups::PositionGroups(SqlConnection& sql)
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
  if (fault != BlockFault::none || list.postings() != part.postings) {
    throw DatabaseError(fmt::format(
        "position group {} of index segment {} is {}; restore the database or index anew",
        part.id & 0xFFFF'FFFF, part.id >> 32,
        fault == BlockFault::none ? "not as long as its row says" : describe(fault)));
  }
  return list;
}

}  // namespace ludex
