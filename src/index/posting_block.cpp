#include "index/posting_block.hpp"

#include "core/refused_database.hpp"

#include <fmt/format.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <functional>

namespace ludex {
namespace {

constexpr std::size_t kCountAt = 4;
constexpr std::size_t kBaseAt = 8;
constexpr std::size_t kFirstKeyAt = 16;
constexpr std::size_t kChecksumAt = 24;
constexpr std::size_t kWindow = 2048;   // postings that choose a block's Rice parameter
constexpr std::size_t kSlackBytes = 8;  // put_bits() stores whole words

std::uint64_t checksum(std::string_view block) {
  const auto head = XXH64(block.data(), kChecksumAt, 0);
  return XXH64(block.data() + kBlockHeaderBytes, block.size() - kBlockHeaderBytes, head);
}

int width_bits(int number_bits) {
  return std::bit_width(static_cast<unsigned>(std::max(number_bits - 1, 0)));
}

/// About how many bits a step of `width` significant bits takes.
std::uint64_t rice_cost(int width, int rice_bits) {
  const std::uint64_t typical = width == 0 ? 0 : (std::uint64_t{3} << width) >> 2;
  const std::uint64_t ones = typical >> rice_bits;
  return ones < kRiceEscape ? ones + 1 + static_cast<std::uint64_t>(rice_bits)
                            : kRiceEscape + kKeyBits;
}

/// The Rice parameter that packs the first kWindow postings best.
int choose_rice_bits(std::span<const Posting> postings) {
  std::array<std::uint32_t, kMaxFieldBits + 1> steps_of_width{};
  const std::size_t count = std::min(postings.size(), kWindow);
  for (std::size_t i = 1; i < count; ++i) {
    const std::uint64_t step = postings[i].key - postings[i - 1].key;
    if (step > 0) ++steps_of_width[static_cast<std::size_t>(std::bit_width(step - 1))];
  }
  int best = 0;
  std::uint64_t best_cost = ~std::uint64_t{0};
  for (int rice_bits = 0; rice_bits < kKeyBits; ++rice_bits) {
    std::uint64_t cost = 0;
    for (int width = 0; width <= kKeyBits; ++width) {
      const auto steps = steps_of_width[static_cast<std::size_t>(width)];
      if (steps > 0) cost += steps * rice_cost(width, rice_bits);
    }
    if (cost < best_cost) {
      best_cost = cost;
      best = rice_bits;
    }
  }
  return best;
}

/// The estimated block of `key` between two blocks, assuming evenly spread keys; strictly between
/// them.
std::uint32_t guess(std::uint64_t key, std::uint32_t low, std::uint64_t low_key, std::uint32_t high,
                    std::uint64_t high_key) {
  const double share = static_cast<double>(key - low_key) / static_cast<double>(high_key - low_key);
  const auto offset = static_cast<std::uint32_t>(share * static_cast<double>(high - low));
  return std::clamp(low + offset, low + 1, high - 1);
}

}  // namespace

std::string_view describe(BlockFault fault) {
  switch (fault) {
    case BlockFault::none:
      return "sound";
    case BlockFault::too_short:
      return "too short";
    case BlockFault::unknown_format:
      return "of an unknown format";
    case BlockFault::bad_checksum:
      return "damaged: its checksum does not match";
    case BlockFault::bad_payload:
      return "damaged: its contents are inconsistent";
  }
  return "unknown";
}

BlockEncoder::BlockEncoder(std::uint64_t first_number, std::uint64_t end_number, BlockSink& sink)
    : sink_(sink),
      base_(first_number),
      number_bits_(end_number > first_number ? std::bit_width(end_number - first_number - 1) : 0),
      width_bits_(width_bits(number_bits_)),
      block_(kMaxBlockBytes + kSlackBytes) {
  assert(number_bits_ <= kMaxFieldBits && "posting numbers spread too far for one segment");
}

void BlockEncoder::append(std::span<const Posting> postings) {
  postings_ += postings.size();
  if (pending_.empty()) {
    const std::size_t done = encode(postings, false);
    pending_.assign(postings.begin() + static_cast<std::ptrdiff_t>(done), postings.end());
    return;
  }
  pending_.insert(pending_.end(), postings.begin(), postings.end());
  const std::size_t done = encode(pending_, false);
  pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(done));
}

void BlockEncoder::finish() {
  encode(pending_, true);
  pending_.clear();
  if (in_block_ > 0) end_block();
}

