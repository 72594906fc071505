#pragma once

#include "formats/line_record.hpp"
#include "formats/shogi/shogi_game.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {

/// A square as far as it is written.
struct JkfSquare {
  double x = 0, y = 0;
  [[nodiscard]] bool is_written() const { return x != 0 || y != 0; }
  [[nodiscard]] std::optional<shogi::Square> square() const;
};

/// An entry of `moves` that is being read.
struct JkfEntry {
  std::int32_t node = kNoShogiNode;    ///< its place in ShogiGame::nodes
  std::int32_t parent = kNoShogiNode;  ///< the move before it
  std::size_t offset_bytes = 0;
  bool has_move = false;
  JkfSquare from, to;
  std::string piece, special, comment, bookmark;
  bool has_comment = false, has_bookmark = false;
  std::optional<Player> color;
  bool promotes = false, stays = false, same = false;
  std::uint8_t relative = 0;  ///< shogi_relative
  bool is_hit = false, has_relative = false;
  std::optional<double> seconds;

  /// Lines that begin with `&` are bookmarks.
  void add_comment(const std::string& line);
  /// \param letters  what KI2 says of the move: some of LCRUMDH
  void add_relative(std::string_view letters);
};

/// Makes the nodes of a game from lines of entries, in the order in which JSON closes them.
class JkfMoves {
 public:
  /// \param text  of the record, for messages
  JkfMoves(std::string_view text, LineReports& reports, ShogiGame& out)
      : text_(text), reports_(reports), out_(out) {}

  /// A line begins before the entry that is open, or at the start.
  void begin_line() { lines_.push_back(entries_ == 0 ? kNoShogiNode : entry().parent); }
  void end_line() { lines_.pop_back(); }
  /// \pre a line is open
  void begin_entry(std::size_t offset_bytes);
  void end_entry();
  /// The innermost one that is open.
  [[nodiscard]] JkfEntry& entry() { return entry_stack_[entries_ - 1]; }

  /// Reports the first move whose color is not that of the player whose turn it is: that is known
  /// anyway, so nothing changes.
  void check_colors();
  /// Turns the words of ends into KIF's. \pre it is known who began, and the nodes are in order
  void finish_words();

 private:
  [[nodiscard]] ShogiNode& node_at(std::int32_t node) {
    return out_.nodes[static_cast<std::size_t>(node)];
  }
  [[nodiscard]] std::string_view text_at(std::uint64_t offset_bytes) const;
  [[nodiscard]] std::uint32_t ply_after(std::int32_t parent) {
    return parent == kNoShogiNode ? 1 : node_at(parent).ply + 1;
  }
  void set_move(const JkfEntry& now);
  void set_end(JkfEntry& now);
  void give_notes(JkfEntry& now);

  std::string_view text_;
  LineReports& reports_;
  ShogiGame& out_;
  std::vector<std::int32_t> lines_;    // for each that is open, the move that the next one follows
  std::vector<JkfEntry> entry_stack_;  // those before entries_ are open; the others are reused
  std::size_t entries_ = 0;
  std::vector<std::pair<std::int32_t, Player>> colors_;  // of moves that say who makes them
};

}  // namespace ludex
