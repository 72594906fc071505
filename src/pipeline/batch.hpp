#pragma once

#include "core/position_key.hpp"
#include "formats/format.hpp"
#include "source/source_damage.hpp"
#include "store/game_row.hpp"
#include "store/source_table.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ludex {

struct SourcePlan;

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

struct SourceBegin {
  const SourcePlan* plan = nullptr;
  ReadingLimits limits;
};

struct MemberBegin {
  std::int64_t ordinal = 0;
  std::string name;
  bool resumes = false;  // it starts where the previous run ended
};

/// The reader fills in where the record stands, a worker what it is; the writer its text block.
struct RecordItem {
  RecordRow row;
  std::size_t text_bytes = 0;    // in Batch::text, from row.text_begin
  std::uint64_t junk_bytes = 0;  // before it
  std::string context;           // what its splitter carried to it
  bool unclosed = false;
  std::size_t games = 0;  // of Worked::games
};

/// Of a record over the limit.
struct RecordPiece {
  Format format{};
  std::uint64_t offset_bytes = 0;  // of the record
  std::uint64_t text_begin = 0;    // in Batch::text
  std::uint64_t junk_bytes = 0;    // before the record
  bool is_last = false;            // if so, these are those of the whole record:
  std::uint64_t length_bytes = 0;
  RecordHash hash{};
};

struct MemberEnd {
  std::int64_t ordinal = 0;
  std::string name;
  std::uint64_t junk_bytes = 0;  // behind the last record
  bool resumable = false;        // bytes may follow later
  std::optional<Damage> damage;
  std::vector<ForeignBytes> foreign;
};

/// A member of an archive without a known format.
struct MemberSkipped {
  std::int64_t ordinal = 0;
};

struct SourceEnd {
  bool resumable = false;
  bool unclosed = false;                // the last record
  std::uint64_t last_offset_bytes = 0;  // where that record starts
  std::string content_hash;             // of the whole stream; empty for files
};

/// The source may have begun.
struct SourceFailed {
  std::string message;
};

/// Found in a folder, of no known format.
struct StrayFile {};

/// What a reader saw. Items come in the order of the source.
using Item = std::variant<SourceBegin, MemberBegin, RecordItem, RecordPiece, MemberEnd,
                          MemberSkipped, SourceEnd, SourceFailed, StrayFile>;

/// Records that travel together: some hundred KiB of text and what happened around them.
struct Batch {
  std::string text;
  std::vector<Item> items;
  std::uint64_t source_bytes_read = 0;  // since the batch before
};

/// What a worker made of a batch.
struct Worked {
  std::string packed_text;  // zstd frame of Batch::text; empty without text
  std::size_t text_bytes = 0;
  std::vector<Item> items;
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
