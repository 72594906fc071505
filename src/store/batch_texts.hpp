#pragma once

#include "store/game_columns.hpp"
#include "store/game_row.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {

/// True for columns that hold the id of a name or phrase.
[[nodiscard]] constexpr bool has_text_id(const GameColumn& column) {
  const auto table = column.texts.table;
  return column.is_stored() &&
         (table == Dictionary::Table::name || table == Dictionary::Table::phrase);
}

/// These columns.
inline constexpr auto kTextColumns = [] {
  std::array<const GameColumn*, std::ranges::count_if(kGameColumns, has_text_id)> columns{};
  std::size_t next = 0;
  for (const GameColumn& column : kGameColumns) {
    if (has_text_id(column)) columns[next++] = &column;
  }
  return columns;
}();

/// True if the table `seat` has a row for it: what `game` has no columns for.
[[nodiscard]] bool has_seat_row(const GameInfo& info, std::size_t seat);

/// The texts of a batch of games that dictionaries keep. Equal ones are one, except those that are
/// rarely shared: each game has its own. A worker compares and hashes them, so that the writer has
/// a few look-ups a game left. The games must stay where they are, and as they are, until the texts
/// have their ids.
class BatchTexts {
 public:
  struct Text {
    Dictionary::Table table;  // name or phrase
    int kind;                 // a NameKind or PhraseKind
    std::string_view text;
    std::uint64_t hash;  // text_hash()
  };

  /// Adds the texts of a game and sets its `first_text`. Games are added in the order of their ids,
  /// and texts in that of columns and seats: so the ids of texts do not depend on batches.
  void add(GameRow& game);
  /// In the order in which they first occur.
  [[nodiscard]] std::span<const Text> texts() const { return texts_; }
  /// For each game from its `first_text` on: its columns in the order of kTextColumns, then name,
  /// rank and team of each seat that has a row. Each is a place in texts(), plus 1; 0: an empty
  /// text.
  [[nodiscard]] std::span<const std::uint32_t> places() const { return places_; }
  /// Keeps its memory.
  void clear();

 private:
  template <std::size_t... Places>
  void add_columns(const NewGame& game, std::index_sequence<Places...> places);
  void add(Dictionary::Table table, int kind, std::string_view text) {
    places_.push_back(text.empty() ? 0 : place_of(table, kind, text));
  }
  [[nodiscard]] std::uint32_t place_of(Dictionary::Table table, int kind, std::string_view text);
  [[nodiscard]] static bool is_compared(const Text& text) {
    return text.table == Dictionary::Table::name ||
           !is_rarely_shared(static_cast<PhraseKind>(text.kind));
  }
  void grow();

  std::vector<Text> texts_;
  std::vector<std::uint32_t> places_;
  std::vector<std::uint32_t> slots_;  // as places_; open addressing, a power of two, half in use
};

}  // namespace ludex
