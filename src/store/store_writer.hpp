#pragma once

#include "store/database.hpp"
#include "store/game_writer.hpp"
#include "store/row_inserter.hpp"
#include "store/source_table.hpp"
#include "store/sql/sql_statement.hpp"
#include "store/word_segments.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// Stores the sources, members, records and games of a run in order. Everything between two commits
/// becomes visible at once or not at all.
class StoreWriter {
 public:
  StoreWriter(Database& database, std::size_t memory_bytes);
  ~StoreWriter();

  /// Starts a source, or continues one that has an id. Its row is in `source()`.
  void begin_source(SourceRow row);
  void begin_member(std::int64_t ordinal, const std::string& name);
  /// Reading has reached the end of the previous run: drops an unclosed last record, because it is
  /// read again.
  void resume_here();
  /// \returns the id for the records in this block.
  std::int64_t write_text_block(std::string_view packed, std::size_t unpacked_bytes);
  void write_record(const RecordRow& record);
  /// Gives ids to the texts of the games that write_game() gets next, until end_batch().
  void take_texts(const BatchTexts& texts) {
    begin();
    games_->take_texts(texts);
  }
  /// A game of the last record. \returns the posting number of the game's ply 0.
  std::uint64_t write_game(const GameRow& game);
  /// The games of write_game() are stored: their rows may go.
  void end_batch() { games_->end_batch(); }
  /// The same for a game that another database stores.
  std::uint64_t write_game(const StoredGame& game, StoredTexts& texts);
  /// The words of `games` games that were written, whose ids follow `first_game`.
  void add_words(std::int64_t first_game, std::size_t games, std::vector<WordRun> runs);
  /// The member is finished: a later run resumes at the next one.
  void pass_member(std::int64_t ordinal);
  /// The current member ends early, at this offset.
  void note_damage(std::int64_t damaged_at, const std::string& damage);
  /// Marks the source done; one that replaces another takes its place now.
  void end_source();
  /// Leaves the source in state loading: a later run resumes it.
  void leave_source();
  /// Deletes the source with all that was stored of it.
  void drop_source();
  /// True if the source holds the same records as the one that it replaces, except those removed
  /// there.
  [[nodiscard]] bool equals_replaced();
  /// Drops the source because the one that it replaces holds the same records. That one takes over
  /// its damage.
  void keep_replaced();
  /// Drops the source because the one that it replaces holds more records. That one keeps its own
  /// damage.
  void keep_fuller_replaced();
  /// Deletes the text blocks of a record that is not stored, from `first` to before `end`; `end` 0:
  /// all from `first` on.
  void drop_text_blocks(std::int64_t first, std::int64_t end);
  void commit();

  [[nodiscard]] SourceRow& source() { return source_; }
  [[nodiscard]] bool in_source() const { return source_.id != SourceId::none; }
  [[nodiscard]] FactWriter& facts() { return games_->facts(); }
  /// The id that the next game gets.
  [[nodiscard]] std::int64_t next_game() const { return games_->next_game(); }
  [[nodiscard]] Database& database() { return database_; }
  /// Opens a transaction if none is open.
  void begin();

 private:
  /// Writes the row of the source as it is now.
  void save_source();
  /// Prepares to read the last record of the source again, with the bytes appended to it.
  void drop_last_record();
  void add_reject(const std::optional<Problem>& reject);
  /// Writes all buffered rows: before a commit, and before anything is read or removed.
  void flush();

  Database& database_;
  SourceTable sources_;
  std::unique_ptr<SqlTransaction> transaction_;
  std::unique_ptr<GameWriter> games_;
  WordWriter words_;
  SqlStatement find_member_, insert_member_;
  RowInserter record_rows_;
  SqlStatement insert_text_block_;
  SourceRow source_;
  bool is_new_source_ = false;  // its row is not stored yet
  GamePlace last_record_;       // the place of its games
  std::int64_t member_ = 0;
  std::int64_t next_source_;
  std::int64_t next_member_;
  std::int64_t next_record_;
  std::int64_t next_text_block_;
};

}  // namespace ludex
