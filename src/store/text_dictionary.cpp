#include "store/text_dictionary.hpp"

#include "core/free_memory.hpp"
#include "core/hash_seed.hpp"
#include "core/refused_database.hpp"
#include "formats/values/fold.hpp"
#include "store/database.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cassert>

namespace ludex {
namespace {

constexpr std::size_t kFewest = 64;  // slots

constexpr std::size_t kLongText = 16 * 1024;  // rarely repeated, so not remembered
constexpr std::size_t kLongRecent = 256;      // the same for texts that are rarely shared

std::int64_t end_of_block(std::int64_t id) {
  return (id / TextDictionary::kRecentIds + 1) * TextDictionary::kRecentIds;
}

const char* table_name(TextDictionary::Table table) {
  return table == TextDictionary::Table::name ? "name" : "phrase";
}

const char* columns_of(TextDictionary::Table table) {
  return table == TextDictionary::Table::name ? "id, kind, written, folded, normal"
                                              : "id, kind, written, folded";
}

/// The condition by which SQLite knows that phrase_by_text holds the text.
const char* condition_of(TextDictionary::Table table) {
  return table == TextDictionary::Table::name ? "" : " AND kind <> 1";
}

constexpr std::size_t kLongestBytes = 4096;

std::int64_t first_free_id(SqlConnection& sql, std::string_view table) {
  const std::int64_t last = sql.first_integer(fmt::format("SELECT max(id) FROM {}", table));
  if (last < 0 || last >= kMostIds) {
    refuse_database(fmt::format("the last {} id is {}, which is out of range", table, last));
  }
  return last + 1;
}

}  // namespace

std::uint64_t text_hash(int kind, std::string_view text) {
  return XXH3_64bits_withSeed(text.data(), text.size(),
                              hash_seed() + static_cast<std::uint64_t>(kind));
}

std::string normal_name(NameKind kind, std::string_view folded) {
  if (kind == NameKind::round) return {};
  return kind == NameKind::player ? normal_player_name(folded) : normal_title(folded);
}

std::int64_t KnownTexts::find(int kind, std::string_view text, std::uint64_t hash) const {
  if (slots_.empty()) return 0;
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask; slots_[at].place != 0; at = (at + 1) & mask) {
    if (slots_[at].hash != static_cast<std::uint32_t>(hash)) continue;
    const Known& known = known_[slots_[at].place - 1];
    if (known.kind != kind) continue;
    if (std::string_view(texts_).substr(known.begin, known.size) == text) return known.id;
  }
  return 0;
}

void KnownTexts::add(int kind, std::string_view text, std::int64_t id) {
  assert(id != 0 && find(kind, text) == 0);
  if (2 * (known_.size() + 1) > slots_.size()) grow();
  known_.push_back({.id = id,
                    .begin = texts_.size(),
                    .size = static_cast<std::uint32_t>(text.size()),
                    .kind = kind});
  put({static_cast<std::uint32_t>(text_hash(kind, text)),
       static_cast<std::uint32_t>(known_.size())});
  texts_ += text;
}

void KnownTexts::clear() {
  free_memory(slots_);
  free_memory(known_);
  free_memory(texts_);
}

std::size_t KnownTexts::bytes() const {
  return slots_.size() * sizeof(Slot) + known_.size() * sizeof(Known) + texts_.size();
}

void KnownTexts::put(const Slot& slot) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = slot.hash & mask;
  while (slots_[at].place != 0) at = (at + 1) & mask;
  slots_[at] = slot;
}

void KnownTexts::grow() {
  std::vector<Slot> old(std::max(kFewest, 2 * slots_.size()), Slot{});
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.place != 0) put(slot);
  }
}

