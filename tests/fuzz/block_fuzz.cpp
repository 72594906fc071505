// Any bytes as each kind of block that a database holds: facts, rows, scripts, captures, moments
// and what is counted of them, words, beginnings and groups of duplicates. They end in values that
// fit their ranges, or in an error; what is packed comes back.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/little_endian.hpp"
#include "games/api/captures.hpp"
#include "games/api/cell_line.hpp"
#include "games/api/game_rules.hpp"
#include "index/moment_counts.hpp"
#include "index/moment_list.hpp"
#include "index/word_block.hpp"
#include "ludex/error.hpp"
#include "store/database.hpp"
#include "store/duplicate_blocks.hpp"
#include "store/facts.hpp"
#include "store/fts_words.hpp"
#include "store/game_captures.hpp"
#include "store/game_scripts.hpp"
#include "store/row_block.hpp"
#include "store/row_fields.hpp"
#include "store/sql/sqlite_file.hpp"

#include "fuzz_input.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

using namespace ludex;
using fuzz::FuzzInput;
using fuzz::require;

namespace {

template <class Read>
void try_to(Read read) {
  try {
    read();
  } catch (const DatabaseError&) {
  }
}

void check_facts(FuzzInput& input) {
  const auto minimum = static_cast<std::int64_t>(input.number(8));
  const std::string_view data = input.rest();
  try_to([&] {
    const PackedFacts packed = read_packed_facts(data, minimum);
    std::vector<std::int64_t> values;
    unpack_facts(packed, values);
    FactValues copied;
    copied.assign(packed);
    require(values.size() == packed.count && copied.size() == packed.count);
    std::vector<std::int32_t> narrow(values.size());
    unpack_facts<std::int32_t>(packed, narrow);
    for (std::size_t i = 0; i < values.size(); ++i) {
      require(packed[i] == values[i] && copied[i] == values[i]);
      require(narrow[i] == static_cast<std::int32_t>(values[i]));
    }
  });
}

void check_packed_facts(FuzzInput& input) {
  std::vector<std::int64_t> values;
  const int bytes = 1 << input.below(4);
  while (!input.empty()) values.push_back(static_cast<std::int64_t>(input.number(bytes)));
  if (values.empty()) return;
  const std::string data = pack_facts(values);
  std::vector<std::int64_t> again;
  unpack_facts(read_packed_facts(data, *std::ranges::min_element(values)), again);
  require(again == values);
}

void check_row(std::string_view row) {
  try_to([&] {
    RowFields fields;
    unpack_row(row, fields);
    require(fields.present() >> kRowFieldCount == 0);
    std::string packed;
    pack_row(fields, packed);
    RowFields again;
    unpack_row(packed, again);
    require(again.present() == fields.present());
    std::string repacked;
    pack_row(again, repacked);
    require(repacked == packed);
  });
}

void check_rows(FuzzInput& input) {
  RowBlock block;
  while (!input.empty() && block.size() < 32) block.append(input.take(input.number(2) % 300));
  std::string data = block.data();
  RowBlockView view(data);
  for (std::size_t i = 0; i < view.size(); ++i) check_row(view.row(i));
}

/// A block as it is, and with the checksum that fits.
void check_row_block(std::string_view bytes) {
  constexpr std::size_t kCountAt = 2, kChecksumAt = 4, kRest = 12;
  std::string data(bytes);
  const auto read = [&] {
    try_to([&] {
      const RowBlockView view(data);
      for (std::size_t i = 0; i < view.size() + 2; ++i) check_row(view.row(i));
    });
  };
  read();
  if (data.size() < kRest) return;
  data[0] = 1;  // the format
  const auto count = load_little<std::uint16_t>(data.data() + kCountAt);
  store_little(data.data() + kChecksumAt,
               XXH3_64bits_withSeed(data.data() + kRest, data.size() - kRest, count));
  read();
}

/// Words that no packing made: every game must come to an end with them.
void replay(std::span<const std::uint16_t> ops, BoardSize size) {
  for (const GameRules* const rules : all_rules()) {
    if (!rules->playable(size)) continue;
    std::vector<PositionKey> keys;
    rules->append_keys(ops, size, 0, 64, keys);
    require(keys.size() <= 64);
    const auto position = rules->find_position(ops, size, 3);
    if (position) (void)rules->key_of(*position);
    std::vector<SequenceStep> steps;
    rules->append_steps(ops, steps);
    (void)rules->captures(ops, size);
    CellLine line;
    rules->read_line({.ops = ops, .size = size}, line);
  }
}

void check_scripts(FuzzInput& input) {
  const auto side = static_cast<std::int16_t>(1 + input.below(26));
  const std::string block(input.rest());
  std::vector<std::uint16_t> ops;
  for (std::size_t place = 0; place < 4; ++place) {
    try_to([&] {
      unpack_script(block, place, ops);
      if (ops.size() < 400) replay(ops, {side, side});
    });
  }
}

void check_script(FuzzInput& input) {
  const auto width = static_cast<std::int16_t>(1 + input.below(26));
  const auto height = static_cast<std::int16_t>(1 + input.below(26));
  std::vector<std::uint16_t> ops;
  while (!input.empty()) ops.push_back(static_cast<std::uint16_t>(input.number(2)));
  const auto end = static_cast<std::uint32_t>(ops.size());
  std::vector<std::uint16_t> again;
  std::string block;
  pack_scripts(std::span(&end, 1), ops, block);
  unpack_script(block, 0, again);
  require(again == ops);
  if (ops.size() < 400) replay(ops, {width, height});
}

void check_captures(std::string_view data) {
  try_to([&] {
    CaptureBlock block(data);
    for (std::size_t place = 0; place < 260; place += 1 + place % 3) (void)block.at(place);
  });
}

/// Kinds of block with one layout of their head: the format, bytes of their own, and at byte 8 the
/// checksum of all others.
std::string sealed_block(std::string_view bytes, std::uint8_t format) {
  constexpr std::size_t kSealAt = 8, kSealedHead = 16;
  std::string data(bytes);
  if (data.size() < kSealedHead) return data;
  data[0] = static_cast<char>(format);
  const std::string_view rest = std::string_view(data).substr(kSealedHead);
  store_little(data.data() + kSealAt,
               XXH64(rest.data(), rest.size(), XXH64(data.data(), kSealAt, 0)));
  return data;
}

void check_moments(std::string_view bytes) {
  std::string data(bytes);
  const auto read = [&] {
    MomentList list;
    if (list.open(data) != BlockFault::none) return;
    for (std::uint32_t i = 0; i < std::min(list.postings(), 10'000U); ++i) {
      require(list.moment(i) < list.most_moments());
    }
  };
  read();
  data = sealed_block(data, kMomentFormat);
  read();
}

void read_counts(std::string_view data, std::uint32_t moments) {
  constexpr std::uint64_t kFirstNumber = 1000;
  MomentCounts counts, again;
  if (read_moment_counts(data, moments, kFirstNumber, counts) != BlockFault::none) return;
  require(counts.samples.size() == counts.cells.size());
  for (const MomentCell& cell : counts.cells) require(cell.moment < moments);
  for (const MomentCounts::Visit& visit : counts.others) require(visit.moment < moments);
  const std::string packed = pack_moment_counts(counts, moments, kFirstNumber);
  require(read_moment_counts(packed, moments, kFirstNumber, again) == BlockFault::none);
  require(again.cells == counts.cells && again.others == counts.others);
}

void check_counts(FuzzInput& input) {
  constexpr std::size_t kMomentsAt = 4;
  const auto moments = static_cast<std::uint32_t>(1 + input.byte());
  std::string data(input.rest());
  read_counts(data, moments);
  if (data.size() < kMomentsAt + 4) return;
  store_little(data.data() + kMomentsAt, moments);
  read_counts(sealed_block(data, kMomentCountsFormat), moments);
}

void check_beginnings(std::string_view bytes) {
  for (const std::string& data : {std::string(bytes), sealed_block(bytes, kDuplicateFormat)}) {
    try_to([&] {
      std::vector<BeginningHashes> beginnings, again;
      read_beginnings(data, beginnings);
      read_beginnings(pack_beginnings(beginnings), again);
      require(again == beginnings);
    });
  }
}

void check_duplicates(FuzzInput& input) {
  const auto chunk = static_cast<std::int64_t>(input.number(2));
  const std::string_view bytes = input.rest();
  for (const std::string& data : {std::string(bytes), sealed_block(bytes, kDuplicateFormat)}) {
    try_to([&] {
      std::vector<GroupedGame> games, again;
      read_groups(chunk, data, games);
      for (const GroupedGame& one : games) {
        require((raw(one.game.game) - 1) / kDuplicateChunkGames == chunk);
      }
      read_groups(chunk, pack_groups(chunk, games), again);
      require(again == games);
    });
  }
}

/// A block of words: its entries ascend, and what they hold comes back from another block.
void read_words(std::string_view data) {
  if (WordBlock::check(data) != BlockFault::none) return;
  std::string packed, word;
  std::vector<std::string> read, again;
  const auto walk = [](std::string_view block, std::vector<std::string>& entries) {
    WordBlock words(block);
    bool sound = true;
    while (words.next()) {
      sound &= for_each_place(words.piece(), [&](std::uint32_t game, std::uint32_t place) {
        require(game >= words.piece().first);
        entries.push_back(std::string(words.word()) + '/' + std::to_string(game) + '/' +
                          std::to_string(place));
      });
    }
    return sound && !words.is_damaged();
  };
  const bool sound = walk(data, read);
  WordBlock words(data);
  WordBlockWriter writer([&](std::string_view block) {
    require(WordBlock::check(block) == BlockFault::none);
    require(walk(block, again));
  });
  if (!sound) return;
  while (words.next()) {
    require(word <= words.word());
    word = words.word();
    writer.add(word, words.piece());
  }
  writer.finish();
  require(read == again);
}

void check_word_block(std::string data) {
  if (data.size() > (1 << 16)) return;
  read_words(data);
  read_words(sealed_block(data, kWordBlockFormat));
}

/// The pages of SQLite's full text search, as a table without it.
void check_words(FuzzInput& input) {
  static SqliteFile sql(":memory:", SqliteFile::Mode::create, 0, "words");
  sql.exec(
      "CREATE TABLE IF NOT EXISTS game_text_config (k PRIMARY KEY, v);"
      "INSERT OR REPLACE INTO game_text_config VALUES ('version', 4);"
      "CREATE TABLE IF NOT EXISTS game_text_data (id INTEGER PRIMARY KEY, block BLOB);"
      "DELETE FROM game_text_data");
  SqlStatement insert(sql, "INSERT OR REPLACE INTO game_text_data VALUES (?, ?)");
  while (!input.empty()) {
    // Ids tell segment and page (fts5_index.c).
    const auto id = static_cast<std::int64_t>(1 + input.below(3)) << 37 | input.byte();
    insert.run(id, SqlBlob{input.take(input.number(2) % 2000)});
  }
  std::int64_t words = 0;
  try_to([&] {
    (void)WordPages(sql).for_each(
        [&](std::string_view word, std::int64_t, std::uint64_t, std::uint64_t) {
          words += static_cast<std::int64_t>(word.size()) + 1;
        });
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  const std::uint8_t kind = input.byte();
  constexpr std::uint8_t kWordBlock = 0xFF, kCounts = 0xFE, kBeginnings = 0xFD, kGroups = 0xFC;
  if (kind == kWordBlock) return check_word_block(std::string(input.rest())), 0;
  if (kind == kCounts) return check_counts(input), 0;
  if (kind == kBeginnings) return check_beginnings(input.rest()), 0;
  if (kind == kGroups) return check_duplicates(input), 0;
  switch (kind % 10) {
    case 0:
      check_facts(input);
      break;
    case 1:
      check_packed_facts(input);
      break;
    case 2:
      check_row(input.rest());
      break;
    case 3:
      check_rows(input);
      break;
    case 4:
      check_row_block(input.rest());
      break;
    case 5:
      check_scripts(input);
      break;
    case 6:
      check_script(input);
      break;
    case 7:
      check_captures(input.rest());
      break;
    case 8:
      check_moments(input.rest());
      break;
    default:
      check_words(input);
  }
  return 0;
}
