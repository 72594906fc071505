#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace ludex::cli {

/// One line on standard error, "ludex: " before it, made printable(); a progress bar there is wiped
/// first.
void print_message(std::string_view text);

/// True if standard error is a terminal.
[[nodiscard]] bool stderr_is_terminal();

/// True if the user can be asked: standard input and standard error are terminals.
[[nodiscard]] bool can_ask();

/// Asks; true for an answer that begins with y. \pre can_ask()
[[nodiscard]] bool confirmed(std::string_view question);

/// How far a long command is.
struct ProgressState {
  std::string phase;  ///< "reading", "merging", ...
  std::uint64_t bytes_done = 0;
  std::uint64_t bytes_total = 0;  ///< 0: not known
  std::uint64_t games = 0;
  double seconds = 0;             ///< since the start
  std::uint64_t games_total = 0;  ///< where bytes are not what is counted; 0: not known
  std::string noun = "games";     ///< what `games` are
};

/// One line, at most `columns` wide: bar, share, bytes, games a second, time left. Where the total
/// is not known, bytes and games only; where it is one of games, no bytes.
[[nodiscard]] std::string progress_line(const ProgressState& state, std::size_t columns);

/// Draws progress on standard error, over itself, ten times a second at most; a new phase at once.
class ProgressBar {
 public:
  explicit ProgressBar(bool enabled);
  ~ProgressBar();  ///< wipes the line
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// `state.seconds` is filled in here.
  void show(ProgressState state);

 private:
  using Clock = std::chrono::steady_clock;
  bool enabled_;
  bool drawn_ = false;
  std::string phase_;  // drawn last
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_drawn_{};
};

}  // namespace ludex::cli
