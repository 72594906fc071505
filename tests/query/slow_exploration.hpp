#pragma once

#include "games/api/game_rules.hpp"
#include "games/shogi/cells.hpp"
#include "games/twixt/points.hpp"
#include "query/explore/explore.hpp"
#include "query/filter/id_set.hpp"
#include "query/search/game_positions.hpp"
#include "store/facts.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ludex::test {

/// Equal for positions that are the same one: what stands there, in shogi hands and side too, in
/// Twixt the links.
inline std::string picture(const Position& position) {
  std::string text(position.cells.begin(), position.cells.end());
  text += static_cast<char>(position.size.width);
  text += static_cast<char>(position.size.height);
  for (const shogi::Hand& hand : shogi::hands_of(position)) text.append(hand.begin(), hand.end());
  for (const twixt::Link& link : twixt::links_of(position)) {
    text += std::to_string(link.first) + '-' + std::to_string(link.second) + ' ';
  }
  if (find_rules(position.game)->identity().to_move) text += static_cast<char>(position.to_move);
  return game_name(position.game) + text;
}

inline Position turned(Position position, Orientation orientation) {
  const Position before = position;
  position.size = map_size(orientation, before.size);
  for (std::size_t point = 0; point < before.cells.size(); ++point) {
    position.cells[map_point(orientation, static_cast<Point>(point), before.size)] =
        before.cells[point];
  }
  std::vector<twixt::Link> links;
  for (const twixt::Link& link : twixt::links_of(before)) {
    const Point one = map_point(orientation, link.first, before.size);
    const Point other = map_point(orientation, link.second, before.size);
    links.push_back({std::min(one, other), std::max(one, other)});
  }
  std::sort(links.begin(), links.end());
  if (!links.empty()) position.rest = twixt::rest_of(std::move(links));
  return position;
}

inline Move turned(Move move, Orientation orientation, BoardSize size) {
  if (move.kind == MoveKind::stone || move.kind == MoveKind::step || move.kind == MoveKind::drop) {
    move.point = map_point(orientation, move.point, size);
  }
  if (move.kind == MoveKind::step) move.from = map_point(orientation, move.from, size);
  return move;
}

inline QueryPosition query_for(const Position& position) {
  QueryPosition query;
  query.position = position;
  query.known = find_rules(position.game)->identity();
  return query;
}