TextDictionary::TextDictionary(SqlConnection& sql, Table table, std::size_t memory_bytes)
    : table_(table),
      select_(sql, fmt::format("SELECT id FROM {} WHERE kind = ? AND written = ?{}",
                               table_name(table), condition_of(table))),
      new_rows_(sql, table_name(table), columns_of(table), RowInserter::Ids::ascending),
      next_id_(first_free_id(sql, table_name(table))),
      memory_bytes_(memory_bytes),
      knows_all_(next_id_ == 1),
      recent_end_(end_of_block(next_id_)) {
  if (table == Table::phrase) read_recent(sql);
}

void TextDictionary::read_recent(SqlConnection& sql) {
  SqlStatement select(sql, "SELECT kind, written, id FROM phrase WHERE id >= ?");
  for (select.start(std::max<std::int64_t>(recent_end_ - kRecentIds, 1)); select.step();) {
    const auto kind = static_cast<int>(select.integer(0));
    const std::string_view text = select.bytes(1);
    if (is_looked_up(kind) || text.size() > kLongRecent || recent_.find(kind, text) != 0) continue;
    recent_.add(kind, text, select.integer(2));
  }
}

std::int64_t TextDictionary::find_or_add(int kind, std::string_view text, std::uint64_t hash) {
  if (!is_looked_up(kind)) return find_recent_or_add(kind, text, hash);
  if (text.size() > kLongText) {
    flush();
    const std::int64_t known = ask_table(kind, text);
    return known != 0 ? known : add(kind, text);
  }
  std::int64_t id = known_.find(kind, text, hash);
  if (id != 0) return id;
  if (!knows_all_) id = ask_table(kind, text);
  if (id == 0) id = add(kind, text);
  if (known_.bytes() > memory_bytes_) forget_all();
  known_.add(kind, text, id);
  return id;
}

std::int64_t TextDictionary::find_recent_or_add(int kind, std::string_view text,
                                                std::uint64_t hash) {
  if (next_id_ >= recent_end_) {
    recent_.clear();
    recent_end_ = end_of_block(next_id_);
  }
  if (text.size() > kLongRecent) return add(kind, text);
  std::int64_t id = recent_.find(kind, text, hash);
  if (id == 0) recent_.add(kind, text, id = add(kind, text));
  return id;
}

void TextDictionary::forget_all() {
  flush();
  known_.clear();
  knows_all_ = false;
}

std::int64_t TextDictionary::ask_table(int kind, std::string_view text) {
  const std::int64_t id = select_.find(kind, SqlText{text}) ? select_.integer(0) : 0;
  select_.reset();
  return id;
}

std::int64_t TextDictionary::add(int kind, std::string_view text) {
  const std::string folded = is_searched(kind) ? fold(text) : std::string();
  new_rows_.value(next_id_);
  new_rows_.value(std::int64_t{kind});
  new_rows_.any_text(text);
  new_rows_.any_text(folded);
  if (table_ == Table::name) new_rows_.any_text(normal_name(static_cast<NameKind>(kind), folded));
  new_rows_.end_row();
  return next_id_++;
}

TextCache::TextCache(SqlConnection& sql, const std::string& select, std::size_t places,
                     Encode encode)
    : select_(sql, select), encode_(encode), slots_(places) {}

std::optional<std::string_view> TextCache::read(std::int64_t id) {
  const bool has_text = select_.find(id) && !select_.is_null(0);
  read_text_.clear();
  if (has_text && encode_ != nullptr) encode_(select_.bytes(0), read_text_);
  if (has_text && encode_ == nullptr) read_text_ = select_.bytes(0);
  select_.reset();
  if (read_text_.size() > kLongestBytes) return read_text_;
  Slot& slot = slots_[static_cast<std::size_t>(id) & (slots_.size() - 1)];
  slot.id = id;
  slot.has_text = has_text;
  slot.size = static_cast<std::uint32_t>(read_text_.size());
  char* to = slot.short_text.data();
  slot.long_text.reset();
  if (slot.size > Slot::kShort) {
    slot.long_text = std::make_unique<char[]>(slot.size);
    to = slot.long_text.get();
  }
  std::copy(read_text_.begin(), read_text_.end(), to);
  return slot.text();
}

}  // namespace ludex
