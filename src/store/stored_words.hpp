#pragma once

#include "store/sql/sql_statement.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// The words of a game in each column of `game_text`, with blanks between them.
using GameWords = std::array<std::string, 4>;

/// Reads back what full text search knows of games. The index stands by words and keeps no texts:
/// it is read once for as many games as fit `memory_bytes`, then once more for the next ones. Words
/// come as the tokenizer left them, which leaves them alone when it sees them again.
class StoredWords {
 public:
  StoredWords(SqlConnection& sql, std::size_t memory_bytes);

  /// nullptr if the game has none. Valid until the next call. \pre games ascend
  [[nodiscard]] const GameWords* find(std::int64_t game);

 private:
  static constexpr std::size_t kColumns = std::tuple_size_v<GameWords>;
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
  GameWords found_;
};

}  // namespace ludex
