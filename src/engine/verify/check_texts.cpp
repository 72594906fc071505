#include "engine/verify/checks.hpp"
#include "index/ordered_pipeline.hpp"
#include "store/packed_text.hpp"
#include "store/record_texts.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ludex {
namespace {

constexpr std::size_t kTextBlocksAtOnce = 4;

/// A record, and where its text begins.
struct TextPlace {
  std::int64_t record = 0;
  std::int64_t length = 0;
  std::int64_t block = 0;
  std::int64_t offset = 0;
  std::string hash;
};

/// Blocks in the order of ids, with the records whose text begins in them.
struct TextBatch {
  struct Block {
    std::int64_t id = 0;
    std::int64_t size = 0;
    std::string packed;
    std::optional<std::string> text;  ///< none: damaged
  };
  std::vector<Block> blocks;
  std::vector<TextPlace> records;
};

/// Reads blocks and records side by side.
class TextReader {
 public:
  explicit TextReader(VerifiedDatabase& database)
      : blocks_(database.sql, "SELECT id, size, data FROM text_block ORDER BY id"),
        records_(database.sql,
                 "SELECT id, length, text_block, text_offset, hash FROM record "
                 "WHERE text_block IS NOT NULL ORDER BY text_block, text_offset, id") {
    next_record();
  }

  /// False at the end of the blocks.
  bool read(TextBatch& batch) {
    batch.blocks.clear();
    batch.records.clear();
    while (batch.blocks.size() < kTextBlocksAtOnce && has_more_blocks_) {
      has_more_blocks_ = blocks_.step();
      if (!has_more_blocks_) break;
      TextBatch::Block& block = batch.blocks.emplace_back();
      block.id = blocks_.integer(0);
      block.size = blocks_.integer(1);
      block.packed = blocks_.string(2);
    }
    if (batch.blocks.empty()) return false;
    for (; record_ && record_->block <= batch.blocks.back().id; next_record()) {
      batch.records.push_back(std::move(*record_));
    }
    return true;
  }
  /// A record after the last block.
  [[nodiscard]] const std::optional<TextPlace>& rest() const { return record_; }
  void next_record() {
    record_.reset();
    has_more_records_ = has_more_records_ && records_.step();
    if (!has_more_records_) return;
    record_.emplace(TextPlace{records_.integer(0), records_.integer(1), records_.integer(2),
                              records_.integer(3), records_.string(4)});
  }

 private:
  SqlStatement blocks_;
  SqlStatement records_;
  bool has_more_blocks_ = true;  // a statement that has ended would begin again
  bool has_more_records_ = true;
  std::optional<TextPlace> record_;
};

void unpack(TextUnpacker& unpacker, TextBatch::Block& block) {
  block.text.emplace();
  if (!unpacker.unpack(block.packed, static_cast<std::uint64_t>(block.size), *block.text)) {
    block.text.reset();
  }
}

/// Hashes the texts of records, which lie in the blocks one after the other.
class TextHasher {
 public:
  explicit TextHasher(VerifiedDatabase& database)
      : database_(database), state_(XXH3_createState(), XXH3_freeState) {
    if (state_ == nullptr) throw Error("out of memory for a hash");
  }

  void take(const TextBatch& batch) {
    auto record = batch.records.begin();
    for (const TextBatch::Block& block : batch.blocks) {
      ++database_.report.blocks;
      if (!block.text) {
        database_.findings.add_damage(fmt::format("text block {} does not unpack", block.id));
      }
      if (open_) go_on(block);
      for (; record != batch.records.end() && record->block <= block.id; ++record) {
        begin(*record, block);
      }
    }
  }
  /// The blocks have ended; records that are left have no text.
  void finish(TextReader& reader) {
    if (open_) refuse("ends before its length");
    for (; reader.rest(); reader.next_record()) {
      open_ = reader.rest();
      refuse("is not there");
    }
  }

 private:
  void begin(const TextPlace& place, const TextBatch::Block& block) {
    if (open_) refuse("runs into the next one");
    open_ = place;
    ++database_.report.records;
    XXH3_128bits_reset(state_.get());
    left_ = place.length;
    next_block_ = place.block;
    offset_ = place.offset;
    if (place.length < 0 || place.offset < 0) return refuse("begins or ends before its block");
    go_on(block);
  }
  void go_on(const TextBatch::Block& block) {
    if (block.id != next_block_) return refuse("is in a block that is missing");
    if (!block.text) return refuse("is in a damaged block");
    const std::string_view text = *block.text;
    if (left_ > 0 && static_cast<std::uint64_t>(offset_) >= text.size()) {
      return refuse("begins after the end of its block");
    }
    const std::string_view part = text.substr(
        std::min(static_cast<std::size_t>(offset_), text.size()), static_cast<std::size_t>(left_));
    XXH3_128bits_update(state_.get(), part.data(), part.size());
    database_.report.text_bytes += static_cast<std::int64_t>(part.size());
    left_ -= static_cast<std::int64_t>(part.size());
    next_block_ = block.id + 1;
    offset_ = 0;
    if (left_ == 0) close();
  }
  void close() {
    XXH128_canonical_t hash;
    XXH128_canonicalFromHash(&hash, XXH3_128bits_digest(state_.get()));
    const std::string_view bytes(reinterpret_cast<const char*>(hash.digest), sizeof hash.digest);
    if (bytes != open_->hash) return refuse("has another hash");
    open_.reset();
  }
  void refuse(std::string_view why) {
    database_.findings.add_damage(fmt::format("record {}: its text {}", open_->record, why));
    open_.reset();
  }

  VerifiedDatabase& database_;
  std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state_;
  std::optional<TextPlace> open_;  // a record whose text goes on in the next block
  std::int64_t left_ = 0;
  std::int64_t next_block_ = 0;
  std::int64_t offset_ = 0;
};

}  // namespace

void check_texts(VerifiedDatabase& database) {
  database.findings.check("texts", [&] {
    TextReader reader(database);
    TextHasher hasher(database);
    run_in_order<TextBatch>([&](TextBatch& batch) { return reader.read(batch); },
                            [](TextBatch& batch) {
                              TextUnpacker unpacker;
                              for (TextBatch::Block& block : batch.blocks) unpack(unpacker, block);
                            },
                            [&](const TextBatch& batch) { hasher.take(batch); });
    hasher.finish(reader);
  });
  database.findings.check("records", [&] {
    SqlStatement select(database.sql, "SELECT id, format, form FROM record");
    while (select.step()) {
      try {
        (void)stored_format(select.integer(1));
        (void)stored_form(select.integer(2));
      } catch (const DatabaseError& error) {
        database.findings.add(fmt::format("record {}: {}", select.integer(0), error.what()));
      }
    }
  });
}

}  // namespace ludex
