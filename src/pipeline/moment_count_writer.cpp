#include "pipeline/moment_count_writer.hpp"

#include "games/api/game_rules.hpp"
#include "store/moment_count_table.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace ludex {
namespace {

/// The segments that have no counts and may have some.
std::vector<SegmentInfo> without_counts(SqlConnection& sql, PostingTables& tables) {
  std::vector<SegmentInfo> found;
  for (const SegmentInfo& segment : tables.segments()) {
    const std::int64_t stored =
        segment.postings < fewest_stored_counts(segment)
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

/// The postings of a key, as its groups share them out.
std::vector<std::uint64_t> numbers_of(PostingTables& tables, const SegmentInfo& segment,
                                      PositionKey key) {
  std::vector<std::uint64_t> numbers;
  visit_postings(tables, segment, {key, key}, [&](const Posting& posting) {
    numbers.push_back(posting.number);
    return true;
  });
  return numbers;
}

void add_counts(SqlConnection& sql, PostingTables& tables, const SegmentInfo& segment) {
  MomentCountWriter writer(sql, segment);
  PositionGroups groups(sql);
  SqlStatement select(sql,
                      "SELECT DISTINCT key FROM position_group WHERE id BETWEEN ? AND ? AND "
                      "postings >= ? ORDER BY key");
  select.start(segment.id << 32, segment.id << 32 | 0xFFFF'FFFF,
               static_cast<std::int64_t>(fewest_stored_counts(segment)));
  std::string data;
  while (select.step()) {
    const auto prefix = static_cast<std::uint64_t>(select.integer(0));
    const PositionKey key{prefix << (64 - segment.key_bits)};
    const std::vector<std::uint64_t> numbers = numbers_of(tables, segment, key);
    std::span<const std::uint64_t> rest(numbers);
    for (const PositionGroups::Part& part : groups.find(segment, {key, key})) {
      if (part.postings > rest.size()) return;  // readers will say that it is damaged
      if (part.moments != 0) (void)groups.read(part, data);
      writer.write(part.id, prefix, rest.first(part.postings), data, part.moments);
      rest = rest.subspan(part.postings);
    }
  }
}

}  // namespace

MomentCountWriter::MomentCountWriter(SqlConnection& sql, const SegmentInfo& segment)
    : segment_(segment),
      insert_(sql, "INSERT INTO moment_counts VALUES (?, ?)"),
      owners_(sql),
      facts_(sql),
      scripts_(sql),
      games_(sql) {}

void MomentCountWriter::write(std::int64_t group, std::uint64_t key,
                              std::span<const std::uint64_t> numbers, std::string_view packed,
                              std::uint32_t moments) {
  MomentList list;
  const bool is_large = numbers.size() >= fewest_stored_counts(segment_) || written_key_ == key;
  if (moments == 0 || !is_large) return;
  if (list.open(packed) != BlockFault::none) return;
  const GameId first = owners_.owner(numbers.front()).game;
  if (traits_of(facts_.game_type(first)).has_numbered_seats) return;
  const bool is_whole = count(numbers, list);
  counts_.cells = cells_.take();
  if (!is_whole) return;
  counts_.game = facts_.game_type(first);
  counts_.size = facts_.size(first);
  if (!add_samples()) return;
  written_key_ = key;
  insert_.run(group, SqlBlob{pack_moment_counts(counts_, moments, segment_.first_number)});
}

/// \returns false if a game was removed, whose postings are still there
bool MomentCountWriter::count(std::span<const std::uint64_t> numbers, const MomentList& list) {
  counts_ = {};
  const GameId first = owners_.owner(numbers.front()).game;
  std::vector<MomentCounts::Visit> visits;
  GameId open = first;
  for (std::uint32_t i = 0; i < numbers.size(); ++i) {
    const GameId game = owners_.owner(numbers[i]).game;
    if (game != open) {
      if (!add_game(open, visits, open == first)) return false;
      visits.clear();
      open = game;
    }
    visits.push_back({numbers[i], list.moment(i)});
  }
  return add_game(open, visits, true);
}

/// \returns false if one is of another game or board: the keys of different positions are equal
bool MomentCountWriter::add_samples() {
  for (const MomentCell& cell : counts_.cells) {
    if (facts_.game_type(cell.sample) != counts_.game || facts_.size(cell.sample) != counts_.size) {
      return false;
    }
    const auto first = static_cast<std::uint64_t>(facts_.value(Fact::first_posting, cell.sample));
    counts_.samples.push_back({first + cell.sample_ply, needed_ops(cell.sample, cell.sample_ply)});
  }
  return true;
}

/// The shortest beginning, about, that gives the same position and next move as the whole script.
std::vector<std::uint16_t> MomentCountWriter::needed_ops(GameId game, std::uint32_t ply) {
  const std::span<const std::uint16_t> ops = scripts_.script(game);
  const GameRules* const rules = find_rules(counts_.game);
  std::size_t length = std::min(ops.size(), std::size_t{ply} + 1);
  if (rules != nullptr) {
    const auto wanted = rules->find_position(ops, counts_.size, ply);
    while (length < ops.size() &&
           rules->find_position(ops.first(length), counts_.size, ply) != wanted) {
      length = std::min(ops.size(), length + 1 + length / 8);
    }
  }
  return {ops.begin(), ops.begin() + static_cast<std::ptrdiff_t>(length)};
}

/// \param may_go_on  another group of the key may hold visits of the game, too
/// \returns false if the game was removed
bool MomentCountWriter::add_game(GameId id, std::span<const MomentCounts::Visit> visits,
                                 bool may_go_on) {
  const CountedGame game = games_.read(id);
  if (!game.flags.has(GameFlags::alive)) return false;
  if (visits.size() > 1 || may_go_on || !is_on_main_line(game, visits.back().number)) {
    counts_.others.insert(counts_.others.end(), visits.begin(), visits.end());
  } else {
    cells_.add(visits[0].moment, game, owners_.owner(visits[0].number).ply);
  }
  return true;
}

bool MomentCountWriter::is_on_main_line(const CountedGame& game, std::uint64_t last_number) {
  if (!game.flags.has(GameFlags::variations_indexed)) return true;
  const std::int64_t end =
      facts_.value(Fact::first_posting, game.id) + facts_.value(Fact::main_positions, game.id);
  return last_number < static_cast<std::uint64_t>(end);
}

void add_missing_moment_counts(SqlConnection& sql) {
  PostingTables tables(sql);
  std::vector<SegmentInfo> segments = without_counts(sql, tables);
  leave_out_segments_with_removed_games(sql, segments);
  for (const SegmentInfo& segment : segments) add_counts(sql, tables, segment);
}

}  // namespace ludex
