#pragma once

#include "store/row_inserter.hpp"
#include "store/sql/sql_statement.hpp"
#include "store/text_ids.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// What the column name.normal holds, and what aliases go by; empty for rounds, which have none.
/// \param folded  as fold() gives it.
[[nodiscard]] std::string normal_name(NameKind kind, std::string_view folded);

/// Ids of texts of several kinds. All in two pieces of memory: one cache line is read for a text
/// that is not there, two for one that is.
class KnownTexts {
 public:
  /// \returns 0 for a text that is not known
  [[nodiscard]] std::int64_t find(int kind, std::string_view text) const;
  /// \pre the text is not known, and `id` is not 0
  void add(int kind, std::string_view text, std::int64_t id);
  void clear();
  /// What is held: of texts, and of places for them.
  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Entry {
    std::uint64_t hash;   // of kind and text
    std::int64_t id;      // 0: free
    std::uint64_t begin;  // in texts_
    std::uint32_t size;
    std::int32_t kind;
  };
  void put(const Entry& entry);
  void grow();

  std::vector<Entry> entries_;  // a power of two; from the hash's place on to the next free one
  std::size_t used_ = 0;        // at most half
  std::string texts_;
};

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

/// Texts by id, each read from its table once as long as no other takes its place. Holds texts of
/// up to 4 KiB.
class TextCache {
 public:
  /// \param select  the text for the id that is its parameter; no row, and NULL, are no text.
  /// \param places  how many texts it holds, a power of two.
  TextCache(SqlConnection& sql, const std::string& select, std::size_t places);

  /// Nothing for an id that has no text. Valid until the next call.
  [[nodiscard]] std::optional<std::string_view> find(std::int64_t id) {
    if (id == 0) return std::nullopt;
    Slot& slot = slots_[static_cast<std::size_t>(id) & (slots_.size() - 1)];
    if (slot.id != id) return read(id, slot);
    return slot.has_text ? std::optional<std::string_view>(slot.text) : std::nullopt;
  }

 private:
  struct Slot {
    std::int64_t id = 0;  // no row's
    bool has_text = false;
    std::string text;
  };
  [[nodiscard]] std::optional<std::string_view> read(std::int64_t id, Slot& slot);

  SqlStatement select_;
  std::vector<Slot> slots_;
  std::string long_text_;  // not kept
};

}  // namespace ludex