/// \returns how many postings were encoded
std::size_t BlockEncoder::encode(std::span<const Posting> postings, bool at_end) {
  std::size_t done = 0;
  while (done < postings.size()) {
    if (in_block_ == 0) {
      if (!at_end && postings.size() - done < kWindow) break;
      begin_block(postings.subspan(done++));
    }
    while (done < postings.size() && put(postings[done])) ++done;
    if (done < postings.size()) end_block();
  }
  return done;
}

void BlockEncoder::begin_block(std::span<const Posting> postings) {
  rice_bits_ = choose_rice_bits(postings);
  used_bits_ = kBlockHeaderBytes * 8;
  last_bits_ = 0;
  run_ = in_block_ = 1;
  has_long_run_ = false;
  previous_ = postings.front();
  first_key_ = previous_.key;
  put_bits(previous_.number - base_, number_bits_);
}

/// False if the block is full.
inline bool BlockEncoder::put(const Posting& posting) {
  assert(previous_ < posting && "postings must ascend");
  const bool fits = posting.key == previous_.key ? put_same_key(posting) : put_new_key(posting);
  if (!fits) return false;
  previous_ = posting;
  ++in_block_;
  return true;
}

inline bool BlockEncoder::put_same_key(const Posting& posting) {
  const std::uint64_t step = posting.number - previous_.number;
  const int width = std::bit_width(step) - 1;
  const int head_bits = 1 + width_bits_;
  const int bits = head_bits + width;
  if (!has_room_for(bits)) return false;
  const std::uint64_t head = 1 | static_cast<std::uint64_t>(width) << 1;
  const std::uint64_t tail = step ^ std::uint64_t{1} << width;
  if (bits <= kMaxFieldBits) {  // nearly always
    put_bits(head | tail << head_bits, bits);
  } else {
    put_bits(head, head_bits);
    put_bits(tail, width);
  }
  if (++run_ == kLongRun) has_long_run_ = true;
  return true;
}

inline bool BlockEncoder::put_new_key(const Posting& posting) {
  const std::uint64_t step = posting.key - previous_.key - 1;
  const std::uint64_t ones = step >> rice_bits_;
  const bool escape = ones >= kRiceEscape;
  const int head_bits = escape ? 1 + kRiceEscape : 2 + static_cast<int>(ones);
  const int tail_bits = escape ? kKeyBits : rice_bits_;
  const int bits = head_bits + tail_bits + number_bits_;
  if (!has_room_for(bits)) return false;
  const std::uint64_t head = ((std::uint64_t{1} << (escape ? kRiceEscape : ones)) - 1) << 1;
  const std::uint64_t tail = step & ((std::uint64_t{1} << tail_bits) - 1);
  const std::uint64_t number = posting.number - base_;
  if (bits <= kMaxFieldBits) {  // nearly always
    put_bits(head | (tail | number << tail_bits) << head_bits, bits);
  } else {
    put_bits(head, head_bits);
    put_bits(tail, tail_bits);
    put_bits(number, number_bits_);
  }
  run_ = 1;
  return true;
}

/// \pre value < 2^count, count <= kMaxFieldBits.
inline void BlockEncoder::put_bits(std::uint64_t value, int count) {
  const std::size_t fill = used_bits_ % 8;
  const std::uint64_t word = last_bits_ | value << fill;
  store_little(block_.data() + used_bits_ / 8, word);
  used_bits_ += static_cast<std::size_t>(count);
  const std::size_t whole_bits = (fill + static_cast<std::size_t>(count)) & ~std::size_t{7};
  last_bits_ = whole_bits < 64 ? word >> whole_bits : 0;
}

void BlockEncoder::end_block() {
  block_[0] = static_cast<char>(kBlockFormat);
  block_[1] = static_cast<char>(kKeyBits);
  block_[2] = static_cast<char>(number_bits_);
  block_[3] = static_cast<char>(rice_bits_);
  store_little(block_.data() + kCountAt, in_block_);
  store_little(block_.data() + kBaseAt, base_);
  store_little(block_.data() + kFirstKeyAt, first_key_);
  const std::string_view bytes(block_.data(), (used_bits_ + 7) / 8);
  store_little(block_.data() + kChecksumAt, checksum(bytes));
  in_block_ = 0;
  ++blocks_;
  sink_.write({first_key_, bytes, has_long_run_});
}

