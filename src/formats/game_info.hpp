#pragma once

#include "ludex/problem.hpp"
#include "ludex/types.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ludex {

/// A player of a game, as written. Text is UTF-8, unescaped, as SimpleText; empty where nothing is
/// written.
struct SeatInfo {
  std::string name;
  std::string rank;  ///< as written
  std::string team;
  std::optional<int>
      rank_order;  ///< 30k = -30 ... 1k = -1, 1d = 1 ... 9d = 9, 1p = 101 ... 9p = 109
  std::optional<double> rating;
  std::optional<bool> is_computer;
  std::optional<double> score;
};

/// What a game says about itself: raw text beside what was understood. Everything not understood
/// stays empty (NULL in the views); every raw text that no column prints back goes to `properties`.
struct GameInfo {
  GameType game = kDefaultGame;
  std::optional<std::string> declared_game;  ///< GM as written
  GameKind kind = GameKind::game;
  BoardSize size;  ///< 0x0: unknown
  std::vector<SeatInfo> seats{2};

  std::string event, round, place, game_name, annotator, opening, published_in, entered_by;
  std::string date_raw;
  DateRange date;
  std::string result_raw;
  GameResult result;
  std::optional<double> komi;   ///< points
  std::optional<int> handicap;  ///< stones
  std::string rules;
  std::string time_limit_raw;
  std::optional<double> time_limit_seconds;
  std::string overtime;
  std::string external_id;
  std::string application;  ///< AP as written
  std::string charset;      ///< the one its text was read in: "UTF-8", "GB18030", ...
  std::string lexicon, variant, board_name;
  std::string comment;               ///< GC and the root's C: full text only
  bool colors_exchanged = false;     ///< B[] and W[] are the moves of the other seat (Little Golem)
  bool first_seat_is_white = false;  ///< seat 1 has the white pieces (Little Golem's Twixt)
  bool date_from_event = false;  ///< `date` is when the event opened by its name; none is written
  bool unclosed = false;
  bool result_disputed = false;

  /// Root and game-info properties that no column prints back as written, in file order; several
  /// values of one property are several pairs.
  std::vector<std::pair<std::string, std::string>> properties;
  std::vector<Problem> problems;
};

}  // namespace ludex
