#pragma once

#include "formats/csa/csa_game.hpp"
#include "formats/csa/csa_reports.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ludex {

/// Builds the start position of a record from its "P" lines, in their order.
class CsaStartReader {
 public:
  explicit CsaStartReader(CsaReports& reports) : reports_(reports) {}

  /// Reads "PI...", "P1..." to "P9...", "P+...", "P-...".
  /// \returns false if the statement is none of them.
  bool read(std::string_view statement);
  [[nodiscard]] bool found() const { return found_; }
  /// What stands behind "PI"; empty if nothing is removed, or there is no "PI".
  [[nodiscard]] std::string_view removed_pieces() const { return removed_pieces_; }

  /// Gives the position, an even one if none was read. The turn is left alone.
  void finish(CsaStart& start);
  [[nodiscard]] int kings() const;
  /// Pieces missing from an even start, both kings there: 0 is even; none: another position.
  [[nodiscard]] std::optional<int> missing_from_even() const;

 private:
  enum class Whole : std::uint8_t { none, even, ranks };
  struct Cell {
    Player owner = Player::first;
    shogi::Piece piece = shogi::Piece::none;
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  using Board = std::array<Cell, 81>;

  static const Board& even_board();
  void read_even(std::string_view removed);
  void read_rank(std::size_t rank, std::string_view squares);
  void read_pieces(Player owner, std::string_view list);
  void start_whole(Whole whole, std::string_view at);
  void remove(std::size_t file, std::size_t rank, std::optional<shogi::Piece> piece,
              std::string_view at);
  void place(Player owner, std::size_t file, std::size_t rank, shogi::Piece piece,
             std::string_view at);
  void add_to_hand(Player owner, shogi::Piece piece, std::string_view at);
  void add_all_others(Player owner);

  CsaReports& reports_;
  Board board_{};
  std::array<std::array<std::uint8_t, shogi::kHandKinds>, 2> hands_{};
  std::array<bool, 10> rank_read_{};
  Whole whole_ = Whole::none;
  bool found_ = false;
  std::string_view removed_pieces_;
};

}  // namespace ludex
