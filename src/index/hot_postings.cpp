#include "index/hot_postings.hpp"

#include "index/moment_list.hpp"
#include "index/ordered_pipeline.hpp"
#include "index/posting_block.hpp"

#include <atomic>

namespace ludex {
namespace {

constexpr std::uint32_t kBatchBlocks = 16;

}  // namespace

bool HotPostingReader::next(HotPostings& turn) {
  turn.groups.clear();
  turn.numbers.clear();
  std::atomic<bool> full = false;
  run_in_order<Batch>([&](Batch& batch) { return !full && read(batch); },
                      [&](Batch& batch) { find_runs(batch); },
                      [&](const Batch& batch) {
                        take(batch, turn);
                        full = turn.numbers.size() >= most_postings_;
                      });
  if (!full) {
    close_group(turn);
    open_goes_on_ = false;
  }
  return !turn.groups.empty();
}

bool HotPostingReader::read(Batch& batch) {
  if (next_block_ == segment_.block_count) return false;
  batch.first_block = next_block_;
  batch.blocks.clear();
  while (next_block_ < segment_.block_count && batch.blocks.size() < kBatchBlocks) {
    batch.blocks.emplace_back(store_.block(segment_, next_block_++));
  }
  return true;
}

void HotPostingReader::find_runs(Batch& batch) const {
  batch.numbers.clear();
  batch.runs.clear();
  std::vector<Posting> postings;
  Run run{0, 0, 0};
  const auto end_run = [&](bool is_last) {
    run.end = batch.numbers.size();
    if (run.end == run.begin) return;
    if (batch.runs.empty() || is_last || run.end - run.begin >= kHotPostings) {
      batch.runs.push_back(run);
    } else {
      batch.numbers.resize(run.begin);
    }
  };
  for (std::size_t i = 0; i < batch.blocks.size(); ++i) {
    require_sound(decode_block(batch.blocks[i], postings), segment_,
                  batch.first_block + static_cast<std::uint32_t>(i));
    for (const Posting& posting : postings) {
      if (posting.key != run.key) {
        end_run(false);
        run = {posting.key, batch.numbers.size(), 0};
      }
      batch.numbers.push_back(posting.number);
    }
  }
  end_run(true);
}

void HotPostingReader::take(const Batch& batch, HotPostings& turn) {
  for (const Run& run : batch.runs) {
    if (run.key != open_key_) {
      close_group(turn);
      open_goes_on_ = false;
      open_key_ = run.key;
    }
    open_numbers_.insert(open_numbers_.end(),
                         batch.numbers.begin() + static_cast<std::ptrdiff_t>(run.begin),
                         batch.numbers.begin() + static_cast<std::ptrdiff_t>(run.end));
    if (open_numbers_.size() < most_postings_) continue;
    close_group(turn);
    open_goes_on_ = true;
  }
}

void HotPostingReader::close_group(HotPostings& turn) {
  const bool is_hot = open_numbers_.size() >= kHotPostings || open_goes_on_;
  if (is_hot && !open_numbers_.empty()) {
    turn.groups.push_back({open_key_, turn.numbers.size()});
    turn.numbers.insert(turn.numbers.end(), open_numbers_.begin(), open_numbers_.end());
  }
  open_numbers_.clear();
}

}  // namespace ludex
