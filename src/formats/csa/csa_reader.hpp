#pragma once

#include "formats/charset/charset.hpp"
#include "formats/charset/raw_text_reader.hpp"
#include "formats/csa/csa_game.hpp"
#include "formats/csa/csa_head.hpp"
#include "formats/csa/csa_info_reader.hpp"
#include "formats/csa/csa_parser.hpp"
#include "formats/csa/csa_reports.hpp"
#include "formats/csa/csa_start_reader.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace ludex {

/// Reads one record, line by line, into a CsaGame that is empty but for its game and size.
class CsaReader {
 public:
  /// \param head  of the record; its version may be that of the stream. What is passed by reference
  ///              must outlive the reader.
  CsaReader(std::string_view record, const CsaOptions& options, CharsetChoice choice,
            const CsaHead& head, CsaGame& out)
      : record_(record),
        options_(options),
        choice_(choice),
        head_(head),
        out_(out),
        reports_(record, options.max_problems, out.info.problems),
        text_(choice.charset),
        start_(reports_),
        info_(out.info, text_, reports_) {}

  std::optional<Problem> read();

 private:
  void read_line(std::string_view line);
  void read_statement(std::string_view statement);
  void read_name(std::string_view statement);
  void read_comment(std::string_view comment);
  void add_comment(std::string_view comment);
  void place_comments(std::string_view statement);
  void read_signed(std::string_view statement);
  void read_turn(std::string_view statement);
  void read_move(std::string_view statement);
  void read_time(std::string_view statement);
  void read_end_mark(std::string_view statement);
  [[nodiscard]] bool ends_with_take_back() const;
  void keep_take_back();
  void take_back(Player next);
  void report_take_back(std::string what);
  void read_version(std::string_view statement);
  void read_position(std::string_view statement);
  void stray(std::string_view text);
  void finish();
  void finish_start();
  void note_missing_turn();
  void finish_result();
  void note_charset();

  std::string_view record_;
  const CsaOptions& options_;
  CharsetChoice choice_;
  CsaHead head_;
  CsaGame& out_;
  CsaReports reports_;
  RawTextReader text_;
  CsaStartReader start_;
  CsaInfoReader info_;
  std::optional<Player> turn_;
  std::vector<Player> line_;         // who made the moves that stand
  std::string_view take_back_mark_;  // the last %MATTA
  std::size_t placed_ = 0;           // of CsaGame::comment_places, those that are known
  bool ended_ = false;               // an end mark stood
  bool late_move_ = false;           // and a move behind it
  bool has_version_ = false;         // of its own
  bool late_name_ = false;           // a name stood behind what it belongs before
  bool early_turn_ = false;          // a turn stood before the position
  bool any_stray_ = false;
  bool too_many_moves_ = false;
};

}  // namespace ludex
