#include "engine/verify/checks.hpp"
#include "games/api/game_rules.hpp"
#include "index/moment_counts.hpp"
#include "pipeline/moment_count_maker.hpp"
#include "store/posting_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace ludex {
namespace {

bool is_same_cell(const MomentCell& stored, const MomentCell& counted) {
  MomentCell without_sample = counted;  // that is what is stored
  without_sample.sample = GameId::none;
  return stored == without_sample;
}

/// Versions may store more or less of the script of a sample: it must give the same position.
bool is_same_sample(const MomentCounts& stored, const MomentCounts& counted, std::size_t cell) {
  const MomentCounts::Sample& one = stored.samples[cell];
  const MomentCounts::Sample& other = counted.samples[cell];
  if (one.number != other.number) return false;
  if (one.ops == other.ops) return true;
  const GameRules* const rules = find_rules(counted.game);
  const std::uint32_t ply = counted.cells[cell].sample_ply;
  return rules != nullptr && rules->find_position(one.ops, counted.size, ply) ==
                                 rules->find_position(other.ops, counted.size, ply);
}

bool are_same(const MomentCounts& stored, const MomentCounts& counted) {
  if (stored.game != counted.game || stored.size != counted.size ||
      stored.others != counted.others ||
      !std::ranges::equal(stored.cells, counted.cells, is_same_cell)) {
    return false;
  }
  for (std::size_t cell = 0; cell < stored.cells.size(); ++cell) {
    if (!is_same_sample(stored, counted, cell)) return false;
  }
  return true;
}

/// Counts the groups of one segment anew. Memory: the postings of one group.
class MomentCountCheck {
 public:
  MomentCountCheck(VerifiedDatabase& database, PostingTables& tables, const SegmentInfo& segment)
      : database_(database),
        tables_(tables),
        segment_(segment),
        groups_(database.sql),
        games_(database.sql, kLeastFactMemory),
        maker_(games_),
        scripts_(database.sql),
        select_(database.sql, "SELECT data FROM moment_counts WHERE id = ?") {}

  void run() {
    SqlStatement keys(database_.sql,
                      "SELECT DISTINCT key FROM position_group WHERE id IN "
                      "(SELECT id FROM moment_counts WHERE id BETWEEN ? AND ?) ORDER BY key");
    keys.start(segment_.id << 32, segment_.id << 32 | 0xFFFF'FFFF);
    while (keys.step()) {
      const auto prefix = static_cast<std::uint64_t>(keys.integer(0));
      check_key({prefix << (64 - segment_.key_bits)});
    }
  }

 private:
  void check_key(PositionKey key) {
    const std::vector<PositionGroups::Part> parts = groups_.find(segment_, {key, key});
    auto part = parts.begin();
    std::vector<std::uint64_t> numbers;
    visit_postings(tables_, segment_, {key, key}, [&](const Posting& posting) {
      numbers.push_back(posting.number);
      if (part != parts.end() && numbers.size() == part->postings) {
        check_part(*part++, numbers);
        numbers.clear();
      }
      return part != parts.end();
    });
    for (; part != parts.end(); ++part) refuse(*part, "are of more postings than there are");
  }

  void check_part(const PositionGroups::Part& part, const std::vector<std::uint64_t>& numbers) {
    if (!select_.find(part.id)) return;
    MomentCounts stored;
    const BlockFault fault =
        read_moment_counts(select_.bytes(0), part.moments, segment_.first_number, stored);
    select_.reset();
    ++database_.report.blocks;
    if (fault != BlockFault::none) return refuse(part, fmt::format("are {}", describe(fault)));
    std::string data;
    const MomentList list = groups_.read(part, data);
    auto counted = maker_.count(numbers, list, part.moments);
    if (counted) {
      MomentCounts* const all[] = {&*counted};
      scripts_.add_to(all);
    }
    if (!counted) return refuse(part, "count games that were removed or not counted so");
    if (!are_same(stored, *counted)) refuse(part, "are not those of its games");
  }

  void refuse(const PositionGroups::Part& part, std::string_view what) {
    database_.findings.add_damage(
        fmt::format("moment counts: those of position group {} of index segment {} {}",
                    part.id & 0xFFFF'FFFF, part.id >> 32, what));
  }

  VerifiedDatabase& database_;
  PostingTables& tables_;
  const SegmentInfo& segment_;
  PositionGroups groups_;
  StoredVisitedGames games_;
  MomentCountMaker maker_;
  SampleScripts scripts_;
  SqlStatement select_;
};

}  // namespace

void check_moment_counts(VerifiedDatabase& database) {
  constexpr std::string_view kTable =
      "SELECT count(*) FROM sqlite_schema WHERE name = 'moment_counts'";
  if (database.sql.first_integer(kTable) == 0) return;
  database.findings.check("moment counts", [&] {
    const std::int64_t lost = database.sql.first_integer(
        "SELECT count(*) FROM moment_counts WHERE id NOT IN (SELECT id FROM position_group)");
    if (lost > 0) {
      database.findings.add_damage(fmt::format("moment counts: {} of no position group", lost));
    }
    PostingTables tables(database.sql);
    for (const SegmentInfo& segment : tables.segments()) {
      MomentCountCheck(database, tables, segment).run();
    }
  });
}

}  // namespace ludex
