#include "store/store_writer.hpp"

#include "store/games_view.hpp"
#include "store/removal.hpp"

#include <algorithm>
#include <utility>

namespace ludex {
namespace {

constexpr std::size_t kMostWordMemory = std::size_t{32} << 20;
constexpr std::string_view kRecordColumns =
    "id, member_id, offset, length, format, form, hash, text_block, text_offset, reject_kind, "
    "reject_offset, reject_message";

}  // namespace

StoreWriter::StoreWriter(Database& database, std::size_t memory_bytes)
    : database_(database),
      sources_(database.sql()),
      games_(std::make_unique<GameWriter>(database.sql(), database.next_id("game"),
                                          database.next_id("posting"), memory_bytes)),
      words_(database.sql(), std::min(memory_bytes / 4, kMostWordMemory)),
      find_member_(database.sql(), "SELECT id FROM member WHERE source_id = ? AND ordinal = ?"),
      insert_member_(database.sql(),
                     "INSERT INTO member (id, source_id, ordinal, name) VALUES (?, ?, ?, ?)"),
      record_rows_(database.sql(), "record", kRecordColumns, RowInserter::Ids::ascending),
      insert_text_block_(database.sql(), "INSERT INTO text_block VALUES (?, ?, ?)"),
      next_source_(database.next_id("source")),
      next_member_(database.next_id("member")),
      next_record_(database.next_id("record")),
      next_text_block_(database.next_id("text_block")) {
  record_rows_.prepare_sharing(
      "CREATE INDEX record_rejects ON record (id) WHERE reject_kind IS NOT NULL");
}

/// Ends the transaction first: while it is open, databases in memory cannot be detached.
StoreWriter::~StoreWriter() { transaction_.reset(); }

void StoreWriter::begin() {
  if (transaction_) return;
  database_.adapt_cache();
  transaction_ = std::make_unique<SqlTransaction>(database_.sql());
}

void StoreWriter::begin_source(SourceRow row) {
  begin();
  source_ = std::move(row);
  source_.state = SourceState::loading;
  is_new_source_ = source_.id == SourceId::none;
  if (is_new_source_) {
    source_.id = static_cast<SourceId>(next_source_++);
  } else {
    sources_.update(source_);
  }
}

void StoreWriter::save_source() {
  std::exchange(is_new_source_, false) ? sources_.insert(source_) : sources_.update(source_);
}

void StoreWriter::resume_here() {
  if (std::exchange(source_.reread_last, false)) drop_last_record();
}

void StoreWriter::drop_last_record() {
  flush();
  const DroppedRecord dropped =
      delete_record(database_.sql(), facts(), source_.id, source_.resume_offset);
  // Its bytes are the last of the stream, even if `remove` has already removed the record.
  const std::int64_t bytes = source_.stream_bytes - source_.resume_offset;
  --source_.records;
  source_.games -= dropped.games;
  source_.removed -= dropped.found ? 0 : 1;
  source_.rejects -= dropped.rejected ? 1 : 0;
  source_.record_bytes -= bytes;
  source_.stream_bytes -= bytes;
}

void StoreWriter::begin_member(std::int64_t ordinal, const std::string& name) {
  begin();
  if (ordinal != source_.resume_member) source_.resume_offset = 0;
  source_.resume_member = ordinal;
  if (!is_new_source_ && find_member_.find(raw(source_.id), ordinal)) {
    member_ = find_member_.integer(0);
    find_member_.reset();
    database_.sql().run("UPDATE member SET damaged_at = NULL, damage = NULL WHERE id = ?", member_);
    return;
  }
  find_member_.reset();
  member_ = next_member_++;
  insert_member_.run(member_, raw(source_.id), ordinal, name);
  ++source_.members;
}

std::int64_t StoreWriter::write_text_block(std::string_view packed, std::size_t unpacked_bytes) {
  begin();
  insert_text_block_.run(next_text_block_, unpacked_bytes, SqlBlob{packed});
  return next_text_block_++;
}

void StoreWriter::write_record(const RecordRow& record) {
  begin();
  RowInserter& row = record_rows_;
  row.share_work(games_->shares_rows());
  row.value(next_record_);
  row.value(member_);
  row.value(static_cast<std::int64_t>(record.offset_bytes));
  row.value(static_cast<std::int64_t>(record.length_bytes));
  row.value(static_cast<std::int64_t>(record.format));
  row.value(static_cast<std::int64_t>(record.form));
  row.blob({reinterpret_cast<const char*>(record.hash.data()), record.hash.size()});
  row.id(record.text_block);
  record.text_block != 0 ? row.value(static_cast<std::int64_t>(record.text_begin)) : row.null();
  add_reject(record.reject);
  row.end_row();
  ++source_.records;
  source_.record_bytes += static_cast<std::int64_t>(record.length_bytes);
  source_.resume_offset = static_cast<std::int64_t>(record.offset_bytes + record.length_bytes);
  last_record_ = {.record = static_cast<RecordId>(next_record_++),
                  .member = member_,
                  .offset_bytes = record.offset_bytes,
                  .length_bytes = record.length_bytes,
                  .hash = record.hash};
}

void StoreWriter::add_reject(const std::optional<Problem>& reject) {
  RowInserter& row = record_rows_;
  if (!reject) {
    for (int column = 0; column < 3; ++column) row.null();
    return;
  }
  row.value(static_cast<std::int64_t>(reject->kind));
  row.value(static_cast<std::int64_t>(reject->offset_bytes));
  row.maybe(std::optional(reject->message));
  ++source_.rejects;
}

void StoreWriter::flush() {
  record_rows_.flush();
  games_->flush();
}

std::uint64_t StoreWriter::write_game(const GameRow& game) {
  ++source_.games;
  if (!source_.variations) source_.branches_left_out += game.branches;
  GamePlace place = last_record_;
  place.source = source_.id;
  place.hidden = source_.hidden;
  place.variations_indexed = source_.variations;
  return games_->write(game, place);
}

std::uint64_t StoreWriter::write_game(const StoredGame& game, StoredTexts& texts) {
  ++source_.games;
  GamePlace place = last_record_;
  place.source = source_.id;
  return games_->write(game, place, texts);
}

void StoreWriter::add_words(std::int64_t first_game, std::size_t games, std::vector<WordRun> runs) {
  if (games == 0) return;
  begin();
  words_.add(first_game, games, std::move(runs));
}

void StoreWriter::pass_member(std::int64_t ordinal) {
  source_.resume_member = ordinal + 1;
  source_.resume_offset = 0;
}

void StoreWriter::note_damage(std::int64_t damaged_at, const std::string& damage) {
  begin();
  database_.sql().run("UPDATE member SET damaged_at = ?, damage = ? WHERE id = ?", damaged_at,
                      damage, member_);
  source_.damaged_at = damaged_at;
  source_.damage = damage;
}

void StoreWriter::end_source() {
  begin();
  source_.state = source_.damaged_at ? SourceState::damaged : SourceState::done;
  if (source_.hidden) {
    flush();
    if (source_.replaces != SourceId::none)
      delete_source(database_.sql(), facts(), source_.replaces);
    reveal_source(database_.sql(), facts(), source_.id);
    source_.hidden = false;
    source_.replaces = SourceId::none;
  }
  save_source();
  source_ = {};
}

void StoreWriter::leave_source() {
  begin();
  save_source();
  source_ = {};
}

bool StoreWriter::equals_replaced() {
  flush();
  return hold_the_same(database_.sql(), source_.replaces, source_.id);
}

void StoreWriter::keep_replaced() {
  sources_.take_damage(source_.replaces, source_);
  drop_source();
}

void StoreWriter::keep_fuller_replaced() {
  sources_.set_reading(source_.replaces, source_);
  drop_source();
}

void StoreWriter::drop_text_blocks(std::int64_t first, std::int64_t end) {
  begin();
  database_.sql().run("DELETE FROM text_block WHERE id >= ? AND id < ?", first,
                      end == 0 ? next_text_block_ : end);
}

void StoreWriter::drop_source() {
  begin();
  flush();
  is_new_source_ = false;
  delete_source(database_.sql(), facts(), source_.id);
  source_ = {};
}

void StoreWriter::commit() {
  if (!transaction_) return;
  flush();
  words_.flush();
  if (in_source()) save_source();
  database_.set_next_id("game", games_->next_game());
  database_.set_next_id("posting", games_->next_posting());
  database_.set_next_id("source", next_source_);
  database_.set_next_id("member", next_member_);
  database_.set_next_id("record", next_record_);
  database_.set_next_id("text_block", next_text_block_);
  fit_games_view(database_.sql());
  transaction_->commit();
  transaction_.reset();
}

}  // namespace ludex
