#pragma once

#include "formats/csa/csa.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

namespace ludex {

inline CsaGame parsed(std::string_view record) {
  CsaGame game;
  const auto reject = parse_csa(record, {}, game);
  EXPECT_FALSE(reject) << record << ": " << (reject ? reject->message : "");
  return game;
}

inline std::optional<ProblemKind> reject_of(std::string_view record) {
  CsaGame game;
  const auto reject = parse_csa(record, {}, game);
  return reject ? std::optional(reject->kind) : std::nullopt;
}

inline std::string text_of(shogi::Square square) {
  return std::to_string(square.file) + std::to_string(square.rank);
}

/// "+7776FU".
inline std::string text_of(const CsaMove& move) {
  std::string text = move.player == Player::first ? "+" : "-";
  text += move.from ? text_of(*move.from) : "00";
  text += text_of(move.to);
  return text.append(shogi::csa_name(move.piece));
}

inline std::string moves_of(const CsaGame& game) {
  std::string text;
  for (const CsaMove& move : game.moves) text += (text.empty() ? "" : " ") + text_of(move);
  return text;
}

/// "kind at offset: message", a line each.
inline std::string problems_of(const CsaGame& game) {
  std::string text;
  for (const Problem& problem : game.info.problems) {
    text.append(problem_name(problem.kind)).append(" at ");
    text += std::to_string(problem.offset_bytes) + ": " + problem.message + "\n";
  }
  return text;
}

/// The position as it would be written with rank lines that have no blanks, hands after it:
/// "-OU at 11 +KI at 00" as "-11OU +00KI".
inline std::string pieces_of(const ShogiStart& start) {
  std::string text;
  for (const ShogiPiece& piece : start.pieces) {
    text += (text.empty() ? "" : " ") + std::string(piece.owner == Player::first ? "+" : "-");
    text += text_of(piece.square);
    text += shogi::csa_name(piece.piece);
  }
  for (std::size_t seat = 0; seat < 2; ++seat) {
    for (std::size_t kind = 0; kind < shogi::kHandKinds; ++kind) {
      const int count = start.hands[seat][kind];
      if (count == 0) continue;
      text += seat == 0 ? " +00" : " -00";
      text += shogi::csa_name(static_cast<shogi::Piece>(kind + 1));
      text += "x" + std::to_string(count);
    }
  }
  return text;
}

}  // namespace ludex
