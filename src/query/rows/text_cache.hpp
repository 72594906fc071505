#pragma once

#include "store/sql/sql_statement.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// Texts by id, each read from its table once as long as no other takes its place. Holds texts of
/// up to 4 KiB.
class TextCache {
 public:
  /// \param select  the text for the id that is its parameter; no row, and NULL, are no text.
  /// \param places  how many texts it holds.
  TextCache(SqlConnection& sql, const std::string& select, std::size_t places);

  /// Nothing for an id that has no text. Valid until the next call.
  [[nodiscard]] std::optional<std::string_view> find(std::int64_t id) {
    Slot& slot = slots_[static_cast<std::size_t>(id) % slots_.size()];
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
