#include "pipeline/parted_file.hpp"

#include "core/parallel_work.hpp"
#include "formats/format_room.hpp"
#include "source/byte_stream.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace ludex {
namespace {

constexpr std::size_t kReadBytes = 256 * 1024;
constexpr std::size_t kBytesAfterPart = 16 * 1024;  // read at a time, to see its last record end
constexpr std::size_t kFirstWindow = 64 * 1024;     // in which the end of a record is looked for
constexpr std::size_t kLargestWindow = 1024 * 1024;
constexpr std::size_t kMostLines = 4096;         // that are looked at in a window
constexpr std::size_t kLineReach = 4096;         // what is looked at, from the start of a line on
constexpr std::uint64_t kMostSteps = 4;          // of part_bytes, in which a part ends
constexpr std::uint64_t kShortRecordBytes = 32;  // of shorter ones, a part takes fewer bytes

/// Where the first record ends.
class FirstRecordEnd final : public RecordSink {
 public:
  [[nodiscard]] std::optional<std::uint64_t> end() const { return end_; }

  void record(const FoundRecord& found) override {
    if (!end_ && !found.unclosed) end_ = found.offset_bytes + found.text.size();
  }
  void oversize_piece(std::string_view, std::uint64_t, bool) override {}
  void junk(std::uint64_t, std::uint64_t) override {}

 private:
  std::optional<std::uint64_t> end_;
};

/// Collects records up to the first one that ends at `end` or after it, or as many as memory
/// allows.
class PartRecords final : public RecordSink {
 public:
  PartRecords(Format format, std::size_t batch_bytes, std::uint64_t begin, std::uint64_t end,
              std::uint64_t most_records)
      : end_(end),
        records_end_(begin),
        room_(most_records),
        builder_(batch_bytes, [this](Batch batch) {
          batch.text.shrink_to_fit();  // of short records it has far more room
          batches_.push_back(std::move(batch));
        }) {
    builder_.set_format(format);
  }

  [[nodiscard]] bool wants_more() const { return !is_given_up_ && !is_complete(); }
  [[nodiscard]] bool is_complete() const { return records_end_ >= end_ || room_ == 0; }
  [[nodiscard]] std::uint64_t records_end() const { return records_end_; }
  [[nodiscard]] CollectedRecords take() {
    builder_.flush();
    return {std::move(batches_), builder_.last_open(), builder_.last_offset_bytes()};
  }

  /// A splitter that begins after a record that is not closed may find other records.
  void record(const FoundRecord& found) override {
    is_given_up_ |= found.unclosed;
    if (!wants_more()) return;
    builder_.record(found);
    --room_;
    records_end_ = found.offset_bytes + found.text.size();
  }
  void oversize_piece(std::string_view, std::uint64_t, bool) override { is_given_up_ = true; }
  /// Junk after the last record is left to the splitter that goes on there.
  void junk(std::uint64_t offset_bytes, std::uint64_t length_bytes) override {
    if (wants_more()) builder_.junk(offset_bytes, length_bytes);
  }
  /// A splitter that begins among bytes of another format may not notice them.
  void foreign(Format, std::uint64_t, std::uint64_t) override { is_given_up_ = true; }

 private:
  std::uint64_t end_;
  std::uint64_t records_end_;
  std::uint64_t room_;        // for records
  bool is_given_up_ = false;  // the next record is left to one splitter
  std::vector<Batch> batches_;
  BatchBuilder builder_;
};

}  // namespace

PartedFile::PartedFile(ReadAt read_at, Format format, std::string_view head,
                       const PartedFileOptions& options, const std::atomic<bool>& stop)
    : read_at_(std::move(read_at)), format_(format), head_(head), options_(options), stop_(stop) {}

std::uint64_t PartedFile::split(std::uint64_t begin, BatchBuilder& builder) {
  while (!stop_) {
    std::vector<Part> parts = find_parts(begin);
    if (parts.empty()) break;
    tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t i) {
      const ParallelWork counted;
      split_part(parts[i]);
    });
    for (Part& part : parts) {
      if (part.begin != begin) break;
      builder.append(std::move(part.records), part.records_end - begin);
      begin = part.records_end;
      ++parts_;
      wrong_guesses_ += part.records_end > part.end ? 1 : 0;
      if (!part.goes_on || guesses_badly()) return begin;
    }
  }
  return begin;
}

