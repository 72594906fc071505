#pragma once

// SgfCompiler: what the moves of a node do, of which a turn of Twixt or a node of GGF has several.

#include "formats/sgf/sgf_compiler.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {

template <class Game>
Player SgfCompiler<Game>::mover_of(Player written, Point point, const SgfNode& node) {
  const Player mover = game_of_.mover_of(written, point, board_);
  if (mover != written && !std::exchange(noted_wrong_player_, true)) {
    note(ProblemKind::wrong_player, node);
  }
  return mover;
}

// Returns whether the node's ply has ended; otherwise a position may still be due.
template <class Game>
bool SgfCompiler<Game>::play_moves(const SgfNode& node, bool is_root, NodeEffect& effect) {
  if (game_of_.moves_are_plies()) return play_plies(node, is_root, effect);
  if (effect.has_setup && is_root && game_of_.root_may_move()) {
    note(ProblemKind::setup_and_move, node);
  } else if (effect.has_setup) {
    note_illegal(ProblemKind::setup_and_move, node);
  }
  if constexpr (Board::kFeatures.has_links) {
    if (has_part(node)) return play_turn(node, is_root, effect);
  }
  if (effect.moves > 1) note_illegal(ProblemKind::several_moves, node);
  std::uint32_t left = effect.moves;
  for (const SgfProperty& property : tree_->properties_of(node)) {
    const std::optional<Player> player = game_of_.mover(property);
    if (!player) continue;
    for (const std::string_view value : tree_->values_of(property)) {
      const bool is_quiet = is_root || --left != 0;
      const WrittenMove move = game_of_.read_move(value, size_);
      if (!add_move(*player, move, node, is_quiet)) continue;
      if (!is_quiet) {
        end_ply();
        return true;
      }
      effect.changed = true;
    }
  }
  return false;
}

// What stands before the moves of a node is a position of its own. The parser joins repeated
// properties; where their values stand in the text tells the order of the moves.
template <class Game>
bool SgfCompiler<Game>::play_plies(const SgfNode& node, bool is_root, const NodeEffect& effect) {
  if (effect.changed) append_mark(script::position, out_->ops);
  if (effect.changed || is_root) end_ply();
  std::vector<std::pair<std::string_view, Player>> moves;
  for (const SgfProperty& property : tree_->properties_of(node)) {
    const std::optional<Player> player = game_of_.mover(property);
    if (!player) continue;
    for (const std::string_view value : tree_->values_of(property)) {
      moves.emplace_back(value, *player);
    }
  }
  std::stable_sort(moves.begin(), moves.end(), [](const auto& a, const auto& b) {
    return std::less<>{}(a.first.data(), b.first.data());
  });
  for (const auto& [value, player] : moves) {
    if (is_full()) break;
    if (add_move(player, game_of_.read_move(value, size_), node, false)) end_ply();
  }
  return true;
}

template <class Game>
bool SgfCompiler<Game>::has_part(const SgfNode& node) {
  for (const SgfProperty& property : tree_->properties_of(node)) {
    if (!game_of_.mover(property)) continue;
    for (const std::string_view value : tree_->values_of(property)) {
      if (game_of_.read_move(value, size_).kind == WrittenMove::Kind::part) return true;
    }
  }
  return false;
}

// A turn of several values is one ply, whatever they are. One that only changes links ends as a
// pass does; the changes before it tell them apart.
template <class Game>
bool SgfCompiler<Game>::play_turn(const SgfNode& node, bool is_root, NodeEffect& effect) {
  if constexpr (Board::kFeatures.has_links) {
    std::optional<Player> changer;
    TurnSoFar turn;
    bool has_move = false;
    for (const SgfProperty& property : tree_->properties_of(node)) {
      const std::optional<Player> player = game_of_.mover(property);
      if (!player) continue;
      for (const std::string_view value : tree_->values_of(property)) {
        const WrittenMove move = game_of_.read_move(value, size_);
        if (move.kind != WrittenMove::Kind::part) {
          const bool is_peg = move.kind == WrittenMove::Kind::stone;
          if (is_peg && turn.peg) note_illegal(ProblemKind::several_moves, node);
          if (is_peg) turn.peg = move.point;
          has_move |= add_move(*player, move, node, true);
          continue;
        }
        begin_inside_ply();
        const auto problem = game_of_.play_part(*player, value, turn, board_, out_->ops);
        if (problem) note_illegal(*problem, node);
        changer = player;
      }
    }
    if (turn.lifted && turn.peg != turn.lifted) note_illegal(ProblemKind::illegal_move, node);
    effect.changed |= has_move || changer;
    if (has_move || !changer || is_root) return false;
    const bool is_first = *changer == Player::first;
    append_mark(is_first ? script::first_pass : script::second_pass, out_->ops);
    board_.end_links(*changer);
    ++moves_;
    end_ply();
    return true;
  }
  return false;
}

// Returns whether a ply is due; a resignation moves nothing, and a change of seats neither.
template <class Game>
bool SgfCompiler<Game>::add_move(Player player, const WrittenMove& move, const SgfNode& node,
                                 bool is_quiet) {
  using Kind = WrittenMove::Kind;
  const bool is_first = player == Player::first;
  if (move.kind == Kind::resignation || move.kind == Kind::forfeit) {
    end_ = sgf::result_of_end(player, move.kind);
    return false;
  }
  if (move.kind == Kind::draw) end_ = sgf::kAgreedDraw;
  if (move.kind == Kind::draw || move.kind == Kind::draw_offer) return false;
  if (move.kind == Kind::swap_pieces || move.kind == Kind::swap_sides) {
    return swap(player, move, node, is_quiet);
  }
  end_.reset();
  if (is_quiet) {
    begin_inside_ply();
    append_mark(script::quiet, out_->ops);
  }
  ++moves_;
  switch (move.kind) {
    case WrittenMove::Kind::stone:
      play_stone(mover_of(player, move.point, node), move.point, node);
      break;
    case WrittenMove::Kind::pass:
      append_mark(is_first ? script::first_pass : script::second_pass, out_->ops);
      board_.pass(player);
      break;
    default:
      append_mark(is_first ? script::first_null : script::second_null, out_->ops);
      board_.no_move(player);
      note_illegal(move.kind == WrittenMove::Kind::off_board ? ProblemKind::off_board
                                                             : ProblemKind::bad_point,
                   node);
      return true;
  }
  if (!move.is_standard) note(ProblemKind::bad_point, node);
  return true;
}

template <class Game>
void SgfCompiler<Game>::play_stone(Player player, Point point, const SgfNode& node) {
  append_op(player == Player::first ? script::first_move : script::second_move, point, out_->ops);
  const int allowed = game_of_.allowed_faults(player, point, board_);
  const int faults = board_.play(player, point) & ~allowed;
  if (faults == 0) return;
  for (const auto& [fault, kind] : sgf::kFaultKinds) {
    if ((faults & fault) != 0) note_illegal(kind, node);
  }
}

}  // namespace ludex
