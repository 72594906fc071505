#include "pipeline/member_queue.hpp"

#include "source/byte_stream.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ludex {
namespace {

constexpr std::size_t kMostHeldBytes = 64 * 1024 * 1024;

std::string folder_of(const std::string& member) {
  return member.substr(0, member.find_last_of("/!") + 1);
}

}  // namespace

bool MemberQueue::next_member() {
  if (std::exchange(is_held_, false)) {
    held_bytes_ -= held_.front().bytes.size();
    held_.pop_front();
    if (held_.empty()) is_cut_ = false;
  }
  if (held_.empty()) {
    if (is_at_end_ || (!std::exchange(is_ahead_, false) && !source_.next_member())) return false;
    if (!reads_once_) return true;
    companions_.begin(source_.member());
    if (!ArchiveCompanions::needs_any(source_.member())) return true;
    hold_folder();
  }
  is_held_ = true;
  at_ = 0;
  return true;
}

void MemberQueue::hold_folder() {
  const std::string folder = folder_of(source_.member());
  for (;;) {
    held_.push_back({source_.member(), {}, nullptr});
    is_cut_ = !hold_member();
    if (is_cut_) return;
    is_at_end_ = !source_.next_member();
    if (is_at_end_) return;
    is_ahead_ = folder_of(source_.member()) != folder;
    if (is_ahead_) return;
    companions_.begin(source_.member());
  }
}

/// \returns false if some of it is still to be read
bool MemberQueue::hold_member() {
  std::array<char, 16 * 1024> buffer;
  Held& member = held_.back();
  try {
    while (const std::size_t bytes = read_source(buffer)) {
      member.bytes.append(buffer.data(), bytes);
      held_bytes_ += bytes;
      if (held_bytes_ > kMostHeldBytes) return false;
    }
  } catch (const SourceDamage&) {
    member.damage = std::current_exception();
  }
  return true;
}

std::size_t MemberQueue::read_source(std::span<char> buffer) {
  const std::size_t bytes = source_.read(buffer);
  if (reads_once_) companions_.add({buffer.data(), bytes});
  return bytes;
}

std::size_t MemberQueue::read(std::span<char> buffer) {
  if (!is_held_) return read_source(buffer);
  const Held& member = held_.front();
  const std::size_t bytes = std::min(buffer.size(), member.bytes.size() - at_);
  if (bytes > 0) {
    std::copy_n(member.bytes.data() + at_, bytes, buffer.data());
    at_ += bytes;
    return bytes;
  }
  if (member.damage) std::rethrow_exception(member.damage);
  return goes_on_in_source() ? read_source(buffer) : 0;
}

bool MemberQueue::skip(std::uint64_t bytes) {
  if (!is_held_) return source_.skip(bytes);
  const Held& member = held_.front();
  const auto skipped = std::min<std::uint64_t>(bytes, member.bytes.size() - at_);
  at_ += static_cast<std::size_t>(skipped);
  if (skipped == bytes) return true;
  if (member.damage) std::rethrow_exception(member.damage);
  return goes_on_in_source() && source_.skip(bytes - skipped);
}

}  // namespace ludex
