#pragma once

#include "store/known_texts.hpp"
#include "store/row_inserter.hpp"
#include "store/sql/sql_statement.hpp"
#include "store/text_ids.hpp"

#include <cstdint>
#include <string_view>

namespace ludex {

/// Turns texts into ids of the table `name` or `phrase`, adding those that are new. Remembers what
/// it has seen, up to `memory_bytes`; then it forgets all and asks the table again. New ones are in
/// the table once flush() returns.
class TextDictionary {
 public:
  enum class Table { name, phrase };
  TextDictionary(SqlConnection& sql, Table table, std::size_t memory_bytes);

  /// 0 for an empty text. Kind is a NameKind or PhraseKind.
  template <class Kind>
  [[nodiscard]] std::int64_t id_of(Kind kind, std::string_view text) {
    return text.empty() ? 0 : find_or_add(static_cast<int>(kind), text, is_searched(kind));
  }
  void flush() { new_rows_.flush(); }

 private:
  /// Lists of properties are read as they are written; folded they would only take room.
  static constexpr bool is_searched(NameKind) { return true; }
  static constexpr bool is_searched(PhraseKind kind) { return kind != PhraseKind::properties; }

  std::int64_t find_or_add(int kind, std::string_view text, bool searched);
  /// 0 where the table has no such text.
  std::int64_t ask_table(int kind, std::string_view text);
  std::int64_t add(int kind, std::string_view text, bool searched);
  void forget_all();

  Table table_;
  SqlStatement select_;
  RowInserter new_rows_;  // but for long texts, all of them are known
  std::int64_t next_id_;
  std::size_t memory_bytes_;
  bool knows_all_;  // all texts up to kLongText are known: no need to ask the table
  KnownTexts known_;
};

}  // namespace ludex
