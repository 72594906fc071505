#include "support/made_database.hpp"

#include "formats/values/search_words.hpp"
#include "games/api/game_rules.hpp"
#include "games/api/replay_script.hpp"
#include "index/posting_sorter.hpp"
#include "pipeline/segment_keeper.hpp"
#include "store/game_scripts.hpp"
#include "store/game_writer.hpp"
#include "store/games_view.hpp"
#include "store/posting_tables.hpp"
#include "store/removal.hpp"
#include "store/word_segments.hpp"

#include <algorithm>
#include <bit>
#include <span>

namespace ludex::test {
namespace {

RecordHash record_hash(std::uint64_t hash) {
  const std::uint64_t twice[2] = {hash, hash};
  return std::bit_cast<RecordHash>(twice);
}

}  // namespace

MadeDatabase::MadeDatabase()
    : database_(Database::open_for_writing(folder_.path("made.db"), 8 * 1024 * 1024)) {
  database_.sql().exec("PRAGMA synchronous = OFF");
}

SourceId MadeDatabase::add_source(const std::string& name, bool hidden, bool variations) {
  source_ = database_.next_id("source");
  hidden_ = hidden;
  variations_ = variations;
  SqlStatement source(database_.sql(),
                      "INSERT INTO source (id, name, fingerprint, bytes, options, state, "
                      "hidden, variations, path, added_at) "
                      "VALUES (?, ?, '', 0, '', 2, ?, ?, ?, '')");
  source.bind(1, source_);
  source.bind(2, name);
  source.bind(3, hidden ? 1 : 0);
  source.bind(4, variations ? 1 : 0);
  source.bind(5, name);
  source.run();
  SqlStatement member(database_.sql(),
                      "INSERT INTO member (id, source_id, ordinal, name) VALUES (?1, ?1, 0, '')");
  member.bind(1, source_);
  member.run();
  database_.set_next_id("source", source_ + 1);
  fit_games_view(database_.sql());
  return static_cast<SourceId>(source_);
}

std::int64_t MadeDatabase::add_record(std::uint64_t hash, bool rejected) {
  const std::int64_t id = database_.next_id("record");
  SqlStatement record(database_.sql(),
                      "INSERT INTO record (id, member_id, offset, length, format, form, hash, "
                      "reject_kind, reject_offset) "
                      "VALUES (?, ?, ?, 10, 0, 0, ?, ?, 0)");
  record.bind(1, id);
  record.bind(2, source_);
  record.bind(3, id * 10);
  const RecordHash bytes = record_hash(hash);
  record.bind_blob(4, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  if (rejected) record.bind(5, static_cast<int>(ProblemKind::no_node));
  record.run();
  database_.set_next_id("record", id + 1);
  database_.sql().exec(
      "UPDATE source SET records = records + 1, record_bytes = record_bytes + 10, "
      "stream_bytes = stream_bytes + 10 WHERE id = " +
      std::to_string(source_));
  return id;
}

void MadeDatabase::add_games(std::vector<GameRow> games) {
  SqlTransaction transaction(database_.sql());
  GameWriter writer(database_.sql(), database_.next_id("game"), database_.next_id("posting"),
                    1024 * 1024);
  BatchTexts texts;
  for (GameRow& game : games) texts.add(game);
  writer.take_texts(texts);
  WordWriter words(database_.sql(), 1024 * 1024);
  WordRunBuilder builder;
  for (GameRow& game : games) {
    const GameInfo& info = game.info;
    builder.begin_game(0);
    for (const std::string& text : {info.seats[0].name + ", " + info.seats[1].name, info.event,
                                    info.game_name, info.comment}) {
      builder.add_text(search_words(text));
    }
    std::vector<WordRun> runs;
    runs.push_back(builder.pack());
    words.add(writer.next_game(), 1, std::move(runs));
    const std::int64_t record = add_record(game.content_hash, false);
    writer.write(game, {.record = static_cast<RecordId>(record),
                        .member = source_,
                        .offset_bytes = static_cast<std::uint64_t>(record * 10),
                        .length_bytes = 10,
                        .hash = record_hash(game.content_hash),
                        .source = static_cast<SourceId>(source_),
                        .hidden = hidden_,
                        .variations_indexed = variations_});
  }
  writer.flush();
  words.flush();
  database_.set_next_id("game", writer.next_game());
  database_.set_next_id("posting", writer.next_posting());
  transaction.commit();
}

void MadeDatabase::add_reject(const std::string& text) {
  add_record(std::hash<std::string>()(text), true);
}

void MadeDatabase::index_positions() {
  SqlConnection& sql = database_.sql();
  std::uint64_t covered = 0;
  PostingTables tables(sql);
  for (const SegmentInfo& segment : tables.segments()) {
    covered = std::max(covered, segment.end_number);
  }
  FactReader facts(sql);
  GameScripts scripts(sql);
  PostingSorter sorter({64 * 1024 * 1024, folder_.path("made.db")});
  std::vector<PositionKey> keys;
  for (std::int64_t id = 1; id < database_.next_id("game"); ++id) {
    const auto game = static_cast<GameId>(id);
    const auto first = static_cast<std::uint64_t>(facts.value(Fact::first_posting, game));
    const GameRules* const rules = find_rules(static_cast<GameType>(facts.value(Fact::game, game)));
    if (first < covered || rules == nullptr) continue;
    const std::int64_t size = facts.value(Fact::size, game);
    const bool all = facts.flags(game).has(GameFlags::variations_indexed);
    keys.clear();
    rules->append_keys(
        scripts.script(game),
        {static_cast<std::int16_t>(size >> 16), static_cast<std::int16_t>(size & 0xFFFF)}, 0,
        static_cast<std::uint32_t>(
            facts.value(all ? Fact::total_positions : Fact::main_positions, game)),
        keys);
    sorter.add(first, keys);
  }
  if (sorter.postings() == 0) return;
  SqlTransaction transaction(sql);
  SegmentKeeper(database_, 1024 * 1024).write(sorter);
  transaction.commit();
}

void MadeDatabase::remove(GameId game) {
  SqlTransaction transaction(database_.sql());
  FactWriter facts(database_.sql(), database_.next_id("game"));
  delete_games(database_.sql(), facts, std::span(&game, 1));
  transaction.commit();
}

GameRow go_game(BoardSize size, const std::vector<std::uint16_t>& points) {
  GameRow game;
  game.info.size = size;
  Player player = Player::first;
  for (const std::uint16_t point : points) {
    game.script.push_back(
        script::op(player == Player::first ? script::first_move : script::second_move, point));
    player = opponent(player);
  }
  game.moves = static_cast<std::uint32_t>(points.size());
  game.main_positions = game.total_positions = game.moves + 1;
  return game;
}

}  // namespace ludex::test
