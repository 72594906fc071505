// Any bytes as a stream of every format: the records do not depend on how the stream is cut into
// chunks, every byte is in one record or between two, a splitter that starts behind a record finds
// the same ones, and so do several that split parts of a file.
#include "formats/collected_records.hpp"
#include "formats/format_room.hpp"
#include "fuzz_input.hpp"
#include "pipeline/parted_file.hpp"

#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

using ludex::fuzz::FuzzInput;
using ludex::fuzz::require;

namespace {

constexpr std::size_t kMaxRecordBytes = 512;

/// \param sizes  of the chunks, over and over; a byte each, 0 is 256
ludex::Cut cut(ludex::Format format, std::string_view text, std::string_view sizes,
               std::uint64_t start = 0, std::string_view head = {}) {
  const auto splitter = ludex::make_splitter(
      format, {.start_offset_bytes = start, .max_record_bytes = kMaxRecordBytes}, head);
  ludex::CollectingSink sink;
  for (std::size_t at = 0, turn = 0; at < text.size(); ++turn) {
    std::size_t bytes = static_cast<unsigned char>(sizes[turn % sizes.size()]);
    if (bytes == 0) bytes = 256;
    splitter->feed(text.substr(at, bytes), sink);
    at += bytes;
  }
  splitter->finish(sink);
  return sink.cut;
}

/// As `index` goes on with a file that has grown: from the end of its last whole record.
void go_on_behind(ludex::Format format, std::string_view text, const ludex::Cut& whole) {
  if (whole.records.size() < 2) return;
  const ludex::CutRecord& first = whole.records.front();
  if (first.unclosed || first.oversize) return;
  const std::size_t end = first.offset_bytes + first.text.size();
  const ludex::Cut rest = cut(format, text.substr(end), "\x40", end, text.substr(0, end));
  require(rest.records.size() + 1 == whole.records.size());
  for (std::size_t i = 0; i < rest.records.size(); ++i) {
    require(rest.records[i].offset_bytes == whole.records[i + 1].offset_bytes);
    require(rest.records[i].text == whole.records[i + 1].text);
  }
}

/// As `index` reads a big file. \param part_bytes  at least 1
void split_in_parts(ludex::Format format, std::string_view text, std::uint64_t part_bytes,
                    const ludex::Cut& whole) {
  const std::atomic<bool> stop = false;
  const auto read_at = [&](std::uint64_t offset, std::span<char> buffer) -> std::size_t {
    return offset < text.size() ? text.substr(offset).copy(buffer.data(), buffer.size()) : 0;
  };
  std::vector<std::pair<std::uint64_t, std::string>> records;  // where each begins
  ludex::BatchBuilder builder(4096, [&](const ludex::Batch& batch) {
    for (const ludex::Item& item : batch.items) {
      const auto& row = std::get<ludex::RecordItem>(item).row;
      records.emplace_back(row.offset_bytes, batch.text.substr(row.text_begin, row.length_bytes));
    }
  });
  ludex::PartedFile file(
      read_at, format, text,
      {.size_bytes = text.size(), .part_bytes = part_bytes, .max_record_bytes = kMaxRecordBytes},
      stop);
  const std::uint64_t end = file.split(0, builder);
  builder.flush();
  require(end == 0 ||
          (!records.empty() && end == records.back().first + records.back().second.size()));
  const ludex::Cut rest = cut(format, text.substr(end), "\x40", end, text);
  for (const ludex::CutRecord& record : rest.records) {
    records.emplace_back(record.offset_bytes, record.text);
  }
  require(records.size() == whole.records.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    require(records[i].first == whole.records[i].offset_bytes);
    require(records[i].second == whole.records[i].text);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  const auto formats = ludex::all_formats();
  const ludex::Format format = formats[input.below(formats.size())];
  std::string_view sizes = input.take(input.below(4) + 1);
  if (sizes.empty()) sizes = "\x01";
  const std::string_view text = input.rest();
  const ludex::Cut whole = cut(format, text, std::string_view("\0", 1));
  require(whole == cut(format, text, "\x01"));
  require(whole == cut(format, text, sizes));
  require(ludex::coverage_fault(whole, text).empty());
  if (!ludex::room_of(format).companions.empty()) return 0;
  go_on_behind(format, text, whole);
  split_in_parts(format, text, 16 * sizes.size(), whole);
  return 0;
}
