#include "engine/merge/source_copy.hpp"

#include "core/refused_database.hpp"
#include "store/record_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace ludex {
namespace {

constexpr std::size_t kCommitBytes = 64 * 1024 * 1024;
constexpr std::chrono::seconds kCommitInterval{10};
constexpr std::size_t kLateness = 4;           // at most: a segment of words is best copied whole
constexpr std::uint64_t kRecordsPerLook = 64;  // at the clock
constexpr std::size_t kBytesPerGame = 512;     // of rows, facts and moves, about
constexpr std::size_t kTextPlaces = 1 << 16;   // of ids of texts, 2 MiB for names and phrases

constexpr const char* kSelectRecords =
    "SELECT id, member_id, offset, length, format, form, hash, text_block, text_offset, "
    "reject_kind, reject_offset, reject_message FROM record ORDER BY id";

RecordRow record_of(const SqlStatement& line) {
  RecordRow record;
  record.offset_bytes = static_cast<std::uint64_t>(line.integer(2));
  record.length_bytes = static_cast<std::uint64_t>(line.integer(3));
  record.format = stored_format(line.integer(4));
  record.form = stored_form(line.integer(5));
  const std::string_view hash = line.bytes(6);
  if (hash.size() != record.hash.size()) {
    refuse_database("a record's hash is damaged");
  }
  std::memcpy(record.hash.data(), hash.data(), hash.size());
  if (!line.is_null(9)) {
    record.reject.emplace();
    record.reject->kind = static_cast<ProblemKind>(line.integer(9));
    record.reject->offset_bytes = static_cast<std::uint64_t>(line.integer(10));
    record.reject->message = line.string(11);
  }
  return record;
}

/// The row that a source starts with in the merged database.
SourceRow fresh_row(const SourceRow& row) {
  SourceRow fresh;
  fresh.name = row.name;
  fresh.path = row.path;
  fresh.fingerprint = row.fingerprint;
  fresh.bytes = row.bytes;
  fresh.options = row.options;
  fresh.variations = row.variations;
  fresh.content_hash = row.content_hash;
  fresh.file_times = row.file_times;
  return fresh;
}

}  // namespace

SourceCopy::SourceCopy(MergeInput& input, std::vector<SourceMatch>& matches, StoreWriter& store,
                       MergeReport& report)
    : input_(input),
      matches_(matches),
      store_(store),
      report_(report),
      games_(input.sql(), input.database().next_id("game")),
      words_(input, store.database().sql()),
      texts_(input.sql(), kTextPlaces),
      select_block_(input.sql(), "SELECT size, data FROM text_block WHERE id = ?"),
      unposted_from_(input.database().next_id("posted")) {}

bool SourceCopy::run(const std::function<bool()>& go_on) {
  const auto copies = [](const SourceMatch& match) { return match.copies(); };
  if (std::none_of(matches_.begin(), matches_.end(), copies)) return true;
  read_members();
  begin_sources();
  SqlStatement lines(input_.sql(), kSelectRecords);
  for (std::uint64_t copied = 1; lines.step(); ++copied) {
    copy_record(lines);
    if (copied % kRecordsPerLook != 0) continue;
    commit_if_due();
    if (go_on()) continue;
    leave_source();
    commit();
    return false;
  }
  leave_source();
  finish_sources();
  commit();
  return true;
}

void SourceCopy::read_members() {
  std::vector<std::pair<std::int64_t, std::size_t>> places;  // of sources
  for (std::size_t i = 0; i < matches_.size(); ++i) places.emplace_back(raw(matches_[i].row.id), i);
  SqlStatement select(input_.sql(), "SELECT id, source_id, ordinal FROM member ORDER BY id");
  while (select.step()) {
    const std::int64_t source = select.integer(1);
    const auto place =
        std::ranges::lower_bound(places, source, {}, &std::pair<std::int64_t, std::size_t>::first);
    if (place == places.end() || place->first != source) continue;  // of a hidden source
    members_.push_back({select.integer(0), select.integer(2), place->second});
  }
}

