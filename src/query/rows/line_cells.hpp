#pragma once

#include "core/cell_text.hpp"
#include "core/uninitialized.hpp"
#include "ludex/row_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// This many bytes can be read at the text of a `stored` cell, whatever its size.
inline constexpr std::size_t kReadableBytes = 32;

/// Appends a text as a cell of a format shows it, ready for LineCells::stored().
template <LineFormat kFormat>
void encode_cell(std::string_view text, std::string& encoded) {
  if constexpr (kFormat == LineFormat::json) {
    append_json_text(text, encoded);
  } else {
    const std::size_t before = encoded.size();
    encoded.resize(before + 2 * text.size() + 2);
    char* const to = encoded.data() + before;
    const char* const end =
        kFormat == LineFormat::csv ? write_csv_text(text, to) : write_tsv_text(text, to);
    encoded.resize(static_cast<std::size_t>(end - encoded.data()));
  }
}

/// Writes lines cell by cell, as append_csv(), append_tsv() and append_json() would. Between
/// begin() and end() comes one cell: one call, or join() and join_on().
template <LineFormat kFormat>
class LineCells {
 public:
  /// \param columns  the names of the cells of a line
  explicit LineCells(std::span<const std::string> columns) {
    for (const std::string& name : columns) {
      if (kFormat == LineFormat::json) {
        std::string& start = starts_.emplace_back(starts_.empty() ? "{" : ",");
        append_json_text(name, start);
        start += ':';
      }
      fixed_bytes_ += kFixedBytes + (starts_.empty() ? 0 : starts_.back().size());
    }
    make_room(0);
  }

  [[nodiscard]] std::string_view text() const { return {buffer_.data(), size()}; }
  void clear() { to_ = buffer_.data(); }

  void begin(std::size_t column) {
    if constexpr (kFormat == LineFormat::json) to_ = write_text(starts_[column], to_);
  }
  void end() {
    if constexpr (kFormat == LineFormat::csv) *to_++ = ',';
    if constexpr (kFormat == LineFormat::tsv) *to_++ = '\t';
  }
  /// \pre the line has a cell
  void end_line() {
    if constexpr (kFormat == LineFormat::json) {
      *to_++ = '}';
    } else {
      --to_;
    }
    if constexpr (kFormat == LineFormat::csv) *to_++ = '\r';
    *to_++ = '\n';
    make_room(0);
  }

  void null() {
    if constexpr (kFormat == LineFormat::json) to_ = write_text("null", to_);
  }
  void integer(std::int64_t number) { to_ = write_number(number, to_); }
  void real(double number) {
    if (kFormat == LineFormat::json && std::isinf(number)) {
      to_ = write_text(number < 0 ? "-1e999" : "1e999", to_);
    } else {
      to_ = write_number(number, to_);
    }
  }
  /// A text as it is; what would need it is escaped.
  void text(std::string_view text) {
    if constexpr (kFormat == LineFormat::json) {
      if (is_plain_json(text)) return plain(text);
      std::string encoded;
      append_json_text(text, encoded);
      copy(encoded);
    } else {
      make_room(2 * text.size() + 2);
      to_ = kFormat == LineFormat::csv ? write_csv_text(text, to_) : write_tsv_text(text, to_);
    }
  }
  /// A text that needs no escapes.
  void plain(std::string_view text) {
    quote();
    copy(text);
    quote();
  }
  /// The same for exactly these bytes.
  template <std::size_t kBytes>
  void plain(const std::array<char, kBytes>& text) {
    static_assert(kBytes <= kFixedBytes - 2);
    quote();
    std::memcpy(to_, text.data(), kBytes);
    to_ += kBytes;
    quote();
  }
  /// A text that encode_cell() made. \pre kReadableBytes can be read
  void stored(std::string_view encoded) {
    if (encoded.size() <= kReadableBytes) {
      std::memcpy(to_, encoded.data(), kReadableBytes);
      to_ += encoded.size();
    } else {
      copy(encoded);
    }
  }
  /// Two texts that encode_cell() made, joined by `, `: join() is followed by join_on().
  void join(std::string_view encoded) {
    make_room(encoded.size() + 1);
    if constexpr (kFormat != LineFormat::tsv) *to_++ = '"';
    copy(inner(encoded));
  }
  void join_on(std::string_view encoded) {
    *to_++ = ',';
    *to_++ = ' ';
    copy(inner(encoded));
    if constexpr (kFormat != LineFormat::tsv) *to_++ = '"';
  }
  /// Bytes as hexadecimal digits.
  void hex(std::string_view bytes) {
    make_room(2 * bytes.size());
    quote();
    to_ = write_hex(bytes, to_);
    quote();
  }

 private:
  /// At least what a number, a stored text that is read whole, and the ends of a line need.
  static constexpr std::size_t kFixedBytes = 48;
  static_assert(kFixedBytes >= kMostNumberBytes + 4 && kFixedBytes >= kReadableBytes + 4);

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(to_ - buffer_.data()); }

  /// Makes room for so many bytes beside those of fixed size.
  void make_room(std::size_t bytes) {
    if (static_cast<std::size_t>(end_ - to_) < bytes + fixed_bytes_) grow(bytes + fixed_bytes_);
  }
  void grow(std::size_t bytes) {
    const std::size_t used = buffer_.empty() ? 0 : size();
    buffer_.resize(std::max(2 * buffer_.size(), used + bytes));
    to_ = buffer_.data() + used;
    end_ = buffer_.data() + buffer_.size();
  }
  void copy(std::string_view text) {
    make_room(text.size());
    to_ = write_text(text, to_);
  }
  void quote() {
    if constexpr (kFormat == LineFormat::json) *to_++ = '"';
  }
  /// A csv field is quoted if it begins with a quote, a JSON string always.
  static std::string_view inner(std::string_view encoded) {
    const bool is_quoted = kFormat != LineFormat::tsv && encoded.starts_with('"');
    return is_quoted ? encoded.substr(1, encoded.size() - 2) : encoded;
  }

  UninitializedVector<char> buffer_;
  char* to_ = nullptr;  // where the next byte goes
  char* end_ = nullptr;
  std::size_t fixed_bytes_ = kFixedBytes;  // of a line
  std::vector<std::string> starts_;        // `{"id":`, `,"game":`, ...
};

}  // namespace ludex
