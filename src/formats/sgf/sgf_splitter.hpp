#pragma once

#include "formats/sgf/sgf_record_scan.hpp"
#include "formats/text_splitter.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ludex {

/// Cuts a stream of SGF bytes into the text of single game trees.
///
/// A record starts at "(" + optional bytes <= 0x20 + ";", and also where the ";" is missing but the
/// next thing is plainly a header: a known root or game-info property with its value, followed by
/// another property or a node. It ends at the ")" that closes it. Brackets and escapes are known,
/// moves are not: `C[a ) here]` does not end a record. What lies between records is junk, whatever
/// brackets it holds: also "()", which looks like the parentheses of a mail, and which
/// holds none of the nodes that make a game tree (FF[4], EBNF). Its first 4 KiB are looked at for
/// records of other formats.
///
/// An unclosed record ends before a "(" that
/// - stands outside a value, and whose first node holds a root-only property (FF GM SZ CA AP)
///   within 64 KiB; or
/// - starts a line inside a value that was never closed: "(;FF[4]GM[" - a root-only property after
///   the ";", with a plain value of one line and up to 64 bytes whose "]" is not escaped, and then
///   another property, or a node with one. (A game quoted in a well-formed comment has "\]"
///   there.); or
/// - stands after a line that holds a kRecordSeparator alone.
/// It ends with its last byte that is not blank.
///
/// Bytes >= 0x80: a record that is valid UTF-8 is read byte by byte. Any other is read in two ways
/// at once, byte by byte and pair-aware (inside values a lead byte 0x81-0xFE protects the byte
/// after it). Wherever just one of them ends a value, what follows the "]" decides which was wrong;
/// the reading with fewer faults is kept, among equals the one that closes.
/// UTF-16 is recognised by the zero bytes around "(;", with and without byte order mark.
///
/// Holds at most about max_record_bytes + 64 KiB; longer records
/// come in pieces. Cost: linear; see bench/split_bench.cpp.
class SgfSplitter final : public WindowSplitter {
 public:
  /// \param start_offset_bytes  where in the stream the first byte fed stands
  explicit SgfSplitter(std::uint64_t start_offset_bytes = 0,
                       std::size_t max_record_bytes = 16 * 1024 * 1024);

  void finish(RecordSink& sink) override;

 private:
  enum class Place : std::uint8_t { junk, record, oversize };

  std::size_t advance(std::string_view window, bool final, RecordSink& sink) override;
  std::size_t skip_junk(std::string_view window, bool final);
  std::size_t pass_junk(std::string_view junk);
  std::size_t open_record(std::string_view window, std::size_t paren, bool wide);
  std::size_t take_record(std::string_view window, bool final, RecordSink& sink);
  std::size_t take_oversize(std::string_view window, bool final, RecordSink& sink);
  void flush_junk(RecordSink& sink);
  void give_record(std::string_view text, bool closed, RecordSink& sink);
  void close_record(std::size_t length);

  Place place_ = Place::junk;
  SgfRecordScan scan_;
  std::string junk_head_;  // of the bytes since the last record
};

}  // namespace ludex
