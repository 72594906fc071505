#include "store/text_dictionary.hpp"

#include "ludex/parse/fold.hpp"
#include "store/normal_name.hpp"

namespace ludex {
namespace {

constexpr std::size_t kEntryBytes = 96;       // of a hash node with a string in it, beside the text
constexpr std::size_t kLongText = 16 * 1024;  // hardly ever written twice: not remembered

std::string table_name(TextDictionary::Table table) {
  return table == TextDictionary::Table::name ? "name" : "phrase";
}

}  // namespace

TextDictionary::TextDictionary(SQLite::Database& sql, Table table, std::size_t memory_bytes)
    : table_(table),
      select_(sql, "SELECT id FROM " + table_name(table) + " WHERE kind = ? AND written = ?"),
      insert_(sql, table == Table::name ? "INSERT INTO name VALUES (?, ?, ?, ?, ?)"
                                        : "INSERT INTO phrase VALUES (?, ?, ?, ?)"),
      next_id_(
          sql.execAndGet("SELECT coalesce(max(id), 0) + 1 FROM " + table_name(table)).getInt64()),
      memory_bytes_(memory_bytes),
      knows_all_(next_id_ == 1) {}

std::int64_t TextDictionary::find_or_add(int kind, const std::string& text, bool searched) {
  if (text.size() > kLongText) {
    const std::int64_t known = ask_table(kind, text);
    return known != 0 ? known : add(kind, text, searched);
  }
  key_.assign(1, static_cast<char>(kind));
  key_ += text;
  if (const auto found = known_.find(key_); found != known_.end()) return found->second;
  std::int64_t id = knows_all_ ? 0 : ask_table(kind, text);
  if (id == 0) id = add(kind, text, searched);
  used_bytes_ += key_.size() + kEntryBytes;
  if (used_bytes_ > memory_bytes_) {
    known_.clear();
    knows_all_ = false;
    used_bytes_ = key_.size() + kEntryBytes;
  }
  known_.emplace(key_, id);
  return id;
}

std::int64_t TextDictionary::ask_table(int kind, const std::string& text) {
  select_.reset();
  select_.bind(1, kind);
  select_.bindNoCopy(2, text);
  const std::int64_t id = select_.executeStep() ? select_.getColumn(0).getInt64() : 0;
  select_.reset();
  return id;
}

std::int64_t TextDictionary::add(int kind, const std::string& text, bool searched) {
  const std::string folded = searched ? fold(text) : std::string();
  insert_.reset();
  insert_.bind(1, next_id_);
  insert_.bind(2, kind);
  insert_.bindNoCopy(3, text);
  insert_.bindNoCopy(4, folded);
  if (table_ == Table::name) insert_.bind(5, normal_name(static_cast<NameKind>(kind), folded));
  insert_.exec();
  insert_.reset();
  return next_id_++;
}

}  // namespace ludex
