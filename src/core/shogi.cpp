#include "core/shogi.hpp"

#include "core/ascii.hpp"

#include <array>
#include <cstddef>

namespace ludex::shogi {
namespace {

constexpr std::array<std::string_view, 16> kNames = {
    "", "FU", "KY", "KE", "GI", "KI", "KA", "HI", "OU", "TO", "NY", "NK", "NG", "", "UM", "RY"};

constexpr std::size_t kLetters = 26;

/// The piece of every pair of capital letters.
constexpr auto kPieces = [] {
  std::array<Piece, kLetters * kLetters> pieces{};
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i].empty()) continue;
    const auto first = static_cast<std::size_t>(kNames[i][0] - 'A');
    const auto second = static_cast<std::size_t>(kNames[i][1] - 'A');
    pieces[first * kLetters + second] = static_cast<Piece>(i);
  }
  return pieces;
}();

}  // namespace

std::string_view csa_name(Piece piece) { return kNames[static_cast<std::size_t>(piece)]; }

std::optional<Piece> find_csa_piece(std::string_view name) {
  if (name.size() != 2 || !is_upper(name[0]) || !is_upper(name[1])) return std::nullopt;
  const auto first = static_cast<std::size_t>(name[0] - 'A');
  const auto second = static_cast<std::size_t>(name[1] - 'A');
  const Piece piece = kPieces[first * kLetters + second];
  return piece == Piece::none ? std::nullopt : std::optional(piece);
}

}  // namespace ludex::shogi
