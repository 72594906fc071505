#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ludex {

/// Stands for a character that is no syntax: a protected byte, a wide UTF-16 unit.
inline constexpr unsigned char kNoSyntax = 0xFF;

/// How far one reading of one SGF record has come: the lexer's state, and what looks like the start
/// of the next record inside an open one. Positions count from the start of the record's window.
class SgfReading {
 public:
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
  static constexpr std::size_t kRestartReach = 64 * 1024;  // from "(" to the root-only property
  static constexpr std::size_t kQuotedValueReach = 64;

  /// Takes the character at position `at`. \pre !ended()
  void step(unsigned char c, std::size_t at);

  [[nodiscard]] bool ended() const { return end_ != kNowhere; }
  [[nodiscard]] std::size_t end() const { return end_; }
  [[nodiscard]] bool closed() const { return closed_; }
  [[nodiscard]] bool in_value() const { return in_value_; }
  [[nodiscard]] bool escaped() const { return escaped_; }

  /// False: only brackets, parentheses and backslashes can change the state, so a scanner may jump.
  [[nodiscard]] bool needs_every_character() const {
    return escaped_ || restart_ != kNowhere || quote_ != Quote::none;
  }
  /// For a scanner that jumps over plain text.
  void set_in_value(bool in_value) { in_value_ = in_value; }
  void set_escaped() { escaped_ = true; }
  /// The four characters before the next one, the nearest lowest.
  void set_recent(std::uint32_t recent) { recent_ = recent; }

  /// The first position that a later end() may name; `at` is the next position.
  [[nodiscard]] std::size_t earliest_end(std::size_t at) const;
  /// The window lost its first `count` bytes.
  void rebase(std::size_t count);

  friend bool operator==(const SgfReading&, const SgfReading&) = default;

 private:
  // How much of `(;FF[4]` has been seen at the start of a line inside a value.
  enum class Quote : std::uint8_t { none, paren, semicolon, ident, value };
  enum class RestartBy : std::uint8_t { root_property, any_property };

  void step_in_value(unsigned char c, std::size_t at);
  void step_quote(unsigned char c, std::size_t at);
  void step_outside(unsigned char c, std::size_t at);
  void open_value();
  void end_value();
  void add_to_ident(unsigned char c);
  void end_at(std::size_t position, bool closed);
  void forget_restart() { restart_ = kNowhere; }
  [[nodiscard]] bool starts_line() const;
  [[nodiscard]] bool after_separator() const;

  std::size_t end_ = kNowhere;
  std::size_t restart_ = kNowhere;   // a "(" outside values that may start the next record
  std::size_t quote_at_ = kNowhere;  // the same inside a value
  std::size_t quoted_value_at_ = 0;
  std::size_t depth_ = 0;
  std::uint32_t recent_ = 0;
  std::uint16_t ident_ = 0;  // upper-case letters of the identifier, two at most
  std::uint8_t ident_length_ = 0;
  bool ident_done_ = true;  // the next letter starts another
  bool closed_ = false;
  bool in_value_ = false;
  bool escaped_ = false;
  bool node_open_ = false;  // a ";" was seen that the restart is to be followed by
  RestartBy restart_by_ = RestartBy::root_property;
  Quote quote_ = Quote::none;
};

/// Steps `reading` byte by byte over window[from, to), or until it ends, jumping over whole blocks
/// in which brackets just alternate. The same as calling step() for every byte.
/// \returns the position after the last byte taken.
std::size_t scan_bytewise(SgfReading& reading, std::string_view window, std::size_t from,
                          std::size_t to);

/// How many ASCII bytes text starts with.
[[nodiscard]] std::size_t ascii_length(std::string_view text);

/// Validates UTF-8 that comes in pieces.
class Utf8Check {
 public:
  /// \returns false once anything was no UTF-8 (overlong forms and surrogates are none).
  bool feed(std::string_view piece);
  void feed_byte(unsigned char byte);
  [[nodiscard]] bool failed() const { return failed_; }
  /// True if all bytes so far are UTF-8 that does not end inside a character.
  [[nodiscard]] bool complete() const { return !failed_ && missing_ == 0; }

 private:
  void start_character(unsigned char byte);

  unsigned char lowest_ = 0x80;  // of the next continuation byte
  unsigned char highest_ = 0xBF;
  unsigned char missing_ = 0;  // continuation bytes
  bool failed_ = false;
};

}  // namespace ludex
