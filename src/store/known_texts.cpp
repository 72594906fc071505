#include "store/known_texts.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cassert>

namespace ludex {
namespace {

constexpr std::size_t kFewest = 64;  // entries

std::uint64_t hash_of(int kind, std::string_view text) {
  return XXH3_64bits_withSeed(text.data(), text.size(), static_cast<std::uint64_t>(kind));
}

}  // namespace

std::int64_t KnownTexts::find(int kind, std::string_view text) const {
  if (entries_.empty()) return 0;
  const std::uint64_t hash = hash_of(kind, text);
  const std::size_t mask = entries_.size() - 1;
  for (std::size_t place = hash & mask; entries_[place].id != 0; place = (place + 1) & mask) {
    const Entry& entry = entries_[place];
    if (entry.hash != hash || entry.kind != kind) continue;
    if (std::string_view(texts_).substr(entry.begin, entry.size) == text) return entry.id;
  }
  return 0;
}

void KnownTexts::add(int kind, std::string_view text, std::int64_t id) {
  assert(id != 0 && find(kind, text) == 0);
  if (2 * (used_ + 1) > entries_.size()) grow();
  put({.hash = hash_of(kind, text),
       .id = id,
       .begin = texts_.size(),
       .size = static_cast<std::uint32_t>(text.size()),
       .kind = kind});
  ++used_;
  texts_ += text;
}

void KnownTexts::clear() { *this = {}; }

std::size_t KnownTexts::bytes() const { return entries_.size() * sizeof(Entry) + texts_.size(); }

void KnownTexts::put(const Entry& entry) {
  const std::size_t mask = entries_.size() - 1;
  std::size_t place = entry.hash & mask;
  while (entries_[place].id != 0) place = (place + 1) & mask;
  entries_[place] = entry;
}

void KnownTexts::grow() {
  std::vector<Entry> old(std::max(kFewest, 2 * entries_.size()), Entry{});
  old.swap(entries_);
  for (const Entry& entry : old) {
    if (entry.id != 0) put(entry);
  }
}

}  // namespace ludex
