#include "store/stored_games.hpp"

#include "core/refused_database.hpp"
#include "games/api/game_rules.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ludex {
namespace {

std::optional<std::int64_t> maybe_integer(const SqlStatement& row, int column) {
  return row.is_null(column) ? std::nullopt : std::optional(row.integer(column));
}

std::optional<double> maybe_real(const SqlStatement& row, int column) {
  return row.is_null(column) ? std::nullopt : std::optional(row.real(column));
}

[[noreturn]] void refuse_missing(std::string_view what, std::int64_t id) {
  refuse_database(fmt::format("{} {} is missing", what, id));
}

/// Moves a walk by game on to `game`. \returns false if it has no row.
bool go_to(SqlStatement& walk, bool& at_end, std::int64_t game) {
  while (!at_end && walk.integer(0) < game) at_end = !walk.step();
  return !at_end && walk.integer(0) == game;
}

}  // namespace

StoredGames::StoredGames(SqlConnection& sql, std::int64_t end_game)
    : end_game_(end_game),
      facts_(sql),
      rows_(sql),
      scripts_(sql),
      captures_(sql),
      scores_(sql, "SELECT seat1_score, seat2_score FROM game WHERE id = ?"),
      seats_(sql,
             "SELECT game_id, seat, name, rank, team, rating, is_computer, score FROM seat "
             "ORDER BY game_id, seat"),
      problems_(sql,
                "SELECT game_id, ordinal, ply, kind, offset, message FROM problem "
                "ORDER BY game_id, ordinal") {
  seats_end_ = !seats_.step();
  problems_end_ = !problems_.step();
}

std::int64_t StoredGames::fact(Fact fact, std::int64_t game) {
  const std::int64_t index = game - 1;
  if (index / kFactChunkGames != chunk_) load_chunk(index / kFactChunkGames);
  const std::vector<std::int64_t>& column = columns_[fact_index(fact)];
  const auto place = static_cast<std::size_t>(index % kFactChunkGames);
  return place < column.size() ? column[place] : 0;
}

void StoredGames::load_chunk(std::int64_t chunk) {
  chunk_ = chunk;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    facts_.read(static_cast<Fact>(i + 1), chunk, columns_[i]);
  }
}

const StoredGame& StoredGames::read(std::int64_t game) {
  if (!rows_.find(GameId{game})) refuse_missing("game", game);
  fields_ = rows_.fields();
  game_.fields = &fields_;
  (void)fact(Fact::flags, game);  // loads the chunk
  const auto place = static_cast<std::size_t>((game - 1) % kFactChunkGames);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    game_.facts[i] = place < columns_[i].size() ? columns_[i][place] : 0;
  }
  // These two are not packed.
  if (const std::int64_t id = game_.facts[fact_index(Fact::properties)]; id != 0) {
    fields_.set(row_field("properties"), id);
  }
  read_scores(game);
  game_.script = scripts_.script(GameId{game});
  read_captures(game);
  read_seats(game);
  read_problems(game);
  return game_;
}

void StoredGames::read_captures(std::int64_t game) {
  const std::int64_t index = game - 1;
  if (index / kGamesPerMoveBlock != capture_block_) {
    capture_block_ = index / kGamesPerMoveBlock;
    capture_data_ = captures_.block(capture_block_);
    capture_view_.emplace(capture_data_);
  }
  game_.captures = capture_view_->at(static_cast<std::size_t>(index % kGamesPerMoveBlock));
}

/// Only positions and games with numbered seats have scores.
void StoredGames::read_scores(std::int64_t game) {
  const auto kind = static_cast<GameKind>(game_.facts[fact_index(Fact::kind)]);
  const auto type = static_cast<GameType>(game_.facts[fact_index(Fact::game)]);
  if (kind == GameKind::game && !traits_of(type).has_numbered_seats) return;
  if (!scores_.find(game)) return;
  if (!scores_.is_null(0)) fields_.set(row_field("seat1_score"), scores_.real(0));
  if (!scores_.is_null(1)) fields_.set(row_field("seat2_score"), scores_.real(1));
  scores_.reset();
}

void StoredGames::read_seats(std::int64_t game) {
  game_.seats.clear();
  while (go_to(seats_, seats_end_, game)) {
    game_.seats.push_back({.seat = seats_.integer(1),
                           .name = seats_.integer(2),
                           .rank = seats_.integer(3),
                           .team = seats_.integer(4),
                           .rating = maybe_real(seats_, 5),
                           .is_computer = maybe_integer(seats_, 6),
                           .score = maybe_real(seats_, 7)});
    seats_end_ = !seats_.step();
  }
}

void StoredGames::read_problems(std::int64_t game) {
  game_.problems.clear();
  while (go_to(problems_, problems_end_, game)) {
    game_.problems.push_back(
        {.ordinal = problems_.integer(1),
         .ply = maybe_integer(problems_, 2),
         .kind = problems_.integer(3),
         .offset = maybe_integer(problems_, 4),
         .message = problems_.is_null(5) ? std::nullopt : std::optional(problems_.string(5))});
    problems_end_ = !problems_.step();
  }
}

StoredTexts::StoredTexts(SqlConnection& sql, std::size_t places)
    : names_{{sql, "SELECT kind, written FROM name WHERE id = ?"}, std::vector<Pair>(places)},
      phrases_{{sql, "SELECT kind, written FROM phrase WHERE id = ?"}, std::vector<Pair>(places)} {}

void StoredTexts::read(Texts& texts, std::int64_t id) {
  if (!texts.select.find(id)) refuse_missing("text", id);
}

}  // namespace ludex
