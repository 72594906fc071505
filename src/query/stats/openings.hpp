#pragma once

#include "ludex/stats.hpp"
#include "ludex/types.hpp"
#include "query/stats/stats_columns.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace ludex {

/// Numbers the openings of games: their first moves, up to symmetry. Equal beginnings of scripts
/// are replayed once.
class Openings {
 public:
  /// \param question  says how many moves they have, and in which notation
  explicit Openings(const StatsQuestion& question);

  /// kUnknownCode where there is no move. \param ops  may be cut after moves() if are_plain()
  [[nodiscard]] std::int64_t code_of(GameType game, BoardSize size,
                                     std::span<const std::uint16_t> ops);
  [[nodiscard]] const std::string& text(std::int64_t code) const {
    return texts_[static_cast<std::size_t>(code)];
  }
  [[nodiscard]] std::size_t moves() const { return moves_; }
  /// Whether the first ops of a script are moves and nothing else.
  [[nodiscard]] static bool are_plain(GameType game, std::span<const std::uint16_t> first);

 private:
  std::int64_t id_of(std::string text);

  std::size_t moves_;
  Notation notation_;
  std::unordered_map<std::string, std::int64_t> codes_of_beginnings_;
  std::unordered_map<std::string, std::int64_t> ids_;
  std::vector<std::string> texts_;
};

}  // namespace ludex
