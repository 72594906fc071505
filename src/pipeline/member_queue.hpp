#pragma once

#include "pipeline/companions.hpp"
#include "source/source_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <span>
#include <string>

namespace ludex {

/// The members of a source in their order, as SourceReader has them. Of an archive that can be read
/// only once it also keeps the companions: where a member needs some by its name, that member and
/// those after it are held until their folder ends, since companions may stand last.
/// Memory: 64 MiB of held members; one that is longer is read on without those after it.
class MemberQueue {
 public:
  /// \param reads_once  holds members and keeps companions
  MemberQueue(SourceReader& source, bool reads_once) : source_(source), reads_once_(reads_once) {}

  // As in SourceReader.
  [[nodiscard]] bool next_member();
  [[nodiscard]] const std::string& member() const {
    return is_held_ ? held_.front().name : source_.member();
  }
  [[nodiscard]] std::size_t read(std::span<char> buffer);
  [[nodiscard]] bool skip(std::uint64_t bytes);

  /// Those that were read so far. \pre reads_once
  [[nodiscard]] const ArchiveCompanions& companions() const { return companions_; }

 private:
  struct Held {
    std::string name;
    std::string bytes;
    std::exception_ptr damage;  // after the bytes
  };
  void hold_folder();
  [[nodiscard]] bool hold_member();
  [[nodiscard]] std::size_t read_source(std::span<char> buffer);
  [[nodiscard]] bool goes_on_in_source() const { return is_cut_ && held_.size() == 1; }

  SourceReader& source_;
  bool reads_once_;
  ArchiveCompanions companions_;
  std::deque<Held> held_;
  std::size_t held_bytes_ = 0;
  std::size_t at_ = 0;      // in the bytes of the first
  bool is_held_ = false;    // the current member is the first of `held_`
  bool is_cut_ = false;     // the rest of the last one is still in `source_`
  bool is_ahead_ = false;   // `source_` stands at a member that comes after those held
  bool is_at_end_ = false;  // `source_` has no more
};

}  // namespace ludex
