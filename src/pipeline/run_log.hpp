#pragma once

#include "pipeline/indexer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ludex {

/// What a run counts and reports to its caller.
class RunLog {
 public:
  RunLog(const std::function<void(const IndexProgress&)>& report_progress,
         const std::function<void(const IndexMessage&)>& report_message,
         const std::function<void(const IndexedSource&)>& report_source)
      : report_progress_(report_progress),
        report_message_(report_message),
        report_source_(report_source) {}

  IndexReport report;
  IndexProgress progress;

  void begin_phase(const char* phase) {
    progress.phase = phase;
    shown_at_ = Clock::now();
    if (report_progress_) report_progress_(progress);
  }
  /// Calls that come soon after the last one show nothing.
  void show_reading() {
    if (Clock::now() - shown_at_ >= std::chrono::milliseconds(100)) begin_phase("reading");
  }
  void say(IndexMessage::Level level, const std::string& text) const {
    if (report_message_) report_message_({level, text});
  }
  void source_done(const IndexedSource& source) const {
    if (report_source_) report_source_(source);
  }
  /// A source that is not empty and was read to its end.
  void note_without_record(const std::string& source) {
    if (report.sources_without_records++ < kMostNames) without_records_.push_back(source);
  }
  /// Says which sources hold no record, in one line.
  void say_without_records() const {
    const std::uint64_t count = report.sources_without_records;
    if (count == 0) return;
    if (count == 1) {
      return say(IndexMessage::Level::note,
                 fmt::format("{}: no record found; if it holds records, name their format with "
                             "--format",
                             without_records_.front()));
    }
    say(IndexMessage::Level::note,
        fmt::format("{} sources hold no record: {}{}", count, fmt::join(without_records_, ", "),
                    count > kMostNames ? fmt::format(" and {} more", count - kMostNames) : ""));
  }
  /// Of no known format.
  void skip_file(const std::string& path) {
    ++report.skipped_files;
    source_done({.source = path, .state = "skipped"});
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kMostNames = 3;  // that a message lists

  const std::function<void(const IndexProgress&)>& report_progress_;
  const std::function<void(const IndexMessage&)>& report_message_;
  const std::function<void(const IndexedSource&)>& report_source_;
  Clock::time_point shown_at_{};
  std::vector<std::string> without_records_;  // the first ones
};

/// Adds its lifetime to `seconds`.
class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(seconds) {}
  ~Stopwatch() {
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace ludex
