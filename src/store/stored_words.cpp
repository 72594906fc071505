#include "store/stored_words.hpp"

#include "ludex/error.hpp"
#include "store/word_pages.hpp"

#include <algorithm>

namespace ludex {
namespace {

constexpr std::size_t kBytesPerWord = 16;  // a place, and a share of documents and texts
constexpr std::size_t kFewestWords = std::size_t{1} << 16;
constexpr std::uint32_t kMostWordsOfText = 1U << 23;  // records are parsed up to 16 MiB

[[noreturn]] void refuse_words() {
  throw DatabaseError(
      "the words of games are damaged; restore the database from a copy or index the sources "
      "again");
}

/// SQLite's variable-length integers: seven bits a byte, the highest first.
std::uint32_t take_varint(std::string_view& bytes) {
  std::uint32_t value = 0;
  while (!bytes.empty()) {
    const auto byte = static_cast<std::uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    value = value << 7 | (byte & 0x7FU);
    if ((byte & 0x80U) == 0) break;
  }
  return value;
}

std::size_t column_of(std::string_view name) {
  if (name == "players") return 0;
  if (name == "event") return 1;
  return name == "game_name" ? 2 : 3;
}

}  // namespace

StoredWords::StoredWords(SqlConnection& sql, std::size_t memory_bytes)
    : sql_(sql),
      sizes_(sql, "SELECT id, sz FROM game_text_docsize WHERE id >= ? ORDER BY id"),
      most_words_(std::max(memory_bytes / kBytesPerWord, kFewestWords)) {
  sql.exec(
      "CREATE VIRTUAL TABLE IF NOT EXISTS temp.stored_word USING "
      "fts5vocab('main', 'game_text', 'instance')");
}

const GameWords* StoredWords::find(std::int64_t game) {
  if (game >= end_game_ && has_more_) load(game);
  while (next_document_ < documents_.size() && documents_[next_document_].game < game) {
    ++next_document_;
  }
  if (next_document_ == documents_.size() || documents_[next_document_].game != game) {
    return nullptr;
  }
  const Document& document = documents_[next_document_];
  std::size_t at = document.begin;
  for (std::size_t column = 0; column < kColumns; ++column) {
    std::string& text = found_[column];
    text.clear();
    for (std::uint32_t i = 0; i < document.counts[column]; ++i) {
      const Word& word = words_[word_places_[at++]];
      if (i > 0) text += ' ';
      text.append(texts_, word.begin, word.size);
    }
  }
  return &found_;
}

void StoredWords::load(std::int64_t game) {
  load_sizes(game);
  load_words();
}

void StoredWords::load_sizes(std::int64_t game) {
  documents_.clear();
  next_document_ = 0;
  std::size_t words = 0;
  sizes_.start(game);
  has_more_ = false;
  while (sizes_.step()) {
    if (words >= most_words_) {
      has_more_ = true;
      end_game_ = sizes_.integer(0);
      break;
    }
    Document& document = documents_.emplace_back(Document{sizes_.integer(0), words, {}});
    std::string_view counts = sizes_.bytes(1);
    for (std::uint32_t& count : document.counts) {
      words += count = take_varint(counts);
      if (count > kMostWordsOfText) refuse_words();
    }
  }
  sizes_.reset();
  word_places_.assign(words, 0);
}

/// The pages of the index are read directly, which is quick. If that leaves a place without a word,
/// or gives it two, SQLite reads them.
void StoredWords::load_words() {
  if (documents_.empty()) return;
  forget_words();
  std::size_t taken = 0;
  const bool is_read = WordPages(sql_).for_each(
      [&](std::string_view word, std::int64_t game, std::uint64_t column, std::uint64_t offset) {
        taken += put(word, game, column, offset) ? 1 : 0;
      });
  if (is_read && taken == word_places_.size() && misfits_ == 0) return;
  forget_words();
  SqlStatement walk(sql_, "SELECT term, doc, col, offset FROM temp.stored_word");
  while (walk.step()) {
    (void)put(walk.bytes(0), walk.integer(1), column_of(walk.bytes(2)),
              static_cast<std::uint64_t>(walk.integer(3)));
  }
  if (misfits_ > 0) refuse_words();
}

void StoredWords::forget_words() {
  std::ranges::fill(word_places_, 0);
  words_.assign(1, {0, 0});  // for a place that no word takes
  texts_.clear();
  misfits_ = 0;
  open_word_.clear();
  is_kept_ = false;
}

/// \returns whether the word took a free place. Words of other games have none.
bool StoredWords::put(std::string_view word, std::int64_t game, std::uint64_t column,
                      std::uint64_t offset) {
  if (game < documents_.front().game || game > documents_.back().game) return false;
  const Document* const document = find_document(game);
  if (document == nullptr || column >= kColumns || offset >= document->counts[column]) {
    ++misfits_;
    return false;
  }
  if (!is_kept_ || word != open_word_) {
    open_word_ = word;
    words_.push_back(
        {static_cast<std::uint32_t>(texts_.size()), static_cast<std::uint32_t>(word.size())});
    texts_ += word;
    is_kept_ = true;
  }
  std::size_t place = document->begin + offset;
  for (std::size_t i = 0; i < column; ++i) place += document->counts[i];
  const bool was_free = word_places_[place] == 0;
  word_places_[place] = static_cast<std::uint32_t>(words_.size() - 1);
  return was_free;
}

StoredWords::Document* StoredWords::find_document(std::int64_t game) {
  // Games without words are few: most often a game's place is its distance to the first one.
  const auto near = static_cast<std::size_t>(game - documents_.front().game);
  if (near < documents_.size() && documents_[near].game == game) return &documents_[near];
  const auto found = std::ranges::lower_bound(documents_, game, {}, &Document::game);
  return found != documents_.end() && found->game == game ? &*found : nullptr;
}

}  // namespace ludex
