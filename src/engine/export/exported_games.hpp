#pragma once

#include "formats/charset/charset.hpp"
#include "formats/format.hpp"
#include "formats/format_room.hpp"
#include "formats/splitter.hpp"
#include "ludex/export.hpp"
#include "ludex/game.hpp"
#include "ludex/types.hpp"
#include "query/rows/game_moves.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ludex {

/// Visits the records that contain exported games, each once, in the order in which they were
/// indexed.
class RecordWalk {
 public:
  virtual ~RecordWalk() = default;

  /// Goes to the next record. \returns false after the last one
  virtual bool next() = 0;

  // Of this record.

  [[nodiscard]] virtual RecordId id() = 0;
  /// Those to be exported, ascending.
  [[nodiscard]] virtual std::span<const GameId> games() = 0;
  [[nodiscard]] virtual Format format() = 0;
  [[nodiscard]] virtual TextForm form() = 0;
  /// In which a parser reads it.
  [[nodiscard]] virtual Charset charset() = 0;
  /// Of its first game.
  [[nodiscard]] virtual GameFlags flags() = 0;
  [[nodiscard]] virtual std::string text() = 0;
  /// What the row of its first game says.
  [[nodiscard]] virtual RowValues row() = 0;
};

/// Visits exported games by id.
class GameWalk {
 public:
  virtual ~GameWalk() = default;

  /// Goes to the next game. \returns false after the last one
  virtual bool next() = 0;

  // Of this game.

  [[nodiscard]] virtual GameId id() = 0;
  [[nodiscard]] virtual ReplayedGame replayed() = 0;
  [[nodiscard]] virtual Winner winner() = 0;
  /// See GamePositions::searched_plies().
  [[nodiscard]] virtual std::uint32_t searched_plies() = 0;
  [[nodiscard]] virtual std::optional<Position> position(std::uint32_t ply) = 0;
  virtual void walk(const PositionVisitor& visit) = 0;
};

/// Finds the files into which games are written.
class SplitNames {
 public:
  virtual ~SplitNames() = default;

  /// The file names of a game: the expanded SplitBy::name, a year (`1846-1847` if it may be
  /// either), an event, the format of the record, or the persons of all seats
  /// (game_players.person), each passed through safe_file_name(). "unknown" if the value is not
  /// known. Games are asked for in the order of walks.
  [[nodiscard]] virtual std::vector<std::string> of(GameId game) = 0;
};

/// Games to be exported, and what an export reads of them.
class ExportedGames {
 public:
  virtual ~ExportedGames() = default;

  [[nodiscard]] virtual bool empty() = 0;
  [[nodiscard]] virtual std::unique_ptr<RecordWalk> records() = 0;
  [[nodiscard]] virtual std::unique_ptr<GameWalk> games() = 0;
  /// Visits the rows of the games by id, with all columns of the view.
  virtual void for_each_row(const RowVisitor& visit) = 0;
  /// \pre split.key != count
  [[nodiscard]] virtual std::unique_ptr<SplitNames> names(const SplitBy& split) = 0;
  /// Does work that reads and does not wait for anybody.
  virtual void read_at_once(const std::function<void()>& work) { work(); }
};

/// Engine::export_games(). \pre check(options)
void write_export(ExportedGames& games, const ExportOptions& options, ExportSink& sink);

}  // namespace ludex
