#include "store/text_dictionary.hpp"

#include "formats/values/fold.hpp"
#include "store/normal_name.hpp"

#include <fmt/format.h>

#include <string>

namespace ludex {
namespace {

constexpr std::size_t kLongText = 16 * 1024;  // hardly ever written twice: not remembered

const char* table_name(TextDictionary::Table table) {
  return table == TextDictionary::Table::name ? "name" : "phrase";
}

const char* columns_of(TextDictionary::Table table) {
  return table == TextDictionary::Table::name ? "id, kind, written, folded, normal"
                                              : "id, kind, written, folded";
}

}  // namespace

TextDictionary::TextDictionary(SqlConnection& sql, Table table, std::size_t memory_bytes)
    : table_(table),
      select_(sql,
              fmt::format("SELECT id FROM {} WHERE kind = ? AND written = ?", table_name(table))),
      new_rows_(sql, table_name(table), columns_of(table), RowInserter::Ids::ascending),
      next_id_(sql.first_integer(fmt::format("SELECT max(id) FROM {}", table_name(table))) + 1),
      memory_bytes_(memory_bytes),
      knows_all_(next_id_ == 1) {}

std::int64_t TextDictionary::find_or_add(int kind, std::string_view text, bool searched) {
  if (text.size() > kLongText) {
    flush();
    const std::int64_t known = ask_table(kind, text);
    return known != 0 ? known : add(kind, text, searched);
  }
  std::int64_t id = known_.find(kind, text);
  if (id != 0) return id;
  if (!knows_all_) id = ask_table(kind, text);
  if (id == 0) id = add(kind, text, searched);
  if (known_.bytes() > memory_bytes_) forget_all();
  known_.add(kind, text, id);
  return id;
}

void TextDictionary::forget_all() {
  flush();
  known_.clear();
  knows_all_ = false;
}

std::int64_t TextDictionary::ask_table(int kind, std::string_view text) {
  select_.reset();
  select_.bind(1, kind);
  select_.bind_view(2, text);
  const std::int64_t id = select_.step() ? select_.integer(0) : 0;
  select_.reset();
  return id;
}

std::int64_t TextDictionary::add(int kind, std::string_view text, bool searched) {
  const std::string folded = searched ? fold(text) : std::string();
  new_rows_.value(next_id_);
  new_rows_.value(std::int64_t{kind});
  new_rows_.any_text(text);
  new_rows_.any_text(folded);
  if (table_ == Table::name) new_rows_.any_text(normal_name(static_cast<NameKind>(kind), folded));
  new_rows_.end_row();
  return next_id_++;
}

}  // namespace ludex
