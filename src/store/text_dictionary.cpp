#include "store/text_dictionary.hpp"

#include "ludex/parse/fold.hpp"

namespace ludex {
namespace {

constexpr std::size_t kEntryBytes = 96;  // of a hash node with a string in it, beside the text

}  // namespace

TextDictionary::TextDictionary(SQLite::Database& sql, const std::string& table,
                               std::size_t memory_bytes)
    : select_(sql, "SELECT id FROM " + table + " WHERE kind = ? AND written = ?"),
      insert_(sql, "INSERT INTO " + table + " VALUES (?, ?, ?, ?)"),
      next_id_(sql.execAndGet("SELECT coalesce(max(id), 0) + 1 FROM " + table).getInt64()),
      memory_bytes_(memory_bytes) {}

std::int64_t TextDictionary::find_or_add(int kind, std::string_view text) {
  key_.assign(1, static_cast<char>(kind));
  key_ += text;
  if (const auto found = known_.find(key_); found != known_.end()) return found->second;
  const std::int64_t id = ask_table(kind, text);
  used_bytes_ += key_.size() + kEntryBytes;
  if (used_bytes_ > memory_bytes_) {
    known_.clear();
    used_bytes_ = key_.size() + kEntryBytes;
  }
  known_.emplace(key_, id);
  return id;
}

std::int64_t TextDictionary::ask_table(int kind, std::string_view text) {
  const std::string written(text);
  select_.reset();
  select_.bind(1, kind);
  select_.bindNoCopy(2, written);
  if (select_.executeStep()) return select_.getColumn(0).getInt64();
  const std::string folded = fold(text);
  insert_.reset();
  insert_.bind(1, next_id_);
  insert_.bind(2, kind);
  insert_.bindNoCopy(3, written);
  insert_.bindNoCopy(4, folded);
  insert_.exec();
  return next_id_++;
}

}  // namespace ludex
