#pragma once

#include "formats/charset/raw_text_reader.hpp"
#include "formats/csa/csa_reports.hpp"
#include "formats/game_info.hpp"

#include <string>
#include <string_view>

namespace ludex {

/// The keywords of V3 that V2 has not, and $TIME_LIMIT, which V3 has not. In a comment they count
/// too: write_csa() writes them so for the other version.
[[nodiscard]] bool is_csa_keyword_of_one_version(std::string_view keyword);

/// Fills a GameInfo from the names, the "$" lines and the comments of servers. What stands twice
/// counts where it stands first; the rest goes to GameInfo::properties.
class CsaInfoReader {
 public:
  CsaInfoReader(GameInfo& info, RawTextReader& text, CsaReports& reports)
      : info_(info), text_(text), reports_(reports) {}

  /// "N+name", "N-name". \returns false if the statement is none of them.
  bool read_name(std::string_view statement);
  /// "$KEYWORD:value". \returns false if there is no ":".
  bool read_keyword(std::string_view statement);
  /// What a server says in a comment. \param comment  without the "'"
  void read_comment(std::string_view comment);

  /// What depends on several lines: the clock.
  void finish();
  /// What stands behind "'summary:", of the last one; empty: none.
  [[nodiscard]] const std::string& summary() const { return summary_; }
  [[nodiscard]] bool names_found() const { return names_found_; }

 private:
  void set(std::string& field, std::string_view keyword, std::string value);
  void keep(std::string_view keyword, std::string value);
  void read_event(std::string value);
  void read_start_time(std::string value, std::string_view at);
  void read_time_limit(std::string value, std::string_view at);
  void read_time(std::string_view keyword, std::string value, std::string_view at);
  void read_note(std::string_view value);
  void read_rate(SeatInfo& seat, std::string_view keyword, std::string_view value);

  GameInfo& info_;
  RawTextReader& text_;
  CsaReports& reports_;
  bool names_found_ = false;
  std::string summary_;
  std::string group_;  // of a server's game id
  std::string sente_time_;
  std::string gote_time_;
};

}  // namespace ludex
