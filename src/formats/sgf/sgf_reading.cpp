#include "formats/sgf/sgf_reading.hpp"

#include "core/ascii.hpp"
#include "formats/record_sink.hpp"

#include <algorithm>
#include <cassert>

namespace ludex {
namespace {

constexpr bool is_newline(std::uint32_t c) { return c == '\n' || c == '\r'; }

constexpr std::uint16_t two_letters(char first, char second) {
  return static_cast<std::uint16_t>(first << 8 | second);
}

constexpr bool is_root_only(std::uint16_t ident, std::uint8_t length) {
  if (length != 2) return false;
  return ident == two_letters('F', 'F') || ident == two_letters('G', 'M') ||
         ident == two_letters('S', 'Z') || ident == two_letters('C', 'A') ||
         ident == two_letters('A', 'P');
}

}  // namespace

void SgfReading::step(unsigned char c, std::size_t at) {
  assert(!ended());
  if (restart_ != kNowhere && at - restart_ > kRestartReach) forget_restart();
  if (c == '(' && after_separator()) {
    end_at(at, false);
  } else if (in_value_) {
    step_in_value(c, at);
  } else {
    step_outside(c, at);
  }
  recent_ = recent_ << 8 | c;
}

void SgfReading::step_in_value(unsigned char c, std::size_t at) {
  if (escaped_) {
    escaped_ = false;
  } else if (c == '\\') {
    escaped_ = true;
    quote_ = Quote::none;
  } else if (c == ']') {
    end_value();
  } else if (c == '(' && starts_line()) {
    quote_ = Quote::paren;
    quote_at_ = at;
  } else if (quote_ != Quote::none) {
    step_quote(c, at);
  }
}

void SgfReading::step_quote(unsigned char c, std::size_t at) {
  switch (quote_) {
    case Quote::none:
      return;
    case Quote::paren:
      if (c == ';') {
        quote_ = Quote::semicolon;
        ident_length_ = 0;
      } else if (!is_blank(c)) {
        quote_ = Quote::none;
      }
      break;
    case Quote::semicolon:
      if (is_blank(c)) break;
      quote_ = is_upper(c) ? Quote::ident : Quote::none;
      ident_done_ = true;
      add_to_ident(c);
      break;
    case Quote::ident:
      if (c == '[' && is_root_only(ident_, ident_length_)) {
        quote_ = Quote::value;
        quoted_value_at_ = at;
      } else if (is_upper(c) || is_lower(c)) {
        add_to_ident(c);
      } else {
        quote_ = Quote::none;
      }
      break;
    case Quote::value:
      if (c == '[' || is_newline(c) || at - quoted_value_at_ > kQuotedValueReach) {
        quote_ = Quote::none;
      }
      break;
  }
  if (quote_ != Quote::none && at - quote_at_ > kRestartReach) quote_ = Quote::none;
}

void SgfReading::end_value() {
  in_value_ = false;
  ident_length_ = 0;
  if (quote_ == Quote::value) {
    restart_ = quote_at_;
    restart_by_ = RestartBy::any_property;
    node_open_ = false;  // a root of one property is followed by a node
  }
  quote_ = Quote::none;
}

void SgfReading::step_outside(unsigned char c, std::size_t at) {
  switch (c) {
    case '[':
      open_value();
      break;
    case '(':
      ++depth_;
      restart_ = at > 0 ? at : kNowhere;
      restart_by_ = RestartBy::root_property;
      node_open_ = false;
      ident_length_ = 0;
      break;
    case ')':
      forget_restart();
      ident_length_ = 0;
      if (--depth_ == 0) end_at(at + 1, true);
      break;
    case ';':
      if (node_open_) forget_restart();
      node_open_ = true;
      ident_length_ = 0;
      break;
    default:
      add_to_ident(c);
  }
}

void SgfReading::open_value() {
  if (restart_ != kNowhere) {
    const bool any = restart_by_ == RestartBy::any_property;
    if (any ? ident_length_ > 0 : is_root_only(ident_, ident_length_)) {
      end_at(restart_, false);
      return;
    }
    if (any) forget_restart();
  }
  in_value_ = true;
}

void SgfReading::add_to_ident(unsigned char c) {
  if (is_blank(c)) {
    ident_done_ = true;
    return;
  }
  if (ident_done_) ident_length_ = 0;
  ident_done_ = false;
  if (is_upper(c)) {
    ident_ = static_cast<std::uint16_t>(ident_ << 8 | c);
    ident_length_ = static_cast<std::uint8_t>(std::min(ident_length_ + 1, 3));
  } else if (is_digit(c)) {
    ident_length_ = 3;
  } else if (!is_lower(c)) {
    ident_length_ = 0;
    ident_done_ = true;
  }
}

void SgfReading::end_at(std::size_t position, bool closed) {
  end_ = position;
  closed_ = closed;
}

bool SgfReading::after_separator() const {
  constexpr auto kSeparator = static_cast<unsigned char>(kRecordSeparator);
  constexpr std::uint32_t kWithLf = kSeparator << 8 | '\n';
  constexpr std::uint32_t kWithCrlf = kSeparator << 16 | '\r' << 8 | '\n';
  const auto ends_line = [](std::uint32_t c) { return c == '\n' || c == kNoSyntax; };
  return ((recent_ & 0xFFFF) == kWithLf && ends_line(recent_ >> 16 & 0xFF)) ||
         ((recent_ & 0xFFFFFF) == kWithCrlf && ends_line(recent_ >> 24));
}

bool SgfReading::starts_line() const {
  constexpr std::uint32_t kByteOrderMark = 0xEFBBBF;
  if ((recent_ & 0xFFFFFF) == kByteOrderMark) return is_newline(recent_ >> 24);
  return is_newline(recent_ & 0xFF);
}

std::size_t SgfReading::earliest_end(std::size_t at) const {
  std::size_t earliest = std::min(at, restart_);
  if (quote_ != Quote::none) earliest = std::min(earliest, quote_at_);
  return earliest;
}

void SgfReading::rebase(std::size_t count) {
  for (std::size_t* position : {&end_, &restart_, &quote_at_}) {
    if (*position != kNowhere) *position = *position >= count ? *position - count : kNowhere;
  }
  quoted_value_at_ -= std::min(quoted_value_at_, count);
}

}  // namespace ludex
