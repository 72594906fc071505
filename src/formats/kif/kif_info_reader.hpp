#pragma once

#include "core/ascii.hpp"
#include "formats/csa/csa_clock_words.hpp"
#include "formats/game_info.hpp"
#include "formats/kif/kif_words.hpp"
#include "formats/line_record.hpp"
#include "formats/values/date_value.hpp"
#include "formats/values/game_values.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace ludex {

/// The day of "2008/12/20(土) 09:00:00", "2017-03-22T01:00:00.000Z"; of two days,
/// "2014/09/30･01日", the first, since the game began then.
[[nodiscard]] inline DateRange kif_day_of(std::string_view text) {
  std::string_view day = text.substr(0, text.find_first_of(" (T"));
  day = day.substr(0, std::min(day.find("･"), day.find("・")));
  const bool is_plain = day.size() >= 8 && day.size() <= 10 &&
                        day.find_first_not_of("0123456789/-") == std::string_view::npos;
  return parse_date(is_plain ? day : text);
}

/// Fills a GameInfo from the headers of KIF. What stands twice counts where it stands first; the
/// rest, and what has no column, goes to GameInfo::properties.
class KifInfoReader {
 public:
  KifInfoReader(GameInfo& info, LineReports& reports) : info_(info), reports_(reports) {}

  /// A header of any name.
  /// \param value  without blanks around it, UTF-8
  /// \param at     where it stands in the record
  void read(std::string_view key, std::string value, std::string_view at) {
    if (value.empty()) return;
    if (key == "先手" || key == "下手") return set(info_.seats[0].name, key, std::move(value));
    if (key == "後手" || key == "上手") return set(info_.seats[1].name, key, std::move(value));
    if (key == "棋戦") return set(info_.event, key, std::move(value));
    if (key == "表題") return set(info_.game_name, key, std::move(value));
    if (key == "場所") return set(info_.place, key, std::move(value));
    if (key == "掲載") return set(info_.published_in, key, std::move(value));
    if (key == "戦型") return set(info_.opening, key, std::move(value));
    if (key == "ラウンド") return set(info_.round, key, std::move(value));
    if (key == "先手段級") return read_rank(info_.seats[0], key, std::move(value));
    if (key == "後手段級") return read_rank(info_.seats[1], key, std::move(value));
    if (key == "対局ID") return set(info_.external_id, key, std::move(value));
    if (key == "持ち時間") return read_time_limit(key, std::move(value));
    if (key == "秒読み") return set(info_.overtime, key, std::move(value));
    if (key == "開始日時" || key == "対局日") return read_date(key, std::move(value), at);
    if (key == "終了日時") end_date_ = value;
    if (key == "作品名" || key == "作品番号" || key == "完全性") is_problem_ = true;
    info_.properties.emplace_back(std::string(key), std::move(value));
  }

  /// What depends on several headers: the date.
  void finish() {
    if (!info_.date.known() && info_.date_raw.empty()) info_.date = kif_day_of(end_date_);
  }

  [[nodiscard]] bool is_problem() const { return is_problem_; }

 private:
  void set(std::string& field, std::string_view key, std::string value) {
    if (field.empty()) {
      field = std::move(value);
    } else if (value != field) {
      info_.properties.emplace_back(std::string(key), std::move(value));
    }
  }

  void read_rank(SeatInfo& seat, std::string_view key, std::string value) {
    if (seat.rank.empty()) seat.rank_order = parse_rank_order(value);
    set(seat.rank, key, std::move(value));
  }

  void read_date(std::string_view key, std::string value, std::string_view at) {
    if (!info_.date_raw.empty()) return set(info_.date_raw, key, std::move(value));
    info_.date = kif_day_of(value);
    if (!info_.date.known()) reports_.add(ProblemKind::bad_date, at, value);
    info_.date_raw = std::move(value);
  }

  void read_time_limit(std::string_view key, std::string value) {
    if (info_.time_limit_raw.empty()) {
      const std::string_view text = without_each(value);
      info_.time_limit_seconds = kif_main_time_of(text);
      if (!info_.time_limit_seconds) {
        info_.time_limit_seconds = parse_time_limit(text, TimeUnit::unknown).seconds;
      }
    }
    set(info_.time_limit_raw, key, std::move(value));
  }

  GameInfo& info_;
  LineReports& reports_;
  std::string end_date_;
  bool is_problem_ = false;
};

}  // namespace ludex