/// The expected answer of explore(), from one pass over every position of every game. Symmetries
/// are tried one by one; nothing of the query code or of the index is used.
class SlowExplorer {
 public:
  explicit SlowExplorer(std::span<const QueryPosition> queries) : visits_(queries.size()) {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const Position& position = queries[i].position;
      const bool exact = queries[i].orientation == OrientationMode::exact;
      for (const Orientation one : find_rules(position.game)->symmetries(position.size)) {
        if (exact && one != Orientation::identity) continue;
        asked_[picture(turned(position, one))].push_back(
            {i, one, queries[i].known.to_move, position.to_move});
      }
    }
  }

  /// Every game that is there, by the view `games`; all lines, or the main lines only.
  void walk(Database& database, bool all_lines = true) {
    GamePositions positions(database.sql());
    FactReader facts(database.sql());
    SqlStatement select(database.sql(),
                        "SELECT id, winner_seat, substr(date_from, 1, 4), date_to, swap "
                        "FROM games ORDER BY id");
    while (select.step()) {
      const std::int64_t id = select.integer(0);
      Game& game = games_[id];
      if (!select.is_null(1)) game.winner_seat = static_cast<int>(select.integer(1));
      if (!select.is_null(2)) {
        game.first_year = std::stoi(select.string(2));
      }
      game.last_day = select.string(3);
      game.sides = select.string(4) == "sides";
      const auto main_plies =
          static_cast<std::uint32_t>(facts.value(Fact::main_positions, static_cast<GameId>(id)));
      const std::uint32_t searched = positions.searched_plies(static_cast<GameId>(id));
      walk(positions, static_cast<GameId>(id), all_lines ? searched : main_plies);
    }
  }

  /// \param among  the games that filters mean.
  [[nodiscard]] std::vector<NextMove> rows(std::size_t query, const IdSet& among) const {
    std::map<std::string, Row> rows;
    for (const Visit& visit : visits_[query]) {
      if (!among.contains(visit.game)) continue;
      Row& row = rows[name_of(visit.move) + std::to_string(visit.mover)];
      row.next.move = visit.move;
      row.next.mover = visit.mover;
      ++row.next.visits;
      if (row.games.insert(visit.game).second) add_game(row, visit, games_.at(visit.game));
    }
    std::vector<NextMove> result;
    for (auto& [name, row] : rows) result.push_back(row.next);
    return result;
  }

  /// Rows in an order of their own, to be compared.
  [[nodiscard]] static std::vector<NextMove> sorted(std::vector<NextMove> rows) {
    // Not std::sort: GCC 12 sees uninitialized moves in it.
    std::multimap<std::pair<std::string, std::uint32_t>, NextMove> in_order;
    for (NextMove& row : rows) {
      std::pair key(name_of(row.move), row.mover);
      in_order.emplace(std::move(key), std::move(row));
    }
    rows.clear();
    for (auto& [key, row] : in_order) rows.push_back(std::move(row));
    return rows;
  }

 private:
  struct Asked {
    std::size_t query;
    Orientation orientation;
    bool knows_player;
    Player to_move;
  };
  struct Visit {
    std::int64_t game;
    std::uint32_t ply;
    std::optional<Move> move;
    std::uint32_t mover;  // the seat
  };
  struct Game {
    int winner_seat = -1;
    int first_year = 0;
    std::string last_day;
    bool sides = false;
  };
  struct Row {
    NextMove next;
    std::set<std::int64_t> games;
    std::string last_day;
  };

  static std::string name_of(const std::optional<Move>& move) {
    if (!move) return "end";
    const auto number = [](auto value) { return std::to_string(static_cast<int>(value)) + ' '; };
    return number(move->kind) + number(move->player) + number(move->point) + number(move->from) +
           number(move->piece) + number(move->promotes);
  }

  void walk(GamePositions& positions, GameId game, std::uint32_t searched) {
    positions.walk(game, [&](const Position& position) {
      if (position.ply >= searched) return false;
      const auto found = asked_.find(picture(position));
      if (found != asked_.end()) take(found->second, position, raw(game));
      return true;
    });
  }

  /// Of the moves that the fitting orientations give, the first in reading order is the row's.
  void take(const std::vector<Asked>& fitting, const Position& position, std::int64_t game) {
    for (std::size_t i = 0; i < fitting.size(); ++i) {
      if (fitting[i].knows_player && fitting[i].to_move != position.to_move) continue;
      const bool again = i > 0 && fitting[i - 1].query == fitting[i].query;
      auto& visits = visits_[fitting[i].query];
      std::optional<Move> move = position.next_move;
      if (move) move = turned(*move, inverse(fitting[i].orientation), position.size);
      if (!again) {
        visits.push_back({game, position.ply, move, seat_of_mover(position, games_.at(game))});
      } else if (move && move->point < visits.back().move->point) {
        visits.back().move = move;
      }
    }
  }

  static std::uint32_t seat_of_mover(const Position& position, const Game& game) {
    const Player player = position.next_move ? position.next_move->player : position.to_move;
    const bool is_first = (player == Player::first) != (game.sides && position.ply > 0);
    return is_first ? 1 : 2;
  }

  static void add_game(Row& row, const Visit& visit, const Game& game) {
    NextMove& next = row.next;
    ++next.games;
    if (game.winner_seat == 0) ++next.draws;
    if (game.winner_seat > 0) {
      ++next.wins[static_cast<std::size_t>(game.winner_seat - 1)];
      if (visit.move) {
        const bool has_won = static_cast<int>(visit.mover) == game.winner_seat;
        ++(has_won ? next.mover_wins : next.mover_losses);
      }
    }
    if (game.first_year != 0) {
      next.first_year = std::min(next.first_year.value_or(game.first_year), game.first_year);
    }
    if (!game.last_day.empty()) {
      const int last_year = std::stoi(game.last_day.substr(0, 4));
      next.last_year = std::max(next.last_year.value_or(last_year), last_year);
    }
    if (next.sample == GameId::none || game.last_day > row.last_day) {
      row.last_day = game.last_day;
      next.sample = static_cast<GameId>(visit.game);
      next.sample_ply = visit.ply;
    }
  }

  std::unordered_map<std::string, std::vector<Asked>> asked_;
  std::vector<std::vector<Visit>> visits_;
  std::map<std::int64_t, Game> games_;
};

}  // namespace ludex::test