/// Sources get their ids in the order of the input.
void SourceCopy::begin_sources() {
  for (SourceMatch& match : matches_) {
    if (match.action == SourceMatch::Action::add) {
      store_.begin_source(fresh_row(match.row));
      match.merged = store_.source();
      store_.leave_source();
    } else if (match.action == SourceMatch::Action::go_on) {
      match.merged.fingerprint = match.row.fingerprint;
      match.merged.bytes = match.row.bytes;
    }
  }
}

SourceCopy::Member& SourceCopy::member_of(std::int64_t id) {
  const auto found = std::ranges::lower_bound(members_, id, {}, &Member::id);
  static Member none{0, 0, 0};
  return found != members_.end() && found->id == id ? *found : none;
}

void SourceCopy::copy_record(SqlStatement& line) {
  Member& member = open_member_ != nullptr && open_member_->id == line.integer(1)
                       ? *open_member_
                       : member_of(line.integer(1));
  if (member.id == 0 || !matches_[member.match].wants(member.ordinal, line.integer(2))) return;
  if (&member != open_member_) open_member(member);
  RecordRow record = record_of(line);
  if (!line.is_null(7)) {
    record.text_begin = static_cast<std::uint64_t>(line.integer(8));
    record.text_block = copy_text(line.integer(7), record.text_begin, record.length_bytes);
  }
  store_.source().stream_bytes += line.integer(3);
  store_.write_record(record);
  ++report_.records;
  report_.text_bytes += record.length_bytes;
  if (record.reject) ++report_.rejects;
  copy_games(line.integer(0));
  if (uncommitted_bytes_ >= kCommitBytes) commit_if_due();
}

void SourceCopy::open_member(Member& member) {
  SourceMatch& match = matches_[member.match];
  if (!store_.in_source() || store_.source().id != match.merged.id) {
    leave_source();
    store_.begin_source(match.merged);
  }
  // Members without records come with the next one that has some, so that all keep their order.
  Member* first = &member;
  while (first != members_.data() && (first - 1)->match == member.match && !(first - 1)->is_there) {
    --first;
  }
  SqlStatement select(input_.sql(), "SELECT name FROM member WHERE id = ?");
  for (Member* one = first; one <= &member; ++one) {
    (void)select.find(one->id);
    store_.begin_member(one->ordinal, select.string(0));
    one->is_there = true;
  }
  store_.resume_here();
  open_member_ = &member;
}

/// Another source follows: this one may go on later.
void SourceCopy::leave_source() {
  if (!store_.in_source()) return;
  matches_[open_member_->match].merged = store_.source();
  store_.leave_source();
  open_member_ = nullptr;
}

/// \returns the block of the merged database in which the text begins.
std::int64_t SourceCopy::copy_text(std::int64_t block, std::uint64_t begin, std::uint64_t length) {
  if (block < first_block_ || block > end_block_ || first_block_ == 0) {
    first_block_ = end_block_ = block;
    block_sizes_.clear();
    copied_to_ = 0;
  } else if (block > first_block_) {  // earlier ones are not asked for again
    const std::int64_t passed = block - first_block_;
    block_sizes_.erase(block_sizes_.begin(), block_sizes_.begin() + passed);
    copied_to_ += passed;
    first_block_ = block;
  }
  const std::uint64_t end = begin + length;
  std::uint64_t size = 0;
  for (const std::uint64_t one : block_sizes_) size += one;
  while (size < end || end_block_ == block) {
    copy_block(end_block_);
    size += block_sizes_.back();
  }
  return copied_to_;
}

void SourceCopy::copy_block(std::int64_t block) {
  if (!select_block_.find(block)) {
    refuse_database(fmt::format("text block {} is missing", block));
  }
  const std::string_view packed = select_block_.bytes(1);
  const auto size = static_cast<std::size_t>(select_block_.integer(0));
  const std::int64_t copy = store_.write_text_block(packed, size);
  uncommitted_bytes_ += packed.size();
  select_block_.reset();
  if (first_block_ == end_block_) copied_to_ = copy;
  block_sizes_.push_back(size);
  ++end_block_;
}

