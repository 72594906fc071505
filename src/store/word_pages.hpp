#pragma once

#include "store/sql/sql_statement.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace ludex {

/// Reads the table `game_text_data`, the pages of SQLite's FTS5, in a tenth of the time that its
/// virtual table fts5vocab takes. Reads version 4 of the format, which the comment at the top of
/// SQLite's fts5_index.c describes. Never reads outside a page, whatever it holds.
class WordPages {
 public:
  /// Gets a word of a document: its place among those of a column.
  using Visitor = std::function<void(std::string_view word, std::int64_t document,
                                     std::uint64_t column, std::uint64_t place)>;

  explicit WordPages(SqlConnection& sql) : sql_(sql) {}

  /// Visits all words, those of one term together, as far as the pages can be read.
  /// \returns false if something in them is not as expected: what was visited may be wrong.
  [[nodiscard]] bool for_each(const Visitor& visit);

 private:
  /// What is left of a page, or of a list.
  struct Bytes {
    std::string_view rest;
    bool broken = false;
    std::uint64_t varint();
    std::string_view take(std::size_t count);
  };

  void read_page(std::string_view page, const Visitor& visit);
  void read_term(Bytes& body, bool is_first);
  void read_documents(std::string_view list, bool starts_anew, const Visitor& visit);
  void read_places(std::string_view list, const Visitor& visit);

  SqlConnection& sql_;
  bool broken_ = false;
  std::string term_;
  std::int64_t document_ = 0;
  std::string open_list_;       // of places; goes on on the next page
  std::size_t open_bytes_ = 0;  // that it still lacks
};

}  // namespace ludex
