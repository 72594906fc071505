#pragma once

#include "formats/text_splitter.hpp"

#include <cstddef>
#include <string_view>

namespace ludex {

/// Cuts a stream of JKF into its objects: one, one a line, or those of an array. What stands
/// between them in JSON, and kRecordSeparator, is junk. Other text is a record of its own, up to
/// an object that plainly is JKF's (begins_jkf()). An object that is not closed ends where such an
/// object begins a line, or at a kRecordSeparator; a string ends with its line.
///
/// Holds at most about max_record_bytes; longer records come in pieces. Cost: one pass.
class JkfSplitter final : public TextSplitter {
 public:
  JkfSplitter(const SplitOptions& options, std::string_view head);

 private:
  enum class Kind : unsigned char { unknown, object, other };

  void begin_record() override;
  std::size_t take_record(std::string_view bytes, bool final, RecordSink& sink) override;
  std::size_t take_oversize(std::string_view bytes, bool final, RecordSink& sink) override;
  [[nodiscard]] bool find_end(std::string_view bytes, bool final);
  void take_character(char c);
  /// True if an object of JKF begins at scanned_; none: more must come to know.
  [[nodiscard]] std::optional<bool> begins_next(std::string_view bytes, bool final) const;

  std::size_t scanned_ = 0;  // characters of the window that belong to the record
  std::size_t depth_ = 0;
  Kind kind_ = Kind::unknown;
  bool in_string_ = false, is_escaped_ = false;
  bool is_begun_ = false;  // its first character was looked at
  bool at_line_ = false;   // scanned_ is just after the end of a line
  bool is_closed_ = false, is_ended_ = false;
};

}  // namespace ludex
