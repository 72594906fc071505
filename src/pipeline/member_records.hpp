#pragma once

#include "formats/format.hpp"
#include "formats/splitter.hpp"
#include "source/source_reader.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// Is told what happens while a member is read.
class MemberEvents {
 public:
  virtual ~MemberEvents() = default;
  /// The bytes that are split next.
  virtual void chunk(std::string_view bytes) = 0;
  /// Nothing behind this place can be read; what came before is split. Throw to leave the source.
  virtual void damaged(const SourceDamage& damage) = 0;
};

struct MemberOptions {
  std::string source_name;         ///< its ending tells the format if nothing else does
  std::optional<Format> format{};  ///< none: by content, then by name
  std::size_t max_record_bytes = SplitOptions{}.max_record_bytes;
  const std::atomic<bool>* stop = nullptr;  ///< once set, a member ends early, and unfinished
};

/// Finds the records in the members of a source: the same ones for `index` and `check`. For each
/// member call read_head(), format(), start() and split(). Memory: 256 KiB and the splitter's.
class MemberRecords {
 public:
  /// Keeps references to `source` and `events`.
  MemberRecords(SourceReader& source, MemberOptions options, MemberEvents& events);

  /// Reads the first bytes of the source's current member, as many as detection looks at.
  void read_head();
  [[nodiscard]] std::string_view head() const { return {buffer_.data(), filled_}; }
  /// None if the member holds no game records. \pre read_head()
  [[nodiscard]] std::optional<Format> format() const;
  /// Goes to the place where an earlier reading ended. \returns false if damage came before it.
  bool start(Format format, std::uint64_t offset_bytes = 0);
  /// Gives `sink` the records from there on. \pre start()
  void split(RecordSink& sink);
  /// Reads to the end of the member instead.
  void read_on();

 private:
  template <class Read>
  bool succeeds(const Read& read);
  [[nodiscard]] bool is_stopped() const { return options_.stop != nullptr && *options_.stop; }
  void feed(std::size_t bytes, RecordSink& sink);

  SourceReader& source_;
  MemberOptions options_;
  MemberEvents& events_;
  std::unique_ptr<Splitter> splitter_;
  std::vector<char> buffer_;
  std::size_t filled_ = 0;
  bool is_damaged_ = false;
};

}  // namespace ludex
