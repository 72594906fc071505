#pragma once

#include "formats/charset/raw_text_reader.hpp"
#include "formats/csa/csa_reports.hpp"
#include "formats/gcg/gcg_parser.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// Reads the lines of one GCG record. One object a record.
class GcgReader {
 public:
  GcgReader(std::string_view record, const GcgOptions& options, CharsetChoice choice, GcgGame& out)
      : record_(record),
        options_(options),
        choice_(choice),
        text_(choice.charset),
        reports_(record, options.max_problems, out.info.problems),
        out_(out) {}

  /// \returns why the record gave nothing
  [[nodiscard]] std::optional<Problem> read();

 private:
  void read_line(std::string_view line);
  bool read_event(std::string_view line);
  [[nodiscard]] bool has_no_seat(const std::string& nick) const;
  [[nodiscard]] bool is_player(const std::string& nick) const;
  void read_pragma(std::string_view line);
  void read_player(std::string_view name, std::string_view at, std::string_view value);
  void read_rack(std::string_view name, std::string_view value);
  void drop_racks();
  bool read_field(const std::string& name, std::string_view at, std::string value);
  void read_note_line(std::string_view line);
  void keep_pragma(const std::string& name, std::string value, bool as_property);
  void set(std::string& field, const std::string& name, std::string_view at, std::string value);
  void end_note() { in_note_ = false; }
  void finish();
  void note_charset();

  std::string_view record_;
  const GcgOptions& options_;
  CharsetChoice choice_;
  RawTextReader text_;
  CsaReports reports_;
  GcgGame& out_;
  std::string encoding_label_;
  std::vector<std::string> without_seat_;  // nicks
  bool in_note_ = false;
  std::size_t blank_lines_ = 0;  // since the last line of the note
  bool too_many_events_ = false;
};

}  // namespace ludex
