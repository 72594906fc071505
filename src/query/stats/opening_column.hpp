#pragma once

#include "query/stats/stats_columns.hpp"
#include "store/game_scripts.hpp"
#include "store/sql/sql_statement.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace ludex {

/// The first moves of a script's main line, turned as comes first in reading order: `dd pp dp`.
/// In front: the game unless it is Go, the size unless it is the usual one, the placement unless
/// the game starts as usual; `W:` before a move out of turn. Empty where there is no move.
/// \param ops  may be cut behind the last move wanted.
[[nodiscard]] std::string opening_text(GameType game, BoardSize size,
                                       std::span<const std::uint16_t> ops, std::size_t moves);

/// Games by opening_text(); equal beginnings of scripts are replayed once.
class OpeningColumn final : public StatsColumn {
 public:
  OpeningColumn(SqlConnection& sql, std::int64_t moves);

  void load(FactChunk& chunk) override;
  std::int64_t code(std::size_t place, const Sides& sides) override;

 private:
  Value known_value(std::int64_t code) override;
  std::int64_t code_of(GameType game, BoardSize size, std::span<const std::uint16_t> ops);
  std::int64_t id_of(std::string text);

  GameScripts scripts_;
  std::size_t moves_;
  std::int64_t first_game_ = 0;
  const std::vector<std::int64_t>* games_ = nullptr;
  const std::vector<std::int64_t>* sizes_ = nullptr;
  std::int64_t last_game_ = 0;  // whose code is at hand: both seats ask for it
  std::int64_t last_code_ = kUnknownCode;
  std::unordered_map<std::string, std::int64_t> codes_of_beginnings_;
  std::unordered_map<std::string, std::int64_t> ids_;
  std::vector<std::string> texts_;
};

}  // namespace ludex
