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
constexpr std::size_t kBytesBehindPart = 16 * 1024;  // read at a time, to see its last record end
constexpr std::size_t kFirstWindow = 64 * 1024;      // in which the end of a record is looked for
constexpr std::size_t kLargestWindow = 1024 * 1024;

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

/// Collects records up to the first one that ends at `end` or behind it.
class PartRecords final : public RecordSink {
 public:
  PartRecords(Format format, std::size_t batch_bytes, std::uint64_t begin, std::uint64_t end)
      : end_(end),
        records_end_(begin),
        builder_(batch_bytes, [this](Batch batch) { batches_.push_back(std::move(batch)); }) {
    builder_.set_format(format);
  }

  [[nodiscard]] bool wants_more() const { return !is_given_up_ && !is_complete(); }
  [[nodiscard]] bool is_complete() const { return records_end_ >= end_; }
  [[nodiscard]] std::uint64_t records_end() const { return records_end_; }
  [[nodiscard]] CollectedRecords take() {
    builder_.flush();
    return {std::move(batches_), builder_.take_foreign(), builder_.last_open(),
            builder_.last_offset_bytes()};
  }

  /// Behind a record that is not closed, another splitter need not find the same.
  void record(const FoundRecord& found) override {
    is_given_up_ |= found.unclosed;
    if (!wants_more()) return;
    for (const ForeignBytes& some : foreign_) {
      builder_.foreign(some.format, some.offset_bytes, some.length_bytes);
    }
    foreign_.clear();
    builder_.record(found);
    records_end_ = found.offset_bytes + found.text.size();
  }
  void oversize_piece(std::string_view, std::uint64_t, bool) override { is_given_up_ = true; }
  /// Junk behind the last record is left to the splitter that goes on there.
  void junk(std::uint64_t offset_bytes, std::uint64_t length_bytes) override {
    if (wants_more()) builder_.junk(offset_bytes, length_bytes);
  }
  void foreign(Format looks_like, std::uint64_t offset_bytes, std::uint64_t length_bytes) override {
    if (wants_more()) foreign_.push_back({looks_like, offset_bytes, length_bytes});
  }

 private:
  std::uint64_t end_;
  std::uint64_t records_end_;
  bool is_given_up_ = false;           // the next record is left to one splitter
  std::vector<ForeignBytes> foreign_;  // that belong to the next record
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
      guesses_ += part.records_end == part.end ? 0 : 1;
      if (!part.is_complete || guesses_badly()) return begin;
    }
  }
  return begin;
}

/// Variations that stand like games, say.
bool PartedFile::guesses_badly() const { return parts_ >= 8 && 2 * guesses_ > parts_; }

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
      if (ends[i] && near >= before + step / 2) parts.push_back({before, *ends[i]});
    }
  }
  parts.resize(std::min(parts.size(), options_.parts_at_once));
  return parts;
}

/// The end of the first whole record behind a line that seems to begin one.
std::optional<std::uint64_t> PartedFile::find_record_end(std::uint64_t near) const {
  const FormatRoom& room = room_of(format_);
  std::string bytes;
  for (std::size_t size = kFirstWindow; size <= kLargestWindow; size *= 4) {
    bytes.resize(size);
    bytes.resize(read(near, bytes));
    const std::string_view window = bytes;
    for (std::size_t at = window.find('\n'); at != window.npos; at = window.find('\n', at + 1)) {
      const std::string_view text = window.substr(at + 1);
      if (!room.begins_record(text, false)) continue;
      FirstRecordEnd first;
      make_splitter(format_, {near + at + 1, options_.max_record_bytes}, head_)->feed(text, first);
      if (first.end()) return first.end();
      break;
    }
    if (window.size() < size) break;
  }
  return std::nullopt;
}

/// What cannot be read is read again by the splitter that goes on there, which says why.
std::size_t PartedFile::read(std::uint64_t offset_bytes, std::span<char> buffer) const {
  try {
    return read_at_(offset_bytes, buffer);
  } catch (const StreamDamage&) {
    return 0;
  }
}

void PartedFile::split_part(Part& part) const {
  PartRecords records(format_, options_.batch_bytes, part.begin, part.end);
  const auto splitter = make_splitter(format_, {part.begin, options_.max_record_bytes}, head_);
  const auto buffer = std::make_unique_for_overwrite<char[]>(kReadBytes);
  const std::uint64_t most = part.end + options_.part_bytes;
  for (std::uint64_t at = part.begin; records.wants_more() && at < most && !stop_;) {
    const std::uint64_t wanted =
        at < part.end ? std::min<std::uint64_t>(kReadBytes, part.end - at) : kBytesBehindPart;
    const std::size_t got = read(at, {buffer.get(), static_cast<std::size_t>(wanted)});
    if (got == 0) break;
    splitter->feed({buffer.get(), got}, records);
    at += got;
  }
  part.is_complete = records.is_complete();
  part.records_end = records.records_end();
  part.records = records.take();
}

}  // namespace ludex