void SourceCopy::copy_games(std::int64_t record) {
  const auto of_record = [&] { return games_.fact(Fact::record, next_game_); };
  const auto is_alive = [&] {
    return GameFlags(games_.fact(Fact::flags, next_game_)).has(GameFlags::alive);
  };
  while (next_game_ < games_.end_game() && (!is_alive() || of_record() < record)) ++next_game_;
  for (; next_game_ < games_.end_game() && is_alive() && of_record() == record; ++next_game_) {
    const StoredGame& game = games_.read(next_game_);
    const std::int64_t id = store_.next_game();
    const std::uint64_t number = store_.write_game(game, texts_);
    const auto first = static_cast<std::uint64_t>(game.facts[fact_index(Fact::first_posting)]);
    const auto count = static_cast<std::uint64_t>(game.facts[fact_index(Fact::total_positions)]);
    input_.games.add(static_cast<std::uint64_t>(next_game_), 1, static_cast<std::uint64_t>(id));
    if (static_cast<std::int64_t>(first) < unposted_from_) {
      input_.postings.add(first, count, number);
    } else {
      input_.unposted.push_back(GameId{id});
    }
    ++report_.games;
    const bool all_lines =
        GameFlags(game.facts[fact_index(Fact::flags)]).has(GameFlags::variations_indexed);
    report_.positions += static_cast<std::uint64_t>(
        game.facts[fact_index(all_lines ? Fact::total_positions : Fact::main_positions)]);
    uncommitted_bytes_ += kBytesPerGame + 2 * game.script.size();
  }
}

void SourceCopy::finish_sources() {
  std::vector<Member*> members;
  members.reserve(members_.size());
  for (Member& member : members_) members.push_back(&member);
  std::ranges::stable_sort(members, {}, &Member::match);
  for (std::size_t place = 0, next = 0; place < matches_.size(); ++place) {
    const std::size_t begin = next;
    while (next < members.size() && members[next]->match == place) ++next;
    if (matches_[place].copies()) {
      finish_source(place, std::span(members).subspan(begin, next - begin));
    }
    commit_if_due();
  }
}

/// Brings the source to where the input has it.
void SourceCopy::finish_source(std::size_t place, std::span<Member*> members) {
  SourceMatch& match = matches_[place];
  store_.begin_source(match.merged);
  SqlStatement select(input_.sql(), "SELECT name, damaged_at, damage FROM member WHERE id = ?");
  for (const Member* const member : members) {
    (void)select.find(member->id);
    if (member->is_there && select.is_null(1)) continue;
    store_.begin_member(member->ordinal, select.string(0));
    if (!select.is_null(1)) store_.note_damage(select.integer(1), select.string(2));
  }
  SourceRow row = match.row;
  row.id = match.merged.id;
  row.name = match.merged.name;
  row.hidden = false;
  row.replaces = SourceId::none;
  store_.source() = row;
  row.state == SourceState::loading ? store_.leave_source() : store_.end_source();
  match.merged = std::move(row);
  open_member_ = nullptr;
}

void SourceCopy::commit_if_due() {
  const auto time = Clock::now() - commit_time_;
  if (uncommitted_bytes_ < kCommitBytes && time < kCommitInterval) return;
  const bool may_wait =
      uncommitted_bytes_ < kLateness * kCommitBytes && time < kLateness * kCommitInterval;
  if (may_wait && words_.is_inside_segment(next_game_)) return;
  commit();
  uncommitted_bytes_ = 0;
  commit_time_ = Clock::now();
}

void SourceCopy::commit() {
  store_.begin();
  words_.copy_before(next_game_);
  store_.commit();
}

}  // namespace ludex
