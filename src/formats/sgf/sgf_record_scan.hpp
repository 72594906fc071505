#pragma once

#include "formats/record_sink.hpp"
#include "formats/sgf/sgf_reading.hpp"
#include "formats/sgf/sgf_scan.hpp"

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
  Verdict feed(unsigned char c);

 private:
  enum class State : std::uint8_t { idle, after_bracket, in_ident, after_paren };
  Verdict settle(bool ends_value);

  State state_ = State::idle;
};

/// Finds the end of one record in a window that starts with it and grows.
/// Starts trusting that the record is UTF-8; where it is not, goes back to its start and weighs the
/// two readings against each other, step by step.
class SgfRecordScan {
 public:
  explicit SgfRecordScan(TextForm form = TextForm::bytes);

  /// Goes on to the end of the window. \returns whether the end of the record is known.
  bool advance(std::string_view window);
  [[nodiscard]] bool ended() const { return chosen().ended(); }
  [[nodiscard]] std::size_t end() const;
  [[nodiscard]] bool closed() const { return chosen().closed(); }
  [[nodiscard]] TextForm form() const { return form_; }

  /// Chooses one reading for good: the record ends here, or gets too long for weighing.
  void settle();
  /// After settle(): how much of the window no later end() will lie in.
  [[nodiscard]] std::size_t releasable() const;
  void rebase(std::size_t count);

 private:
  enum class Mode : std::uint8_t { trusting, weighing, bytes_alone, pairs_alone, wide };

  void trust(std::string_view window);
  void weigh(std::string_view window);
  void weigh_byte(unsigned char c, std::size_t at);
  [[nodiscard]] unsigned char as_pairs_see(unsigned char c);
  void compare_brackets(unsigned char c, bool bytes_close, bool pairs_close);
  void check_utf8(unsigned char c, std::size_t at);
  [[nodiscard]] bool is_utf8_until(std::size_t position) const { return not_utf8_at_ >= position; }
  [[nodiscard]] bool same_so_far() const;
  void decide();
  [[nodiscard]] bool pairs_win() const;
  void keep_bytes();
  void keep_pairs();
  void scan_pairs(std::string_view window);
  void scan_wide(std::string_view window);
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
