#include "pipeline/batch_worker.hpp"

#include "core/ascii.hpp"
#include "core/free_memory.hpp"
#include "core/little_endian.hpp"
#include "formats/charset/charset.hpp"
#include "formats/record_reader.hpp"
#include "formats/text_lines.hpp"
#include "formats/values/search_words.hpp"
#include "store/game_columns.hpp"
#include "store/packed_text.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>
#include <xxhash.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <string_view>
#include <type_traits>

namespace ludex {
namespace {

/// Fields one after the other, each ended by a byte that does not occur in UTF-8.
class Fields {
 public:
  template <class T>
  void add(const T& value) {
    if constexpr (std::is_convertible_v<T, std::string_view>) {
      const std::string_view text = value;
      add_field(text);
    } else if constexpr (std::is_same_v<T, bool>) {
      add_field(value ? "true" : "false");
    } else if constexpr (std::is_integral_v<T>) {
      const fmt::format_int digits(value);
      add_field({digits.data(), digits.size()});
    } else if (value != 0 && std::abs(value) < 1e15 && value == std::trunc(value)) {
      add(static_cast<std::int64_t>(value));  // the same digits, much faster
    } else {
      std::array<char, 32> digits;
      const auto end =
          fmt::format_to_n(digits.begin(), digits.size(), FMT_COMPILE("{}"), value).out;
      add_field({digits.data(), static_cast<std::size_t>(end - digits.begin())});
    }
  }
  template <class T>
  void add(const std::optional<T>& value) {
    if (value) {
      add(*value);
    } else {
      add("\xFE");
    }
  }
  template <class... Values>
  void add_all(const Values&... values) {
    (add(values), ...);
  }
  [[nodiscard]] std::uint64_t hash(std::uint64_t seed) const {
    return XXH3_64bits_withSeed(text_.data(), text_.size(), seed);
  }

 private:
  void add_field(std::string_view field) {
    const std::size_t before = text_.size();
    text_.resize(before + field.size() + 1);
    std::copy(field.begin(), field.end(), text_.data() + before);
    text_[before + field.size()] = '\xFF';
  }

