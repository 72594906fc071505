#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace ludex {

/// Turns texts into ids of the table `name` or `phrase`, adding those that are new. Remembers what
/// it has seen, up to `memory_bytes`; then it forgets all and asks the table again.
class TextDictionary {
 public:
  TextDictionary(SQLite::Database& sql, const std::string& table, std::size_t memory_bytes);

  /// 0 for an empty text. Kind is a NameKind or PhraseKind.
  template <class Kind>
  [[nodiscard]] std::int64_t id_of(Kind kind, std::string_view text) {
    return text.empty() ? 0 : find_or_add(static_cast<int>(kind), text);
  }

 private:
  std::int64_t find_or_add(int kind, std::string_view text);
  std::int64_t ask_table(int kind, std::string_view text);

  SQLite::Statement select_;
  SQLite::Statement insert_;
  std::int64_t next_id_;
  std::size_t memory_bytes_;
  std::size_t used_bytes_ = 0;
  std::string key_;
  std::unordered_map<std::string, std::int64_t> known_;
};

}  // namespace ludex
