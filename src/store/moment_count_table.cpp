#include "store/moment_count_table.hpp"

#include "ludex/error.hpp"
#include "store/facts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ludex {

MomentCountTable::MomentCountTable(SqlConnection& sql) : sql_(sql) {
  constexpr std::string_view kTable =
      "SELECT count(*) FROM sqlite_schema WHERE name = 'moment_counts'";
  if (sql.first_integer(kTable) != 0) {
    select_.emplace(sql, "SELECT data FROM moment_counts WHERE id = ?");
  }
}

bool MomentCountTable::has_hidden_games() {
  return sql_.first_integer("SELECT EXISTS (SELECT 1 FROM source WHERE hidden = 1)") != 0;
}

std::optional<std::vector<MomentCounts>> MomentCountTable::find(
    const SegmentInfo& segment, std::span<const PositionGroups::Part> parts) {
  if (!select_ || parts.empty()) return std::nullopt;
  std::vector<MomentCounts> all;
  for (const PositionGroups::Part& part : parts) {
    if (part.moments == 0 || !select_->find(part.id)) return std::nullopt;
    const BlockFault fault = read_moment_counts(select_->bytes(0), part.moments,
                                                segment.first_number, all.emplace_back());
    select_->reset();
    if (fault == BlockFault::none) continue;
    throw DatabaseError(
        fmt::format("the counts of position group {} of index segment {} are {}; restore the "
                    "database from a copy or index the sources again",
                    part.id & 0xFFFF'FFFF, part.id >> 32, describe(fault)));
  }
  return all;
}

void drop_moment_counts(SqlConnection& sql, std::span<const GameId> games) {
  if (sql.first_integer("SELECT EXISTS (SELECT 1 FROM moment_counts)") == 0) return;
  FactReader facts(sql);
  PostingTables tables(sql);
  std::vector<SegmentInfo> segments(tables.segments().begin(), tables.segments().end());
  for (const GameId game : games) {
    const auto first = static_cast<std::uint64_t>(facts.value(Fact::first_posting, game));
    const auto end = first + static_cast<std::uint64_t>(facts.value(Fact::total_positions, game));
    std::erase_if(segments, [&](const SegmentInfo& segment) {
      if (end <= segment.first_number || first >= segment.end_number) return false;
      sql.run("DELETE FROM moment_counts WHERE id BETWEEN ? AND ?", segment.id << 32,
              segment.id << 32 | 0xFFFF'FFFF);
      return true;
    });
    if (segments.empty()) return;
  }
}

}  // namespace ludex
