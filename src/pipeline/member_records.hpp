#pragma once

#include "formats/format.hpp"
#include "formats/splitter.hpp"
#include "pipeline/companions.hpp"
#include "pipeline/member_queue.hpp"
#include "source/source_reader.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

class FormatRoom;

/// Receives the events while a member is read.
class MemberEvents {
 public:
  virtual ~MemberEvents() = default;
  /// The bytes that are split next.
  virtual void chunk(std::string_view bytes) = 0;
  /// Nothing after this offset can be read; everything before it was split. Throw to leave the
  /// source.
  virtual void damaged(const SourceDamage& damage) = 0;
};

inline constexpr std::size_t kReadBufferBytes = 256 * 1024;

struct MemberOptions {
  std::string source_name;         ///< its ending decides the format if nothing else does
  std::optional<Format> format{};  ///< none: by content, then by name
  std::size_t max_record_bytes = SplitOptions{}.max_record_bytes;
  const std::atomic<bool>* stop = nullptr;  ///< once set, a member ends early, and unfinished
  std::span<char> buffer{};                 ///< of kReadBufferBytes, to read into; none: its own
  bool is_file = true;                      ///< its companions are the files beside it
  CompanionFiles* companions = nullptr;     ///< that sources share; none: its own
};

/// Finds the records in the members of a source, for `index` and `check`. For each member call
/// next_member(), read_head(), format(), start() and split(). Memory: 256 KiB and that of the
/// splitter; see MemberQueue and ArchiveCompanions.
class MemberRecords {
 public:
  /// Keeps references to `source` and `events`.
  MemberRecords(SourceReader& source, MemberOptions options, MemberEvents& events);

  /// Goes to the next member, the first one at first. \returns false after the last one
  [[nodiscard]] bool next_member() { return members_.next_member(); }
  /// As SourceReader::member().
  [[nodiscard]] const std::string& member() const { return members_.member(); }
  /// Reads as many of the first bytes of the current member as detection needs.
  void read_head();
  [[nodiscard]] std::string_view head() const { return {buffer_.data(), filled_}; }
  /// None if the member holds no game records. \pre read_head()
  [[nodiscard]] std::optional<Format> format() const;
  /// Skips to the offset at which an earlier reading ended. \returns false if damage came before
  /// it.
  bool start(Format format, std::uint64_t offset_bytes = 0);
  /// Endings of the files that the format needs beside the member, and that are not there.
  [[nodiscard]] std::span<const std::string_view> missing_companions() const {
    return missing_endings_;
  }
  /// Gives `sink` the records from there on. \pre start()
  void split(RecordSink& sink);
  /// Reads to the end of the member without splitting.
  void read_on();
  /// True if members of other formats may need this one.
  [[nodiscard]] bool is_companion() const { return ArchiveCompanions::is_companion(member()); }

 private:
  [[nodiscard]] std::vector<Companion> companions_for(const FormatRoom& room);
  template <class Read>
  bool succeeds(const Read& read);
  [[nodiscard]] bool is_stopped() const { return options_.stop != nullptr && *options_.stop; }
  void feed(std::size_t bytes, RecordSink& sink);

  MemberQueue members_;
  MemberOptions options_;
  MemberEvents& events_;
  std::unique_ptr<Splitter> splitter_;
  std::optional<ArchiveCompanions> companions_;  // all of an archive's that is a file
  std::vector<std::string_view> missing_endings_;
  std::unique_ptr<char[]> own_buffer_;
  std::span<char> buffer_;
  std::size_t filled_ = 0;
  bool is_damaged_ = false;
  bool is_at_end_ = false;
};

}  // namespace ludex
