#pragma once

#include "core/ascii.hpp"
#include "formats/sgf/sgf_scan.hpp"
#include "formats/splitter.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ludex {

/// Judges a "]" that ends a value in one of two readings only, by what follows it.
class SgfBracketJudge {
 public:
  enum class Verdict : std::uint8_t { none, ends_value, is_text };

  void start() { state_ = State::after_bracket; }
  [[nodiscard]] bool active() const { return state_ != State::idle; }

  Verdict feed(unsigned char c) {
    switch (state_) {
      case State::idle:
        return Verdict::none;
      case State::after_bracket:
        if (c <= ' ') return Verdict::none;
        if (c == ')') {
          state_ = State::after_paren;
          return Verdict::none;
        }
        if (is_letter(c)) {
          state_ = State::in_ident;
          return Verdict::none;
        }
        return settle(c == ';' || c == '(' || c == '[');
      case State::in_ident:
        if (is_letter(c) || is_digit(c)) return Verdict::none;
        return settle(c == '[');
      case State::after_paren:
        if (c == ' ' || c == '\t') return Verdict::none;
        return settle(c < ' ' || c == '(' || c == ')' || c == ';');
    }
    return Verdict::none;
  }

 private:
  enum class State : std::uint8_t { idle, after_bracket, in_ident, after_paren };

  Verdict settle(bool ends_value) {
    state_ = State::idle;
    return ends_value ? Verdict::ends_value : Verdict::is_text;
  }

  State state_ = State::idle;
};

/// Finds the end of one record in a window that starts with it and grows.
/// Starts trusting that the record is UTF-8; where it is not, goes back to its start and weighs the
/// two readings against each other, step by step.
class SgfRecordScan {
 public:
  explicit SgfRecordScan(TextForm form = TextForm::bytes) : form_(form) {
    if (form != TextForm::bytes) mode_ = Mode::wide;
  }

  /// Goes on to the end of the window. \returns true if the end of the record is known.
  bool advance(std::string_view window) {
    if (mode_ == Mode::trusting) trust(window);
    if (mode_ == Mode::weighing) weigh(window);
    if (mode_ == Mode::bytes_alone && !bytes_.ended()) {
      scanned_ = scan_bytewise(bytes_, window, scanned_, window.size());
    }
    if (mode_ == Mode::pairs_alone && !pairs_.ended()) scan_pairs(window);
    if (mode_ == Mode::wide) scan_wide(window);
    return mode_ != Mode::weighing && ended();
  }

  [[nodiscard]] bool ended() const { return chosen().ended(); }

  [[nodiscard]] std::size_t end() const {
    const bool after_wide_paren = mode_ == Mode::wide && chosen().closed();
    return chosen().end() + (after_wide_paren ? 1 : 0);
  }

  [[nodiscard]] bool closed() const { return chosen().closed(); }
  [[nodiscard]] TextForm form() const { return form_; }

  /// Chooses one reading for good: the record ends here, or gets too long for weighing.
  void settle() {
    if (mode_ == Mode::trusting) keep_bytes();
    if (mode_ != Mode::weighing) return;
    if (judge_.active()) ++(judged_bytes_close_ ? pairs_faults_ : bytes_faults_);
    if (pairs_win()) return keep_pairs();
    keep_bytes();
  }

  /// After settle(): how much of the window no later end() will lie in.
  [[nodiscard]] std::size_t releasable() const {
    const std::size_t kept_back = scanned_ - std::min(scanned_, kBytesLookedBack);
    return std::min(kept_back, chosen().earliest_end(scanned_));
  }

  void rebase(std::size_t count) {
    scanned_ -= count;
    bytes_.rebase(count);
    pairs_.rebase(count);
  }

 private:
  enum class Mode : std::uint8_t { trusting, weighing, bytes_alone, pairs_alone, wide };

  static constexpr std::size_t kTrustedSlice = 16 * 1024;
  static constexpr std::size_t kShortRun = 32;        // shorter ASCII runs are stepped through
  static constexpr std::size_t kBytesLookedBack = 4;  // SgfReading::set_recent

  static bool is_lead(unsigned char c) { return c >= 0x81 && c <= 0xFE; }
  static bool is_trail(unsigned char c) {
    return is_digit(static_cast<char>(c)) || (c >= 0x40 && c != 0x7F && c != 0xFF);
  }

  void trust(std::string_view window) {
    while (scanned_ < window.size() && !bytes_.ended()) {
      const std::size_t to = std::min(window.size(), scanned_ + kTrustedSlice);
      const std::size_t reached = scan_bytewise(bytes_, window, scanned_, to);
      const std::size_t checked = bytes_.ended() ? std::max(bytes_.end(), scanned_) : reached;
      utf8_.feed(window.substr(scanned_, checked - scanned_));
      scanned_ = reached;
      if (utf8_.failed() || (bytes_.ended() && !utf8_.complete() && bytes_.end() >= checked)) {
        *this = SgfRecordScan();
        mode_ = Mode::weighing;
        return;
      }
    }
  }

  void weigh(std::string_view window) {
    while (scanned_ < window.size() && mode_ == Mode::weighing) {
      if (same_so_far()) {
        const std::size_t run = ascii_length(window.substr(scanned_));
        if (run >= kShortRun) {
          check_utf8(static_cast<unsigned char>(window[scanned_]), scanned_);
          scanned_ = scan_bytewise(bytes_, window, scanned_, scanned_ + run);
          pairs_ = bytes_;
          if (bytes_.ended()) decide();
          continue;
        }
      }
      weigh_byte(static_cast<unsigned char>(window[scanned_]), scanned_);
      ++scanned_;
    }
  }

