#include "index/hot_postings.hpp"

#include "index/moment_list.hpp"
#include "index/open_block.hpp"

#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <atomic>

namespace ludex {
namespace {

constexpr std::uint32_t kBatchBlocks = 16;

}  // namespace

bool HotPostingReader::next(HotPostings& turn) {
  turn.groups.clear();
  turn.numbers.clear();
  const auto live = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()) + 1;
  std::vector<Batch> slots(live);  // pointers travel: a token's value is lost when a filter throws
  std::size_t next_slot = 0;
  std::atomic<bool> full = false;
  tbb::parallel_pipeline(
      live,
      tbb::make_filter<void, Batch*>(tbb::filter_mode::serial_in_order,
                                     [&](tbb::flow_control& flow) {
                                       Batch* const batch = &slots[next_slot++ % live];
                                       if (full || next_block_ == segment_.block_count) {
                                         flow.stop();
                                       } else {
                                         read(*batch);
                                       }
                                       return batch;
                                     }) &
          tbb::make_filter<Batch*, Batch*>(tbb::filter_mode::parallel,
                                           [&](Batch* batch) {
                                             find_runs(*batch);
                                             return batch;
                                           }) &
          tbb::make_filter<Batch*, void>(tbb::filter_mode::serial_in_order, [&](Batch* batch) {
            take(*batch, turn);
            full = turn.numbers.size() >= most_postings_;
          }));
  if (!full) {
    close_group(turn);
    open_goes_on_ = false;
  }
  return !turn.groups.empty();
}

void HotPostingReader::read(Batch& batch) {
  batch.first_block = next_block_;
  batch.blocks.clear();
  while (next_block_ < segment_.block_count && batch.blocks.size() < kBatchBlocks) {
    batch.blocks.emplace_back(store_.block(segment_, next_block_++));
  }
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
