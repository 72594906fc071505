#include "index/hot_postings.hpp"

namespace ludex {

void append_hot_postings(std::span<const Posting> postings, HotPostings& hot) {
  std::size_t begin = 0;
  while (begin + kHotPostings <= postings.size()) {
    const std::uint64_t key = postings[begin].key;
    std::size_t next = begin + kHotPostings - 1;
    if (postings[next].key != key) {
      while (postings[next - 1].key == postings[next].key) --next;
      begin = next;
      continue;
    }
    hot.groups.push_back({key, hot.numbers.size()});
    while (begin < postings.size() && postings[begin].key == key) {
      hot.numbers.push_back(postings[begin++].number);
    }
  }
}

void append_hot_postings(const HotPostings& more, HotPostings& hot) {
  for (const auto& [key, begin] : more.groups) {
    hot.groups.push_back({key, hot.numbers.size() + begin});
  }
  hot.numbers.insert(hot.numbers.end(), more.numbers.begin(), more.numbers.end());
}

}  // namespace ludex
