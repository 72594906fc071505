#include "query/search/position_visits.hpp"

#include "index/posting_block.hpp"
#include "ludex/error.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace ludex {

/// Walks along the groups of a segment as its postings come by.
class PositionVisits::PartWalk {
 public:
  PartWalk(PositionVisits& visits, std::vector<PositionGroups::Part> parts)
      : visits_(visits), parts_(std::move(parts)) {}

  /// The moment of the next posting.
  KnownMoment* next(std::uint64_t key) {
    while (part_ < parts_.size() &&
           (parts_[part_].key < key || (parts_[part_].key == key && posting_ == size()))) {
      ++part_;
      posting_ = 0;
    }
    if (part_ == parts_.size() || parts_[part_].key != key) return nullptr;
    if (posting_ == 0) open();
    const std::uint32_t posting = posting_++;
    if (moments_ == nullptr) return nullptr;
    const std::uint32_t moment = list_.moment(posting);
    if (moment >= moments_->size()) {
      throw DatabaseError("a position group of the index is damaged; index anew");
    }
    return &(*moments_)[moment];
  }

 private:
  [[nodiscard]] std::uint32_t size() const { return parts_[part_].postings; }

  void open() {
    moments_ = nullptr;
    if (parts_[part_].moments == 0) return;
    list_ = visits_.groups_.read(parts_[part_], data_);
    moments_ = &visits_.moments_.emplace_back(parts_[part_].moments);
  }

  PositionVisits& visits_;
  std::vector<PositionGroups::Part> parts_;
  std::size_t part_ = 0;
  std::uint32_t posting_ = 0;  // in the part
  std::string data_;
  MomentList list_;
  std::vector<KnownMoment>* moments_ = nullptr;  // of the part
};

bool PositionVisits::for_each(const std::vector<KeyRange>& keys, const Visitor& visit) {
  const bool one_key = keys.size() == 1 && keys[0].first == keys[0].last;
  const std::span<const SegmentInfo> segments = postings_.segments();
  if (one_key && segments_follow_each_other()) {
    return std::all_of(segments.begin(), segments.end(), [&](const SegmentInfo& segment) {
      return visit_segment(segment, keys[0], visit);
    });
  }
  using Visit = std::pair<std::uint64_t, KnownMoment*>;
  std::vector<Visit> visits;
  for (const SegmentInfo& segment : segments) {
    for (const KeyRange& range : keys) {
      visit_segment(segment, range, [&](std::uint64_t number, KnownMoment* moment) {
        visits.emplace_back(number, moment);
        return true;
      });
    }
  }
  const auto by_number = [](const Visit& a, const Visit& b) { return a.first < b.first; };
  const auto same_number = [](const Visit& a, const Visit& b) { return a.first == b.first; };
  std::sort(visits.begin(), visits.end(), by_number);
  visits.erase(std::unique(visits.begin(), visits.end(), same_number), visits.end());
  return std::all_of(visits.begin(), visits.end(),
                     [&](const Visit& one) { return visit(one.first, one.second); });
}

bool PositionVisits::visit_segment(const SegmentInfo& segment, const KeyRange& keys,
                                   const Visitor& visit) {
  PartWalk walk(*this, groups_.find(segment, keys));
  return for_each_posting(postings_, segment, keys, [&](const Posting& posting) {
    return visit(posting.number, walk.next(posting.key));
  });
}

bool PositionVisits::segments_follow_each_other() {
  const std::span<const SegmentInfo> segments = postings_.segments();
  return std::adjacent_find(segments.begin(), segments.end(),
                            [](const SegmentInfo& one, const SegmentInfo& next) {
                              return next.first_number < one.end_number;
                            }) == segments.end();
}

}  // namespace ludex