BlockFault BlockCursor::open(std::string_view bytes) {
  *this = BlockCursor();
  if (bytes.size() < kBlockHeaderBytes) return fault_ = BlockFault::too_short;
  if (bytes.size() > kMaxBlockBytes) return fault_ = BlockFault::unknown_format;
  const auto field = [&](std::size_t at) { return static_cast<std::uint8_t>(bytes[at]); };
  if (field(0) != kBlockFormat) return fault_ = BlockFault::unknown_format;
  if (load_little<std::uint64_t>(bytes.data() + kChecksumAt) != checksum(bytes)) {
    return fault_ = BlockFault::bad_checksum;
  }
  key_bits_ = field(1);
  number_bits_ = field(2);
  rice_bits_ = field(3);
  const auto count = load_little<std::uint32_t>(bytes.data() + kCountAt);
  base_ = load_little<std::uint64_t>(bytes.data() + kBaseAt);
  current_.key = load_little<std::uint64_t>(bytes.data() + kFirstKeyAt);
  const std::size_t payload_bits = (bytes.size() - kBlockHeaderBytes) * 8;
  const bool sound = key_bits_ >= 1 && key_bits_ <= kMaxFieldBits &&
                     number_bits_ <= kMaxFieldBits && rice_bits_ < key_bits_ && count >= 1 &&
                     count - 1 <= payload_bits && base_ >> 63 == 0 &&
                     current_.key >> key_bits_ == 0;
  if (!sound) return fault_ = BlockFault::bad_payload;
  bytes_ = bytes;
  position_bits_ = kBlockHeaderBytes * 8;
  width_bits_ = width_bits(number_bits_);
  end_key_ = std::uint64_t{1} << key_bits_;
  end_number_ = base_ + (std::uint64_t{1} << number_bits_);
  count_ = left_ = count;
  return BlockFault::none;
}

BlockFault decode_block(std::string_view bytes, std::vector<Posting>& postings) {
  postings.clear();
  BlockCursor cursor;
  if (cursor.open(bytes) != BlockFault::none) return cursor.fault();
  postings.reserve(cursor.postings());
  for (Posting posting; cursor.next(posting);) postings.push_back(posting);
  return cursor.fault();
}

void shift_numbers(std::string& block, std::int64_t by) {
  const auto base = load_little<std::uint64_t>(block.data() + kBaseAt);
  store_little(block.data() + kBaseAt, base + static_cast<std::uint64_t>(by));
  store_little(block.data() + kChecksumAt, checksum(block));
}

void require_sound(BlockFault fault, const SegmentInfo& segment, std::uint32_t block) {
  if (fault == BlockFault::none) return;
  refuse_database(fmt::format("position index: segment {}, block {} is {}", segment.id, block,
                              describe(fault)));
}

BlockCursor open_block(BlockStore& store, const SegmentInfo& segment, std::uint32_t block) {
  BlockCursor cursor;
  require_sound(cursor.open(store.block(segment, block)), segment, block);
  if (cursor.key_bits() != segment.key_bits) {
    require_sound(BlockFault::bad_payload, segment, block);
  }
  return cursor;
}

bool for_each_posting(BlockStore& store, const SegmentInfo& segment, KeyRange keys,
                      const PostingVisitor& visit) {
  return visit_postings(store, segment, keys, std::cref(visit));
}

/// Keeps first_key(low) < key <= first_key(high), where block_count counts as endless; the answer
/// is `low`, since a group may begin in the block before the first that starts with its key.
std::uint32_t find_block(BlockStore& store, const SegmentInfo& segment, std::uint64_t key) {
  if (segment.block_count == 0 || store.first_key(segment, 0) >= key) return 0;
  std::uint32_t low = 0;
  std::uint32_t high = segment.block_count;
  std::uint64_t low_key = store.first_key(segment, 0);
  std::uint64_t high_key = std::uint64_t{1} << segment.key_bits;
  bool halve = false;  // where guessing does badly, every other step halves
  while (high - low > 1) {
    const std::uint32_t width = high - low;
    const std::uint32_t middle =
        halve || high_key <= key ? low + width / 2 : guess(key, low, low_key, high, high_key);
    const std::uint64_t middle_key = store.first_key(segment, middle);
    (middle_key < key ? low : high) = middle;
    (middle_key < key ? low_key : high_key) = middle_key;
    halve = !halve && high - low > width / 2;
  }
  return low;
}

}  // namespace ludex
