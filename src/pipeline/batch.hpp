#pragma once

#include "core/position_key.hpp"
#include "formats/format.hpp"
#include "formats/record_sink.hpp"
#include "source/source_damage.hpp"
#include "store/game_row.hpp"
#include "store/source_table.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ludex {

/// How a stream or source ended badly.
struct Damage {
  std::uint64_t offset_bytes = 0;
  std::string reason;
  DamageCause cause = DamageCause::content;
};

/// What looks like records of another format in a member.
struct ForeignBytes {
  Format format{};
  std::uint64_t offset_bytes = 0;  // of the first of them
  std::uint64_t length_bytes = 0;  // of all
};

/// One thing that a reader saw, in order.
struct Item {
  enum class Kind : std::uint8_t {
    source_begin,    // plan, limits
    member_begin,    // ordinal, name; resumable: it starts where the previous run ended
    record,          // text, offset, form, unclosed, junk before it
    piece,           // of a record over the limit; the last one has hash and length
    member_end,      // ordinal, junk at its end, damage; resumable: bytes may follow later
    member_skipped,  // ordinal; of no known format
    source_end,      // resumable, content_hash; unclosed: the last record, which starts at offset
    source_failed,   // name holds the message; the source may have begun
    stray_file,      // found in a folder, of no known format
  };
  Kind kind;
  Format format{};
  TextForm form = TextForm::bytes;
  bool unclosed = false;
  bool last_piece = false;
  bool resumable = false;
  std::uint32_t text_begin = 0;  // in Batch::text
  std::uint32_t text_size = 0;
  std::uint64_t offset_bytes = 0;
  std::uint64_t length_bytes = 0;  // of the whole record
  std::uint64_t junk_bytes = 0;    // before a record, or at the end of a member
  std::int64_t ordinal = 0;
  std::size_t plan = 0;
  std::string context{};  // of a record: what its splitter carried to it
  std::string name{};
  std::string content_hash{};  // of the whole stream, standard input only
  RecordHash hash{};
  std::optional<Damage> damage{};
  std::vector<ForeignBytes> foreign{};  // at the end of a member
  ReadingLimits limits{};
};

/// Records that travel together: some hundred KiB of text and what happened around them.
struct Batch {
  std::string text;
  std::vector<Item> items;
  std::uint64_t source_bytes_read = 0;  // since the batch before
};

/// What a worker made of an item: the record, and how many games it gave.
struct WorkedItem {
  Item item;
  RecordRow record;
  std::size_t games = 0;  // of Worked::games
};

struct Worked {
  std::string packed_text;  // zstd frame of Batch::text; empty without text
  std::size_t text_bytes = 0;
  std::vector<WorkedItem> items;
  std::vector<GameRow> games;     // of all items, in order
  std::vector<PositionKey> keys;  // of all games, in order; total_positions of each
  std::uint64_t source_bytes_read = 0;

  /// Keeps its memory.
  void clear() {
    packed_text.clear();
    items.clear();
    games.clear();
    keys.clear();
    text_bytes = source_bytes_read = 0;
  }
};

}  // namespace ludex