  fmt::basic_memory_buffer<char, 2048> text_;
};

/// All databases use this order and spelling of fields; never change it.
void add_info(Fields& fields, const GameInfo& info) {
  fields.add_all(static_cast<int>(info.game), info.declared_game, static_cast<int>(info.kind),
                 info.size.width, info.size.height);
  for (const SeatInfo& seat : info.seats) {
    fields.add_all(seat.name, seat.rank, seat.team, seat.rank_order, seat.rating, seat.is_computer,
                   seat.score);
  }
  fields.add_all(info.event, info.round, info.place, info.game_name, info.annotator, info.opening,
                 info.published_in, info.entered_by, info.date_raw, info.date.from, info.date.to,
                 static_cast<int>(info.date.precision), info.result_raw,
                 static_cast<int>(info.result.winner), static_cast<int>(info.result.by),
                 info.result.margin, static_cast<int>(info.result.from), info.komi, info.handicap,
                 info.rules, info.time_limit_raw, info.time_limit_seconds, info.overtime,
                 info.external_id, info.application, info.charset, info.lexicon, info.variant,
                 info.board_name, info.comment, info.unclosed, info.result_disputed);
  for (const Problem& problem : info.problems) {
    fields.add_all(static_cast<int>(problem.kind), problem.ply, problem.offset_bytes,
                   problem.message);
  }
}

/// Newer columns, by name, if they have a value, so that games without a value keep their hash.
void add_later_columns(Fields& fields, const GameRow& game) {
  constexpr std::size_t kFirstLaterField = 52;
  static constexpr GamePlace kNowhere{};
  for (std::size_t field = kFirstLaterField; field < kRowFieldCount; ++field) {
    const GameColumn& column = *kFields[field];
    const ColumnValue value = column.value({game, game.info, kNowhere});
    if (!column.is_hashed || value.is_null()) continue;
    fields.add(column.name);
    switch (value.kind()) {
      case ColumnValue::Kind::integer:
        fields.add(value.integer());
        break;
      case ColumnValue::Kind::real:
        fields.add(value.real());
        break;
      default:
        fields.add(value.text());
    }
  }
}

bool stands_for_itself(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

void append_quoted(const std::string& text, std::string& json) {
  if (std::all_of(text.begin(), text.end(), stands_for_itself)) {
    json.append("\"").append(text).append("\"");
  } else {
    json += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
}

/// Frees each value once it is written, so that many properties are never held twice.
std::string to_json(std::vector<std::pair<std::string, std::string>> properties) {
  if (properties.empty()) return {};
  std::string json;
  for (auto& [ident, value] : properties) {
    json += json.empty() ? "[[" : ",[";
    append_quoted(ident, json);
    json += ',';
    append_quoted(value, json);
    json += ']';
    free_memory(value);
  }
  json += ']';
  return json;
}

void add_problems(GameInfo& info, const std::vector<Problem>& problems) {
  info.problems.insert(info.problems.end(), problems.begin(), problems.end());
}

void add_left_out(GameInfo& info, std::uint64_t problems) {
  if (problems == 0) return;
  info.problems.push_back({.kind = ProblemKind::more_problems,
                           .message = fmt::format("{} more are not listed", problems)});
}

void add_text_problems(RecordReader& reader) {
  add_problems(reader.info(0), reader.text_problems());
  add_left_out(reader.info(0), reader.text_problems_left_out());
}

/// The names of all seats, with commas between them.
void join_players(const GameInfo& info, std::string& text) {
  text.clear();
  for (const SeatInfo& seat : info.seats) {
    if (seat.name.empty()) continue;
    if (!text.empty()) text += ", ";
    text += seat.name;
  }
}

/// The words of short texts that are not ASCII: names come again and again, and folding one takes a
/// microsecond.
class WordCache {
 public:
  /// Valid until the next call.
  const std::string& words_of(std::string_view text) {
    const bool is_kept = text.size() <= kMostTextBytes && !is_ascii(text);
    if (!is_kept) {
      read_search_words(text, words_);
      return words_;
    }
    Slot& slot = slots_[XXH3_64bits(text.data(), text.size()) & (kSlots - 1)];
    if (slot.text != text) {
      slot.text = text;
      read_search_words(text, slot.words);
    }
    return slot.words;
  }

 private:
  static constexpr std::size_t kSlots = 4096;
  static constexpr std::size_t kMostTextBytes = 128;
  struct Slot {
    std::string text, words;
  };
  std::vector<Slot> slots_{kSlots};
  std::string words_;
};

// "RE[B]" names the winner only.
void add_reason(const GameResult& played, GameResult& written) {
  if (written.by != WinBy::unknown) return;
  written.by = played.by;
  written.margin = played.margin;
}

/// A 64-bit hash of the stored game: the text of its record, its columns, its problems, and the
/// keys of all its positions. Equal content gives equal hashes, regardless of how it was indexed.
/// The signature of `info` is computed from them.
std::uint64_t content_hash(const RecordHash& record, std::uint32_t ordinal, const GameRow& game,
                           std::span<const PositionKey> keys) {
  Fields fields;
  add_info(fields, game.info);
  fields.add_all(game.properties_json, game.moves, game.main_positions, game.total_positions,
                 game.branches, game.first_illegal_ply, ordinal);
  if (!game.swap.empty()) fields.add_all(game.swap);
  if (game.info.first_seat_is_white) fields.add("first seat is white");
  if (game.info.date_from_event) fields.add("date from event");
  add_later_columns(fields, game);
  std::uint64_t hash = fields.hash(XXH3_64bits(record.data(), record.size()));
  std::string copy;
  const std::string_view script = little_endian_bytes<std::uint16_t>(game.script, copy);
  hash = XXH3_64bits_withSeed(script.data(), script.size(), hash);
  const std::span words(reinterpret_cast<const std::uint64_t*>(keys.data()), keys.size());
  const std::string_view bytes = little_endian_bytes<std::uint64_t>(words, copy);
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), hash);
}

}  // namespace

class BatchWorker::Impl {
 public:
  explicit Impl(const WorkOptions& options) : options_(options) {
    reading_.memory_bytes = options.memory_bytes;
    if (!options.charset.empty()) reading_.charset = find_charset(options.charset);
  }

  Worked work(Batch batch, Worked room) {
    Worked worked = std::move(room);
    worked.source_bytes_read = batch.source_bytes_read;
    worked.text_bytes = batch.text.size();
    worked.items = std::move(batch.items);
    worked.games.reserve(worked.items.size());
    for (Item& item : worked.items) {
      if (auto* record = std::get_if<RecordItem>(&item)) work_record(batch.text, *record, worked);
    }
    for (GameRow& game : worked.games) worked.texts.add(game);
    worked.words.push_back(words_.pack());
    if (options_.keep_text) packer_.pack(batch.text, worked.packed_text);
    return worked;
  }

