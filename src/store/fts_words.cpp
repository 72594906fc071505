#include "store/fts_words.hpp"

#include "core/refused_database.hpp"
#include "store/word_segments.hpp"

#include <algorithm>
#include <utility>

namespace ludex {
namespace {

constexpr std::int64_t kGamesOfRun = 4096;  // that are copied at once

constexpr std::size_t kBytesPerWord = 16;  // a place, and a share of documents and texts
constexpr std::size_t kFewestWords = std::size_t{1} << 16;
constexpr std::uint32_t kMostWordsOfText = 1U << 23;  // records are parsed up to 16 MiB

[[noreturn]] void refuse_fts_words() { refuse_database("the words of games are damaged"); }

/// SQLite's variable-length integers: seven bits a byte, the highest first.
std::uint32_t take_fts_varint(std::string_view& bytes) {
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

constexpr int kSegmentShift = 37;                             // of a row id, above kind and page
constexpr std::int64_t kOtherPages = std::int64_t{63} << 31;  // not leaves
constexpr std::size_t kPageHead = 4;

std::size_t short_at(std::string_view page, std::size_t at) {
  return static_cast<std::size_t>(static_cast<std::uint8_t>(page[at])) << 8 |
         static_cast<std::uint8_t>(page[at + 1]);
}

}  // namespace

std::uint64_t WordPages::Bytes::varint() {
  std::uint64_t value = 0;
  for (int i = 0; i < 9 && !rest.empty(); ++i) {
    const auto byte = static_cast<std::uint8_t>(rest.front());
    rest.remove_prefix(1);
    if (i == 8) return value << 8 | byte;
    value = value << 7 | (byte & 0x7FU);
    if ((byte & 0x80U) == 0) return value;
  }
  broken = true;
  return 0;
}

std::string_view WordPages::Bytes::take(std::size_t count) {
  if (count > rest.size()) broken = true;
  const std::string_view taken = rest.substr(0, count);
  rest.remove_prefix(taken.size());
  return taken;
}

bool WordPages::for_each(const Visitor& visit) {
  broken_ = false;
  SqlStatement version(sql_, "SELECT v FROM game_text_config WHERE k = 'version'");
  if (!version.step() || version.integer(0) != 4) return false;
  SqlStatement pages(sql_, "SELECT id, block FROM game_text_data WHERE id >= ? ORDER BY id");
  pages.start(std::int64_t{1} << kSegmentShift);
  std::int64_t segment = 0;
  while (!broken_ && pages.step()) {
    const std::int64_t id = pages.integer(0);
    if ((id & kOtherPages) != 0) continue;
    if (id >> kSegmentShift != segment) {
      if (open_bytes_ != 0) return false;
      segment = id >> kSegmentShift;
    }
    read_page(pages.bytes(1), visit);
  }
  return !broken_ && open_bytes_ == 0;
}

/// A page: where its first document outside a term begins, the size of its body, the body, then
/// where its terms begin, each counted from the one before.
void WordPages::read_page(std::string_view page, const Visitor& visit) {
  if (page.size() < kPageHead) return void(broken_ = true);
  const std::size_t first_document = short_at(page, 0);
  const std::size_t end = short_at(page, 2);
  if (end < kPageHead || end > page.size()) return void(broken_ = true);
  std::vector<std::size_t> terms;
  Bytes footer{page.substr(end)};
  while (!footer.rest.empty()) {
    const std::size_t at = footer.varint() + (terms.empty() ? 0 : terms.back());
    if (footer.broken || at < kPageHead || at >= end || (!terms.empty() && at <= terms.back())) {
      return void(broken_ = true);
    }
    terms.push_back(at);
  }
  // What goes on from the page before: a list of places, then documents of the same term.
  const std::size_t first_term = terms.empty() ? end : terms.front();
  const std::size_t anew = first_document == 0 ? first_term : std::min(first_document, first_term);
  if (anew < kPageHead) return void(broken_ = true);
  const std::string_view tail = page.substr(kPageHead, anew - kPageHead);
  if (open_bytes_ < tail.size()) return void(broken_ = true);
  if (open_bytes_ > 0) {
    open_list_ += tail;
    open_bytes_ -= tail.size();
    if (open_bytes_ == 0) read_places(open_list_, visit);
  }
  if (anew < first_term) read_documents(page.substr(anew, first_term - anew), true, visit);
  for (std::size_t i = 0; i < terms.size() && !broken_; ++i) {
    const std::size_t next = i + 1 < terms.size() ? terms[i + 1] : end;
    Bytes body{page.substr(terms[i], next - terms[i])};
    read_term(body, i == 0);
    if (body.broken) return void(broken_ = true);
    read_documents(body.rest, true, visit);
  }
}

/// The first term of a page stands whole; the others share a beginning with the one before.
void WordPages::read_term(Bytes& body, bool is_first) {
  const std::uint64_t kept = is_first ? 0 : body.varint();
  const std::uint64_t added = body.varint();
  if (kept > term_.size()) return void(body.broken = true);
  term_.resize(kept);
  term_ += body.take(added);
}

/// Documents in ascending order, the first one as it is: how many bytes its places take, times two,
/// and the places.
void WordPages::read_documents(std::string_view list, bool starts_anew, const Visitor& visit) {
  Bytes bytes{list};
  while (!bytes.rest.empty() && !broken_) {
    const auto step = static_cast<std::int64_t>(bytes.varint());
    document_ = starts_anew ? step
                            : static_cast<std::int64_t>(static_cast<std::uint64_t>(document_) +
                                                        static_cast<std::uint64_t>(step));
    starts_anew = false;
    const std::uint64_t size = bytes.varint();
    if (bytes.broken || (size & 1) != 0) return void(broken_ = true);  // odd: a deletion
    const std::string_view places = bytes.take(std::min<std::size_t>(size / 2, bytes.rest.size()));
    if (places.size() < size / 2) {
      open_list_ = places;
      open_bytes_ = size / 2 - places.size();
      return;
    }
    read_places(places, visit);
  }
}

/// Steps from place to place, plus two; a one, then a column, begins another column.
void WordPages::read_places(std::string_view list, const Visitor& visit) {
  if (term_.empty() || term_[0] != '0') return void(broken_ = true);  // the index of whole words
  const std::string_view word = std::string_view(term_).substr(1);
  Bytes bytes{list};
  std::uint64_t column = 0, place = 0;
  while (!bytes.rest.empty()) {
    const std::uint64_t step = bytes.varint();
    if (step == 1) {
      column = bytes.varint();
      place = 0;
    } else if (step >= 2) {
      place += step - 2;
      visit(word, document_, column, place);
    } else {
      bytes.broken = true;
    }
    if (bytes.broken) return void(broken_ = true);
  }
}

FtsWords::FtsWords(SqlConnection& sql, std::size_t memory_bytes)
    : sql_(sql),
      sizes_(sql, "SELECT id, sz FROM game_text_docsize WHERE id >= ? ORDER BY id"),
      most_words_(std::max(memory_bytes / kBytesPerWord, kFewestWords)) {
  sql.exec(
      "CREATE VIRTUAL TABLE IF NOT EXISTS temp.stored_word USING "
      "fts5vocab('main', 'game_text', 'instance')");
}

const FtsGameWords* FtsWords::find(std::int64_t game) {
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

void FtsWords::load(std::int64_t game) {
  load_sizes(game);
  load_words();
}

void FtsWords::load_sizes(std::int64_t game) {
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
      words += count = take_fts_varint(counts);
      if (count > kMostWordsOfText) refuse_fts_words();
    }
  }
  sizes_.reset();
  word_places_.assign(words, 0);
}

/// The pages of the index are read directly, which is quick. If that leaves a place without a word,
/// or gives it two, SQLite reads them.
void FtsWords::load_words() {
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
  if (misfits_ > 0) refuse_fts_words();
}

void FtsWords::forget_words() {
  std::ranges::fill(word_places_, 0);
  words_.assign(1, {0, 0});  // for a place that no word takes
  texts_.clear();
  misfits_ = 0;
  open_word_.clear();
  is_kept_ = false;
}

/// \returns whether the word took a free place. Words of other games have none.
bool FtsWords::put(std::string_view word, std::int64_t game, std::uint64_t column,
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

FtsWords::Document* FtsWords::find_document(std::int64_t game) {
  // Games without words are few: most often a game's place is its distance to the first one.
  const auto near = static_cast<std::size_t>(game - documents_.front().game);
  if (near < documents_.size() && documents_[near].game == game) return &documents_[near];
  const auto found = std::ranges::lower_bound(documents_, game, {}, &Document::game);
  return found != documents_.end() && found->game == game ? &*found : nullptr;
}

void copy_fts_words(SqlConnection& sql, std::size_t memory_bytes,
                    const std::function<void()>& look) {
  const std::int64_t end_game = sql.first_integer("SELECT next FROM counter WHERE name = 'game'");
  if (end_game <= 1) return;
  FtsWords words(sql, memory_bytes / 2);
  WordWriter writer(sql, memory_bytes / 4);
  WordRunBuilder builder;
  std::vector<WordRun> runs;
  std::string text;
  std::int64_t first = 0, last = 0;
  const auto write = [&] {
    look();
    runs.push_back(builder.pack());
    writer.add(first, static_cast<std::size_t>(last + 1 - first), std::exchange(runs, {}));
  };
  SqlStatement games(sql, "SELECT id FROM game_text_docsize WHERE id >= 1 AND id < ? ORDER BY id");
  for (games.start(end_game); games.step();) {
    const std::int64_t game = games.integer(0);
    if (first == 0 || game >= first + kGamesOfRun) {
      if (first != 0) write();
      first = game;
    }
    last = game;
    const FtsGameWords* const found = words.find(game);
    if (found == nullptr) continue;
    builder.begin_game(static_cast<std::uint32_t>(game - first));
    for (const std::string& column : *found) {
      text = column;
      std::ranges::replace(text, '\0', ' ');  // a damaged index may hold anything
      builder.add_text(text);
    }
    if (builder.is_full()) runs.push_back(builder.pack());
  }
  if (first != 0) write();
  writer.flush();
}

}  // namespace ludex
