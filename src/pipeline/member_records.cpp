#include "pipeline/member_records.hpp"

#include "formats/format_room.hpp"
#include "pipeline/companions.hpp"

#include <algorithm>
#include <utility>

namespace ludex {

MemberRecords::MemberRecords(SourceReader& source, MemberOptions options, MemberEvents& events)
    : members_(source, !options.is_file),
      options_(std::move(options)),
      events_(events),
      buffer_(options_.buffer) {
  if (!buffer_.empty()) return;
  own_buffer_ = std::make_unique_for_overwrite<char[]>(kReadBufferBytes);
  buffer_ = {own_buffer_.get(), kReadBufferBytes};
}

/// Runs `read`; false where it meets damage.
template <class Read>
bool MemberRecords::succeeds(const Read& read) {
  try {
    read();
    return true;
  } catch (const SourceDamage& damage) {
    is_damaged_ = true;
    events_.damaged(damage);
    return false;
  }
}

void MemberRecords::read_head() {
  filled_ = 0;
  is_damaged_ = false;
  is_at_end_ = false;
  succeeds([&] {
    while (filled_ < buffer_.size() && !is_at_end_) {
      const std::size_t bytes = members_.read(buffer_.subspan(filled_));
      filled_ += bytes;
      is_at_end_ = bytes == 0;
    }
  });
}

std::optional<Format> MemberRecords::format() const {
  if (filled_ == 0) return Format{};  // of no records
  if (options_.format) return options_.format;
  const bool is_file = members_.member().empty();
  return detect_format(head(), is_file ? options_.source_name : members_.member());
}

std::vector<Companion> MemberRecords::companions_for(const FormatRoom& room) {
  const std::string& member = members_.member();
  if (member.empty()) {
    if (!options_.is_file) return {};
    CompanionFiles* const files = options_.companions;
    return files != nullptr ? files->read(options_.source_name, room)
                            : CompanionFiles().read(options_.source_name, room);
  }
  if (is_companion()) return {};
  if (!options_.is_file) return members_.companions().of(member, room);
  if (!companions_) companions_ = ArchiveCompanions::read(options_.source_name, options_.stop);
  return companions_->of(member, room);
}

bool MemberRecords::start(Format format, std::uint64_t offset_bytes) {
  SplitOptions split{offset_bytes, options_.max_record_bytes};
  const FormatRoom& room = room_of(format);
  if (!room.companions.empty()) split.companions = companions_for(room);
  missing_endings_ = missing_endings(split.companions, room);
  splitter_ = make_splitter(format, split, head());
  const auto dropped = std::min<std::uint64_t>(offset_bytes, filled_);
  filled_ -= dropped;
  std::copy_n(buffer_.begin() + static_cast<std::ptrdiff_t>(dropped), filled_, buffer_.begin());
  if (offset_bytes == dropped) return true;
  return !is_damaged_ && succeeds([&] {
    if (members_.skip(offset_bytes - dropped)) return;
    throw SourceDamage(
        {.source = options_.source_name, .member = members_.member(), .offset_bytes = offset_bytes},
        "shorter than before");
  });
}

void MemberRecords::split(RecordSink& sink) {
  feed(filled_, sink);
  while (!is_damaged_ && !is_at_end_ && !is_stopped()) {
    std::size_t bytes = 0;
    if (!succeeds([&] { bytes = members_.read(buffer_); })) break;
    feed(bytes, sink);
    is_at_end_ = bytes == 0;
  }
  if (!is_stopped()) splitter_->finish(sink);
}

void MemberRecords::read_on() {
  succeeds([&] {
    while (!is_stopped() && members_.read(buffer_) > 0) {
    }
  });
}

void MemberRecords::feed(std::size_t bytes, RecordSink& sink) {
  if (bytes == 0) return;
  const std::string_view chunk(buffer_.data(), bytes);
  events_.chunk(chunk);
  splitter_->feed(chunk, sink);
}

}  // namespace ludex