 private:
  void work_record(std::string_view batch_text, RecordItem& item, Worked& worked) {
    const std::string_view text = batch_text.substr(item.row.text_begin, item.text_bytes);
    item.row.hash = hash_record(text);
    RecordReader& reader = reader_of(item.row.format);
    item.row.reject = reader.read({text, item.row.form, item.context});
    if (item.row.reject) return;
    item.games = reader.game_count();
    std::vector<PositionKey>& keys = worked.keys;
    for (std::size_t index = 0; index < reader.game_count(); ++index) {
      if (index == 0) add_text_problems(reader);
      const std::size_t first_key = keys.size();
      reader.compile(index, script_, &keys);
      node_text_.clear();
      if (options_.comment_text) reader.append_node_text(index, node_text_);
      GameRow& row = worked.games.emplace_back(std::move(reader.info(index)));
      fill_row(item, row);
      row.content_hash = content_hash(item.row.hash, static_cast<std::uint32_t>(index), row,
                                      std::span(keys).subspan(first_key));
      add_words(static_cast<std::uint32_t>(worked.games.size() - 1), row);
      free_memory(row.info.comment);  // only its words are stored
      if (words_.is_full()) worked.words.push_back(words_.pack());
      assert(keys.size() - first_key == row.total_positions);
    }
  }

  RecordReader& reader_of(Format format) {
    auto& reader = readers_[static_cast<std::size_t>(format)];
    if (!reader) reader = make_record_reader(format, reading_);
    return *reader;
  }

  /// Fills `row` from script_.
  void fill_row(const RecordItem& item, GameRow& row) {
    row.info.unclosed = item.unclosed;
    add_played_result(script_.result, row.info);
    if (script_.swap) row.swap = swap_name(*script_.swap);
    auto& problems = row.info.problems;
    add_problems(row.info, script_.problems);
    add_left_out(row.info, script_.problems_left_out);
    // The parser may have reported it, too.
    const bool is_told =
        std::ranges::find(problems, ProblemKind::unclosed_record, &Problem::kind) != problems.end();
    if (item.unclosed && !is_told) {
      problems.push_back({.kind = ProblemKind::unclosed_record,
                          .offset_bytes = item.row.length_bytes,
                          .message = {}});
    }
    row.script = script_.ops;
    if (script_.knows_captures) row.captures = script_.captures;
    row.moves = script_.moves;
    row.main_positions = script_.main_positions;
    row.total_positions = script_.total_positions;
    row.branches = script_.branches;
    row.first_illegal_ply = script_.first_illegal_ply;
    row.properties_json = to_json(std::move(row.info.properties));
  }

  void add_words(std::uint32_t game, GameRow& row) {
    words_.begin_game(game);
    add_players(row.info);
    add_text(row.info.event);
    add_text(row.info.game_name);
    join_line(row.info.comment, node_text_);
    add_text(row.info.comment);
    row.has_node_text = options_.comment_text;
  }

  void add_text(std::string_view text) { words_.add_text(word_cache_.words_of(text)); }

  /// The words of all names together. Bytes that are not UTF-8 change how a whole text is read.
  void add_players(const GameInfo& info) {
    join_players(info, text_);
    text_words_.clear();
    if (is_ascii(text_) || !is_utf8(text_)) {
      read_search_words(text_, text_words_);
      return words_.add_text(text_words_);
    }
    for (const SeatInfo& seat : info.seats) {
      const std::string& words = word_cache_.words_of(seat.name);
      if (!text_words_.empty() && !words.empty()) text_words_ += ' ';
      text_words_ += words;
    }
    words_.add_text(text_words_);
  }

  WorkOptions options_;
  ReadOptions reading_;
  std::array<std::unique_ptr<RecordReader>, kFormatCount> readers_;
  ReplayScript script_;
  std::string node_text_;  // of the current game
  std::string text_, text_words_;
  WordCache word_cache_;
  WordRunBuilder words_;
  TextPacker packer_;
};

BatchWorker::BatchWorker(const WorkOptions& options) : impl_(std::make_unique<Impl>(options)) {}
BatchWorker::~BatchWorker() = default;

Worked BatchWorker::work(Batch batch, Worked room) {
  return impl_->work(std::move(batch), std::move(room));
}

void add_played_result(const std::optional<GameResult>& played, GameInfo& info) {
  if (!played) return;
  GameResult& written = info.result;
  if (written.winner == Winner::unknown) {
    written = *played;
    return;
  }
  if (written.winner == Winner::asked || written.winner == Winner::void_game) return;
  const bool other_margin = written.margin && played->margin && *written.margin != *played->margin;
  if (written.winner == played->winner && !other_margin) return add_reason(*played, written);
  info.result_disputed = true;
  const bool is_cassios = info.application.starts_with("Cassio");
  if (is_cassios && written.winner == Winner::first) written = *played;
}

}  // namespace ludex
