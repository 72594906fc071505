#include "query/filter/id_set.hpp"

#include <algorithm>

namespace ludex {

std::int64_t IdSet::next(std::int64_t id) const {
  std::size_t word = static_cast<std::size_t>(id) / 64;
  if (word >= words_.size()) return -1;
  std::uint64_t rest = words_[word] & (~std::uint64_t{0} << (id % 64));
  while (rest == 0) {
    if (++word == words_.size()) return -1;
    rest = words_[word];
  }
  return static_cast<std::int64_t>(word) * 64 + std::countr_zero(rest);
}

IdSet& IdSet::operator&=(const IdSet& other) {
  words_.resize(std::min(words_.size(), other.words_.size()));
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
  return *this;
}

IdSet& IdSet::operator|=(const IdSet& other) {
  words_.resize(std::max(words_.size(), other.words_.size()));
  for (std::size_t i = 0; i < other.words_.size(); ++i) words_[i] |= other.words_[i];
  return *this;
}

std::vector<std::int64_t> IdSet::members() const {
  std::vector<std::int64_t> ids;
  ids.reserve(static_cast<std::size_t>(count()));
  for (std::int64_t id = next(0); id >= 0; id = next(id + 1)) ids.push_back(id);
  return ids;
}

}  // namespace ludex
