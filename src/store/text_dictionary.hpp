#pragma once

#include "store/row_inserter.hpp"
#include "store/sql/sql_statement.hpp"
#include "store/text_ids.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// The normal form of a name, as in the column name.normal and in aliases; empty for rounds.
/// \param folded  as fold() gives it.
[[nodiscard]] std::string normal_name(NameKind kind, std::string_view folded);

/// By which texts are looked up.
[[nodiscard]] std::uint64_t text_hash(int kind, std::string_view text);

/// Ids of texts of several kinds, in three pieces of memory: a look-up reads one cache line for an
/// unknown text, three for a known one.
class KnownTexts {
 public:
  /// \returns 0 for a text that is not known
  [[nodiscard]] std::int64_t find(int kind, std::string_view text) const {
    return find(kind, text, text_hash(kind, text));
  }
  [[nodiscard]] std::int64_t find(int kind, std::string_view text, std::uint64_t hash) const;
  /// Prefetches the line that find() reads first.
  void prefetch(std::uint64_t hash) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]);
  }
  /// \pre the text is not known, and `id` is not 0
  void add(int kind, std::string_view text, std::int64_t id);
  void clear();
  /// The bytes held by texts, by what is known of each, and by their slots.
  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Slot {
    std::uint32_t hash;   // the low half of text_hash()
    std::uint32_t place;  // in known_, plus 1; 0: free
  };
  struct Known {
    std::int64_t id;
    std::uint64_t begin;  // in texts_
    std::uint32_t size;
    std::int32_t kind;
  };
  void put(const Slot& slot);
  void grow();

  std::vector<Slot> slots_;  // a power of two, at most half in use; open addressing
  std::vector<Known> known_;
  std::string texts_;
};

/// Turns texts into ids of the table `name` or `phrase`, adding those that are new. Remembers texts
/// up to `memory_bytes`, then forgets all and asks the table again. New texts are in the table when
/// flush() returns.
///
/// Phrases that are rarely shared are looked for among the newest only: those of the open block of
/// kRecentIds ids. Which ids they get depends on their order, not on memory or on the runs that add
/// them.
class TextDictionary {
 public:
  enum class Table { name, phrase };
  TextDictionary(SqlConnection& sql, Table table, std::size_t memory_bytes);

  /// 0 for an empty text. Kind is a NameKind or PhraseKind.
  template <class Kind>
  [[nodiscard]] std::int64_t id_of(Kind kind, std::string_view text) {
    const int number = static_cast<int>(kind);
    return text.empty() ? 0 : find_or_add(number, text, text_hash(number, text));
  }
  /// The same with text_hash(kind, text), for a text that is not empty.
  [[nodiscard]] std::int64_t find_or_add(int kind, std::string_view text, std::uint64_t hash);
  static constexpr std::int64_t kRecentIds = 4096;
  void prefetch(std::uint64_t hash) const { known_.prefetch(hash); }
  void flush() { new_rows_.flush(); }

 private:
  /// Lists of properties are compared as written; folded forms would only take space.
  [[nodiscard]] bool is_searched(int kind) const {
    return table_ == Table::name || kind != static_cast<int>(PhraseKind::properties);
  }
  [[nodiscard]] bool is_looked_up(int kind) const {
    return table_ == Table::name || !is_rarely_shared(static_cast<PhraseKind>(kind));
  }
  std::int64_t find_recent_or_add(int kind, std::string_view text, std::uint64_t hash);
  /// Takes those of the open block from the table.
  void read_recent(SqlConnection& sql);
  /// 0 if the table does not have the text.
  std::int64_t ask_table(int kind, std::string_view text);
  std::int64_t add(int kind, std::string_view text);
  void forget_all();

  Table table_;
  SqlStatement select_;
  RowInserter new_rows_;  // all of them are remembered, except long texts
  std::int64_t next_id_;
  std::size_t memory_bytes_;
  bool knows_all_;  // all texts up to kLongText are known: no need to ask the table
  KnownTexts known_;
  KnownTexts recent_;        // of those that are rarely shared, except long ones
  std::int64_t recent_end_;  // of the ids of the open block
};

/// A cache of texts by id; an entry stays until another one takes its slot. Caches texts of up to 4
/// KiB.
class TextCache {
 public:
  /// Appends a text in another form to an empty string.
  using Encode = void (*)(std::string_view text, std::string& encoded);

  /// \param select  selects the text of an id; no row or NULL means no text
  /// \param places  how many texts it can hold, a power of two
  /// \param encode  if given, find() returns texts in this form
  TextCache(SqlConnection& sql, const std::string& select, std::size_t places,
            Encode encode = nullptr);

  /// None if the id has no text. Valid until the next call. Shorter texts are followed by enough
  /// memory that kReadable bytes can be read.
  [[nodiscard]] std::optional<std::string_view> find(std::int64_t id) {
    if (id == 0) return std::nullopt;
    const Slot& slot = slots_[static_cast<std::size_t>(id) & (slots_.size() - 1)];
    if (slot.id != id) return read(id);
    return slot.text();
  }
  static constexpr std::size_t kReadable = 32;

 private:
  /// A cache line, which holds most texts.
  struct alignas(64) Slot {
    static constexpr std::size_t kShort = 40;
    [[nodiscard]] std::optional<std::string_view> text() const {
      if (!has_text) return std::nullopt;
      return std::string_view(size <= kShort ? short_text.data() : long_text.get(), size);
    }

    std::int64_t id = 0;  // no row's
    std::uint32_t size = 0;
    bool has_text = false;
    std::array<char, kShort> short_text{};
    std::unique_ptr<char[]> long_text;
  };
  static_assert(Slot::kShort >= kReadable);
  [[nodiscard]] std::optional<std::string_view> read(std::int64_t id);

  SqlStatement select_;
  Encode encode_;
  std::vector<Slot> slots_;
  std::string read_text_;  // encoded, or too long for a slot
};

}  // namespace ludex
