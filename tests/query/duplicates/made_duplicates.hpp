#pragma once

#include "formats/values/date_value.hpp"
#include "games/api/orientation.hpp"
#include "ludex/duplicates.hpp"
#include "query/duplicates/duplicates.hpp"
#include "query/made_games.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace ludex::test {

using Points = std::vector<std::uint16_t>;
inline constexpr BoardSize kSize{19, 19};

/// A game that may be made again, turned, cut, and with other names.
struct Made {
  Points points;
  Orientation orientation = Orientation::identity;
  bool exchanged = false;  ///< White moves first
  std::string black = "Ann", white = "Bob", date = "2001-02-03";
};

inline GameRow row_of(const Made& made) {
  Points turned;
  for (const std::uint16_t point : made.points) {
    turned.push_back(static_cast<std::uint16_t>(map_point(made.orientation, point, kSize)));
  }
  GameRow game = go_game(kSize, turned);
  if (made.exchanged) {
    for (std::uint16_t& op : game.script) op = static_cast<std::uint16_t>(op ^ 1U << 13);
  }
  game.info.seats[0].name = made.black;
  game.info.seats[1].name = made.white;
  game.info.date = parse_date(made.date);
  return game;
}

inline Points random_points(Picker& pick, std::size_t moves) {
  Points all(static_cast<std::size_t>(kSize.area()));
  std::iota(all.begin(), all.end(), std::uint16_t{0});
  for (std::size_t i = 0; i < moves; ++i) std::swap(all[i], all[i + pick.below(all.size() - i)]);
  all.resize(moves);
  return all;
}

/// The first so many points.
inline Points first(const Points& points, std::size_t moves) {
  return {points.begin(), points.begin() + static_cast<std::ptrdiff_t>(moves)};
}

using Lines = std::vector<std::string>;

/// A database of made games, and what is found in it.
class Duplicates : public testing::Test {
 protected:
  void SetUp() override { made_.add_source("copies.sgf"); }
  /// \returns its id.
  std::int64_t add(const Made& made) {
    std::vector<GameRow> rows;
    rows.push_back(row_of(made));
    rows.back().content_hash = static_cast<std::uint64_t>(++last_);
    made_.add_games(std::move(rows));
    return last_;
  }
  Lines found() {
    Lines lines;
    for (const DuplicateGame& game : find_duplicates(made_.database(), GameFilters{}).games) {
      lines.push_back(std::to_string(raw(game.cluster)) + " " + std::to_string(raw(game.game)) +
                      " " + std::string(duplicate_reason_name(game.reason)));
    }
    return lines;
  }

  MadeDatabase made_;
  Picker pick_{5};
  std::int64_t last_ = 0;
};

}  // namespace ludex::test