/// Variations that stand like games, say.
bool PartedFile::guesses_badly() const { return parts_ >= 8 && 2 * wrong_guesses_ > parts_; }

/// They end near multiples of part_bytes, whatever the parts before were.
std::vector<PartedFile::Part> PartedFile::find_parts(std::uint64_t begin) const {
  const std::uint64_t step = options_.part_bytes;
  std::vector<Part> parts;
  std::vector<std::optional<std::uint64_t>> ends(options_.parts_at_once);
  std::uint64_t near = (begin + step / 2 + step - 1) / step * step;
  while (parts.size() < options_.parts_at_once && near < options_.size_bytes && !stop_) {
    tbb::parallel_for(std::size_t{0}, ends.size(), [&](std::size_t i) {
      const ParallelWork counted;
      ends[i] = find_record_end(near + i * step);
    });
    for (std::size_t i = 0; i < ends.size(); ++i, near += step) {
      const std::uint64_t before = parts.empty() ? begin : parts.back().end;
      const bool is_far = std::max(near, ends[i].value_or(0)) > before + kMostSteps * step;
      if (is_far || parts.size() == ends.size()) return parts;
      if (ends[i] && near >= before + step / 2) parts.push_back({before, *ends[i]});
    }
  }
  return parts;
}

/// The end of the first whole record after a line that seems to begin one.
std::optional<std::uint64_t> PartedFile::find_record_end(std::uint64_t near) const {
  std::string bytes;
  for (std::size_t size = kFirstWindow; size <= kLargestWindow && !stop_; size *= 4) {
    bytes.resize(size);
    bytes.resize(read(near, bytes));
    const std::size_t at = find_record_line(bytes);
    if (at < bytes.size()) {
      FirstRecordEnd first;
      make_splitter(format_, {near + at, options_.max_record_bytes}, head_)
          ->feed(std::string_view(bytes).substr(at), first);
      if (first.end()) return first.end();
    }
    if (bytes.size() < size) break;
  }
  return std::nullopt;
}

/// Where a line begins that seems to begin a record; the window's size if it has none.
std::size_t PartedFile::find_record_line(std::string_view window) const {
  const FormatRoom& room = room_of(format_);
  std::size_t at = 0;
  for (std::size_t line = 0; line < kMostLines; ++line) {
    at = window.find('\n', at) + 1;  // npos + 1 is 0
    if (at == 0 || at == window.size()) break;
    if (room.line_mark.may_begin_with(window[at]) &&
        room.begins_record(window.substr(at, kLineReach), false)) {
      return at;
    }
  }
  return window.size();
}

/// Bytes that cannot be read, or that were added to the file meanwhile, are left to the splitter
/// that goes on there, which says what is wrong.
std::size_t PartedFile::read(std::uint64_t offset_bytes, std::span<char> buffer) const {
  if (offset_bytes >= options_.size_bytes) return 0;
  const std::uint64_t left = options_.size_bytes - offset_bytes;
  try {
    return read_at_(offset_bytes, buffer.first(std::min<std::uint64_t>(buffer.size(), left)));
  } catch (const StreamDamage&) {
    return 0;
  }
}

void PartedFile::split_part(Part& part) const {
  PartRecords records(format_, options_.batch_bytes, part.begin, part.end,
                      options_.part_bytes / kShortRecordBytes + 1);
  const auto splitter = make_splitter(format_, {part.begin, options_.max_record_bytes}, head_);
  const auto buffer = std::make_unique_for_overwrite<char[]>(kReadBytes);
  const std::uint64_t most = part.end + options_.part_bytes;
  for (std::uint64_t at = part.begin; records.wants_more() && at < most && !stop_;) {
    const std::uint64_t wanted =
        at < part.end ? std::min<std::uint64_t>(kReadBytes, part.end - at) : kBytesAfterPart;
    const std::size_t got = read(at, {buffer.get(), static_cast<std::size_t>(wanted)});
    if (got == 0) break;
    splitter->feed({buffer.get(), got}, records);
    at += got;
  }
  part.goes_on = records.is_complete();
  part.records_end = records.records_end();
  part.records = records.take();
}

}  // namespace ludex
