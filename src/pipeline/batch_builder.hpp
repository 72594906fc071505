#pragma once

#include "core/position_key.hpp"
#include "formats/format.hpp"
#include "formats/splitter.hpp"
#include "index/word_run.hpp"
#include "pipeline/source_plan.hpp"
#include "source/byte_stream.hpp"
#include "store/batch_texts.hpp"
#include "store/game_row.hpp"
#include "store/record_hash.hpp"
#include "store/source_table.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace ludex {

/// Why a stream or source ended early.
struct Damage {
  std::uint64_t offset_bytes = 0;
  std::string reason;
  DamageCause cause = DamageCause::content;
};

/// Bytes of a member that look like records of another format.
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
  bool resumes = false;                                // continues where the previous run ended
  std::vector<std::string_view> missing_companions{};  // endings: ".jou"
};

/// The reader sets the place of the record, a worker its contents, the writer its text block.
struct RecordItem {
  RecordRow row;
  std::size_t text_bytes = 0;    // in Batch::text, from row.text_begin
  std::uint64_t junk_bytes = 0;  // before it
  std::string context;           // context from its splitter
  bool unclosed = false;
  std::size_t games = 0;  // of Worked::games
};

/// A piece of a record over the limit.
struct RecordPiece {
  Format format{};
  std::uint64_t offset_bytes = 0;  // of the record
  std::uint64_t text_begin = 0;    // in Batch::text
  std::uint64_t junk_bytes = 0;    // before the record
  bool is_last = false;            // if so, these describe the whole record:
  std::uint64_t length_bytes = 0;
  RecordHash hash{};
};

struct MemberEnd {
  std::int64_t ordinal = 0;
  std::string name;
  std::uint64_t junk_bytes = 0;  // after the last record
  bool resumable = false;        // bytes may follow later
  std::optional<Damage> damage;
  std::vector<ForeignBytes> foreign;
};

/// A member of an archive without a known format.
struct MemberSkipped {
  std::int64_t ordinal = 0;
  std::string name;  ///< PATH!MEMBER
};

struct SourceEnd {
  bool resumable = false;
  bool unclosed = false;                // the last record
  std::uint64_t last_offset_bytes = 0;  // where that record starts
  std::string content_hash;             // of the whole stream; empty for files
  FileChange change = FileChange::none;
};

/// The source may already have begun.
struct SourceFailed {
  std::string source;
  std::string message;
  bool is_other_stream = false;  // than the one that an earlier run read in part
};

/// Found in a folder, of no known format.
struct StrayFile {
  std::string path;
};

/// The events of a reader, in the order of the source.
using Item = std::variant<SourceBegin, MemberBegin, RecordItem, RecordPiece, MemberEnd,
                          MemberSkipped, SourceEnd, SourceFailed, StrayFile>;

/// Records that are processed together: a few hundred KiB of text, and the events around them.
struct Batch {
  std::string text;
  std::vector<Item> items;
  std::uint64_t source_bytes_read = 0;  // since the batch before
};

/// The result of a worker for one batch.
struct Worked {
  std::string packed_text;  // zstd frame of Batch::text; empty without text
  std::size_t text_bytes = 0;
  std::vector<Item> items;
  std::vector<GameRow> games;     // of all items, in order
  BatchTexts texts;               // of all games
  std::vector<PositionKey> keys;  // of all games, in order; total_positions of each
  std::vector<WordRun> words;     // of all games, which count from 0
  std::uint64_t source_bytes_read = 0;

  /// Keeps its memory.
  void clear() {
    packed_text.clear();
    items.clear();
    texts.clear();
    games.clear();
    keys.clear();
    words.clear();
    text_bytes = source_bytes_read = 0;
  }
};

/// What a builder made of records that follow each other.
struct CollectedRecords {
  std::vector<Batch> batches;
  bool last_open = false;               ///< see BatchBuilder
  std::uint64_t last_offset_bytes = 0;  ///< see BatchBuilder
};

/// Collects records from a splitter into batches of about `batch_bytes` and passes them on.
class BatchBuilder final : public RecordSink {
 public:
  using Deliver = std::function<void(Batch)>;

  BatchBuilder(std::size_t batch_bytes, Deliver deliver);
  ~BatchBuilder() override;

  void record(const FoundRecord& found) override;
  void oversize_piece(std::string_view piece, std::uint64_t record_offset_bytes,
                      bool last) override;
  void junk(std::uint64_t offset_bytes, std::uint64_t length_bytes) override;
  void foreign(Format looks_like, std::uint64_t offset_bytes, std::uint64_t length_bytes) override;

  /// The format of the records that follow.
  void set_format(Format format) { format_ = format; }
  void add(Item item);
  /// Adds records that another builder collected from the bytes that follow. None change nothing.
  void append(CollectedRecords records, std::uint64_t source_bytes);
  /// The junk since the last record.
  [[nodiscard]] std::uint64_t take_junk() { return std::exchange(junk_bytes_, 0); }
  /// Bytes that looked like another format since the last call, one entry per format.
  [[nodiscard]] std::vector<ForeignBytes> take_foreign() { return std::exchange(foreign_, {}); }
  void note_source_bytes(std::uint64_t bytes) { batch_.source_bytes_read += bytes; }
  /// True if bytes appended to the stream may belong to the last record.
  [[nodiscard]] bool last_open() const { return last_open_; }
  /// The offset of the last record in its member.
  [[nodiscard]] std::uint64_t last_offset_bytes() const { return last_offset_bytes_; }
  /// Drops the record or junk that was open when reading failed.
  void abandon_record();
  void flush();

 private:
  /// \returns where it begins
  std::uint64_t append_text(std::string_view text);

  std::size_t batch_bytes_;
  Deliver deliver_;
  Batch batch_;
  Format format_{};
  std::uint64_t junk_bytes_ = 0;
  std::vector<ForeignBytes> foreign_;
  bool last_open_ = false;
  std::uint64_t last_offset_bytes_ = 0;
  std::optional<RecordHasher> oversize_hash_;
  std::uint64_t oversize_bytes_ = 0;
};

}  // namespace ludex