  void weigh_byte(unsigned char c, std::size_t at) {
    check_utf8(c, at);
    const bool protected_by_lead = after_lead_;
    const unsigned char paired = as_pairs_see(c);
    const auto may_close = [](const SgfReading& reading) {
      return !reading.ended() && reading.in_value() && !reading.escaped();
    };
    if (c == '\\' && protected_by_lead && may_close(bytes_)) backslash_in_pair_ = true;
    compare_brackets(c, c == ']' && may_close(bytes_), paired == ']' && may_close(pairs_));
    if (!bytes_.ended()) bytes_.step(c, at);
    if (!pairs_.ended()) pairs_.step(paired, at);
    if ((bytes_.ended() || pairs_.ended()) && !judge_.active()) decide();
  }

  [[nodiscard]] unsigned char as_pairs_see(unsigned char c) {
    if (after_lead_) {
      after_lead_ = false;
      odd_pair_ = odd_pair_ || !is_trail(c);
      return kNoSyntax;
    }
    after_lead_ = !pairs_.ended() && pairs_.in_value() && is_lead(c);
    return c;
  }

  // Where one reading ends a value and the other does not, one of them is wrong.
  void compare_brackets(unsigned char c, bool bytes_close, bool pairs_close) {
    using Verdict = SgfBracketJudge::Verdict;
    const Verdict verdict = judge_.feed(c);
    if (verdict != Verdict::none) {
      const bool bytes_wrong = judged_bytes_close_ == (verdict == Verdict::is_text);
      ++(bytes_wrong ? bytes_faults_ : pairs_faults_);
    }
    if (bytes_close == pairs_close) return;
    const SgfReading& other = bytes_close ? pairs_ : bytes_;
    if (other.ended()) return;
    if (other.in_value()) {
      judge_.start();
      judged_bytes_close_ = bytes_close;
    } else {
      ++(bytes_close ? pairs_faults_ : bytes_faults_);  // a stray "]" in the other reading
    }
  }

  void check_utf8(unsigned char c, std::size_t at) {
    if (utf8_.failed()) return;
    const bool inside_character = !utf8_.complete();
    utf8_.feed_byte(c);
    if (utf8_.failed()) not_utf8_at_ = inside_character ? at - 1 : at;
  }

  [[nodiscard]] bool is_utf8_until(std::size_t position) const { return not_utf8_at_ >= position; }

  [[nodiscard]] bool same_so_far() const {
    return !judge_.active() && !after_lead_ && bytes_ == pairs_;
  }

  void decide() {
    if (bytes_.ended() && is_utf8_until(bytes_.end())) return keep_bytes();
    if (!bytes_.ended() && pairs_.ended() && is_utf8_until(pairs_.end())) return keep_bytes();
    if (pairs_win()) return keep_pairs();
    keep_bytes();
  }

  [[nodiscard]] bool pairs_win() const {
    if (bytes_faults_ != pairs_faults_) return pairs_faults_ < bytes_faults_;
    if (bytes_.ended() != pairs_.ended()) return pairs_.ended();
    if (bytes_.closed() != pairs_.closed()) return pairs_.closed();
    return backslash_in_pair_ && !odd_pair_;
  }

  void keep_bytes() { mode_ = Mode::bytes_alone; }

  void keep_pairs() {
    mode_ = Mode::pairs_alone;
    form_ = TextForm::pair_aware;
  }

  void scan_pairs(std::string_view window) {
    while (scanned_ < window.size() && !pairs_.ended()) {
      const std::size_t run = after_lead_ ? 0 : ascii_length(window.substr(scanned_));
      if (run >= kShortRun) {
        scanned_ = scan_bytewise(pairs_, window, scanned_, scanned_ + run);
        continue;
      }
      pairs_.step(as_pairs_see(static_cast<unsigned char>(window[scanned_])), scanned_);
      ++scanned_;
    }
  }

  void scan_wide(std::string_view window) {
    const std::size_t high = form_ == TextForm::utf16le ? 1 : 0;
    for (; scanned_ + 1 < window.size() && !bytes_.ended(); scanned_ += 2) {
      const auto low_byte = static_cast<unsigned char>(window[scanned_ + 1 - high]);
      const bool is_ascii = window[scanned_ + high] == '\0' && low_byte < 0x80;
      bytes_.step(is_ascii ? low_byte : kNoSyntax, scanned_);
    }
  }

  [[nodiscard]] const SgfReading& chosen() const {
    return mode_ == Mode::pairs_alone ? pairs_ : bytes_;
  }

  Mode mode_ = Mode::trusting;
  TextForm form_ = TextForm::bytes;
  std::size_t scanned_ = 0;
  SgfReading bytes_;  // also of UTF-16
  SgfReading pairs_;
  Utf8Check utf8_;
  std::size_t not_utf8_at_ = SgfReading::kNowhere;
  SgfBracketJudge judge_;
  bool judged_bytes_close_ = false;  // the reading that closes is the bytewise one
  bool after_lead_ = false;
  bool backslash_in_pair_ = false;
  bool odd_pair_ = false;  // a trail byte that no charset has
  std::uint32_t bytes_faults_ = 0;
  std::uint32_t pairs_faults_ = 0;
};

}  // namespace ludex
