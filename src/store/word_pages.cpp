#include "store/word_pages.hpp"

#include <algorithm>
#include <vector>

namespace ludex {
namespace {

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

}  // namespace ludex
