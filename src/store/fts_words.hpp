#pragma once

#include "store/sql/sql_statement.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

// Databases before schema 14 keep words in `game_text`, a table of SQLite's FTS5 without content.

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

/// The words of a game in each column of `game_text`, with blanks between them.
using FtsGameWords = std::array<std::string, 4>;

/// Reads back what full text search knows of games. The index stands by words and keeps no texts:
/// it is read once for as many games as fit `memory_bytes`, then once more for the next ones. Words
/// come as the tokenizer left them, which leaves them alone when it sees them again.
class FtsWords {
 public:
  FtsWords(SqlConnection& sql, std::size_t memory_bytes);

  /// nullptr if the game has none. Valid until the next call. \pre games ascend
  [[nodiscard]] const FtsGameWords* find(std::int64_t game);

 private:
  static constexpr std::size_t kColumns = std::tuple_size_v<FtsGameWords>;
  struct Document {
    std::int64_t game;
    std::size_t begin;  // of its words
    std::array<std::uint32_t, kColumns> counts;
  };
  struct Word {
    std::uint32_t begin, size;  // in texts_
  };

  /// The documents from `game` on that fit, with their words.
  void load(std::int64_t game);
  void load_sizes(std::int64_t game);
  void load_words();
  void forget_words();
  bool put(std::string_view word, std::int64_t game, std::uint64_t column, std::uint64_t offset);
  [[nodiscard]] Document* find_document(std::int64_t game);

  SqlConnection& sql_;
  SqlStatement sizes_;
  std::size_t most_words_;
  std::int64_t end_game_ = 0;  // documents below it are loaded or passed
  bool has_more_ = true;
  std::vector<Document> documents_;
  std::size_t next_document_ = 0;
  std::vector<std::uint32_t> word_places_;  // of each word of the documents, in words_
  std::vector<Word> words_;
  std::string texts_;
  std::string open_word_;    // the last one of words_
  bool is_kept_ = false;     // there is such a one
  std::size_t misfits_ = 0;  // words that no document has room for
  FtsGameWords found_;
};

/// Copies all words into segments. Within a transaction. Memory: `memory_bytes`, about.
/// \param look  called for each few thousand games; may throw
void copy_fts_words(SqlConnection& sql, std::size_t memory_bytes,
                    const std::function<void()>& look);

}  // namespace ludex
