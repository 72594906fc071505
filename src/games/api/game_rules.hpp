#pragma once

#include "core/position_key.hpp"
#include "core/rule_book.hpp"
#include "games/api/cell_line.hpp"
#include "games/api/diagram.hpp"
#include "games/api/orientation.hpp"
#include "games/api/position.hpp"
#include "games/api/query_position.hpp"
#include "ludex/types.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// Plain facts of a game.
struct GameTraits {
  std::string_view name;   ///< "go"
  BoardSize default_size;  ///< of its boards where nobody says
  int min_side = 1;        ///< of the boards that are replayed
  int max_side = 0;
  Player begins = Player::first;
  std::array<std::string_view, 2> colors = {"Black", "White"};
  /// Seats have numbers instead of colours: there may be more than two, any of them can make the
  /// same move, and each has a score (crossword).
  bool has_numbered_seats = false;
  unsigned cell_codes = 3;  ///< codes of cells are below; of tiles there are more
  bool has_tiles = false;   ///< cells hold TileCodes
  bool has_hands = false;   ///< pieces in hand are cells behind the board
  bool has_links = false;   ///< so are links
  bool shows_captures = false;
  /// There is no usual size, so that moves alone do not tell the board (Hex).
  bool has_many_sizes = false;
};

/// A game as the rest of the program sees it: from packed scripts to positions and keys, and from
/// positions to text and back. One object per game type, without state of its own; safe from every
/// thread. How scripts are made depends on the format: sgf_rules.hpp, csa.hpp.
class GameRules {
 public:
  virtual ~GameRules() = default;
  GameRules(const GameRules&) = delete;
  GameRules& operator=(const GameRules&) = delete;

  /// What may be played, whatever format says it, for `check` to cite.
  [[nodiscard]] virtual RuleBook rule_book() const = 0;

  [[nodiscard]] GameType game() const { return game_; }
  [[nodiscard]] const GameTraits& traits() const { return traits_; }

  [[nodiscard]] BoardSize default_size() const { return traits_.default_size; }
  /// Whether games on such a board are replayed.
  [[nodiscard]] bool playable(BoardSize size) const {
    const auto fits = [&](int side) {
      return side >= traits_.min_side && side <= traits_.max_side;
    };
    return fits(size.width) && fits(size.height);
  }

  // Scripts. Only the game knows what their words mean.

  /// Appends the keys of the plies in [first_ply, end_ply), as many of them as there are.
  /// Cost: replays from the start up to `end_ply`.
  virtual void append_keys(std::span<const std::uint16_t> ops, BoardSize size,
                           std::uint32_t first_ply, std::uint32_t end_ply,
                           std::vector<PositionKey>& keys) const = 0;
  /// The position after a ply; none where the script is shorter.
  [[nodiscard]] virtual std::optional<Position> find_position(std::span<const std::uint16_t> ops,
                                                              BoardSize size,
                                                              std::uint32_t ply) const = 0;
  /// Shows `visit` every position in the order of plies until it returns false.
  virtual void walk(std::span<const std::uint16_t> ops, BoardSize size,
                    const std::function<bool(const Position&)>& visit) const = 0;

  /// Reads the main line as changes of cells. Cost: by default a replay; see the games.
  virtual void read_line(const LineSource& source, CellLine& line) const;
  /// What LineSource::captures needs of a game's main line; none: nothing. Cost: a replay.
  [[nodiscard]] virtual std::optional<std::vector<std::uint8_t>> captures(
      std::span<const std::uint16_t>, BoardSize) const {
    return std::nullopt;
  }
  /// How many cells a line has behind those of the board.
  [[nodiscard]] virtual std::size_t cells_behind(const LineSource&) const { return 0; }
  /// Sets these: the pieces in hand, 7 kinds of each player; links, 4 directions of each point.
  virtual void set_cells_behind(const Position&, const LineSource&, CellLine&) const {}

  /// Appends a script whose only position is this one: board, hands, links, and who is to move.
  /// What was taken and the moves before are not in it. \pre playable(position.size)
  virtual void append_setup(const Position& position, std::vector<std::uint16_t>& ops) const = 0;

  /// Appends for each of `plies` a hash of all that a query can ask of a visit: the position as it
  /// lies, who is to move, and the next move. Of visits that agree in it one is enough to know what
  /// match() and to_query() say of all. Not stored; among n visits expect n^2 / 2^65 wrong pairs.
  /// \param plies  ascending; those behind the end of the script give nothing.
  /// \returns false, appending nothing, where the game has none: each visit is asked by itself.
  [[nodiscard]] virtual bool append_moments(std::span<const std::uint16_t>, BoardSize,
                                            [[maybe_unused]] std::span<const std::uint32_t> plies,
                                            std::vector<std::uint64_t>&) const {
    return false;
  }

  /// Appends the main line.
  virtual void append_steps(std::span<const std::uint16_t> ops,
                            std::vector<SequenceStep>& steps) const = 0;
  /// The views of a board under which main lines count as the same game, the identity first: by
  /// default the symmetries, and the role swaps.
  [[nodiscard]] virtual std::vector<Match> step_views(BoardSize size) const;
  /// True if scripts that begin with the same words `ops` begin with the same moves from the same
  /// position, one a word. Saves a replay; false is always right.
  [[nodiscard]] virtual bool are_plain_moves(std::span<const std::uint16_t>) const { return false; }

  // Boards, keys and symmetries.

  /// The key of a whole position. \pre cells.size() == size.area(), playable(size)
  [[nodiscard]] virtual PositionKey key_of(const Position& position) const = 0;
  /// What makes two positions the same one, beside the placement.
  [[nodiscard]] virtual Known identity() const { return {.rest = true}; }
  /// A position of a game as a query for the same position in other games.
  [[nodiscard]] virtual QueryPosition as_query(Position position) const;
  /// Whether the same stands on the board, and in hand; other things may differ.
  [[nodiscard]] virtual bool stands_alike(const Position& one, const Position& other) const {
    return one.cells == other.cells;
  }
  /// The keys of all positions that agree with `position` in what is `known` of it.
  [[nodiscard]] virtual KeyRange key_range(const Position& position, const Known&) const {
    const PositionKey key = key_of(position);
    return {key, key};
  }
  /// The symmetries under which positions share a key; identity first.
  [[nodiscard]] virtual std::span<const Orientation> symmetries(BoardSize size) const = 0;
  /// Those that keep the rules if the players change roles: the same ones, unless the goals of the
  /// players lie on different sides of the board.
  [[nodiscard]] virtual std::span<const Orientation> role_swaps(BoardSize size) const {
    return symmetries(size);
  }
  /// Whether the left-right mirror image obeys the same rules though its key is another one.
  [[nodiscard]] virtual bool has_mirror() const { return false; }
  /// The code of a cell when the players change roles.
  [[nodiscard]] virtual std::uint8_t swapped(std::uint8_t code) const {
    return cell::swapped(code);
  }

  /// Whether the query lies on `found` in this way, and agrees with it in what else it knows.
  [[nodiscard]] virtual bool fits(const QueryPosition& query, const Position& found,
                                  const Match& match) const;

  // Moves.

  /// Whether `one` is named before `other` of two moves that a symmetry maps onto each other.
  [[nodiscard]] virtual bool reads_before(const Move& one, const Move& other) const;
  /// Whether moves played from the start tell Position::rest.
  /// \param have_details  whether a move among them has a Move::detail
  [[nodiscard]] virtual bool moves_tell_rest([[maybe_unused]] bool have_details) const {
    return identity().rest;
  }
  /// What a position tells of the move before it: " +5" for a crossword play challenged in vain.
  [[nodiscard]] virtual std::string late_text(const Position&) const { return {}; }

  /// The position before any move: an empty board unless the game says otherwise.
  [[nodiscard]] virtual Position start_position(BoardSize size) const;
  /// A move in the game's own notation: "dd", "pass". A move that changed nothing is "none".
  [[nodiscard]] virtual std::string move_text(const Move& move, BoardSize size) const = 0;
  /// What `text` means as a move of the player to move; none where it is not one.
  [[nodiscard]] virtual std::optional<Move> parse_move(std::string_view text,
                                                       const Position& position) const = 0;
  /// The position that `move` leads to; none where the board does not allow it.
  [[nodiscard]] virtual std::optional<Position> after(const Position& position,
                                                      const Move& move) const = 0;

  // What CGP says of the game (DESIGN.md section 7), and SGF's setup.

  /// Reads a whole line, or a placement alone, where the game has a way of its own.
  /// \throws UsageError for malformed text.
  [[nodiscard]] virtual std::optional<QueryPosition> read_cgp(std::string_view) const {
    return std::nullopt;
  }
  /// The line, where the game has a way of its own.
  [[nodiscard]] virtual std::optional<std::string> cgp_text(const Position&) const {
    return std::nullopt;
  }

  /// The code for a letter of the placement, or for what stands between square brackets.
  [[nodiscard]] virtual std::optional<std::uint8_t> find_cell(std::string_view symbol) const {
    if (symbol == "B") return cell::kFirst;
    if (symbol == "W") return cell::kSecond;
    return std::nullopt;
  }

  /// The letter or bracketed text for a code that is not empty.
  [[nodiscard]] virtual std::string_view cell_text(std::uint8_t code) const {
    return code == cell::kFirst ? "B" : "W";
  }
  /// The field racks, player to move first.
  [[nodiscard]] virtual std::string racks_text(const Position&) const { return "/"; }
  /// Reads it into the position and what is known. \returns false where it is malformed.
  [[nodiscard]] virtual bool read_racks(std::string_view text, QueryPosition&) const {
    return text == "/";
  }
  /// The field scores, of the first and the second player.
  [[nodiscard]] virtual std::array<std::uint32_t, 2> scores(const Position&) const {
    return {0, 0};
  }
  /// The SFEN of a position; empty in games that have none.
  [[nodiscard]] virtual std::string sfen(const Position&) const { return {}; }
  /// Opcodes beside gm and pl, each as " name operand;".
  [[nodiscard]] virtual std::string opcodes_text(const Position&) const { return {}; }
  /// Reads one. \returns false where the game knows no such opcode.
  /// \throws UsageError for a malformed operand.
  [[nodiscard]] virtual bool read_opcode(std::string_view, std::string_view, QueryPosition&) const {
    return false;
  }
  /// Puts `code` on what a value of AB, AW or AE names (a point, a rectangle of points).
  /// \returns false where it names none.
  [[nodiscard]] virtual bool set_up(Position& position, std::uint8_t code,
                                    std::string_view value) const;

  // Diagrams.

  /// A diagram for a terminal, lines ended by "\n". \pre diagram.part lies on the board
  [[nodiscard]] virtual std::string draw(const Position& position,
                                         const Diagram& diagram) const = 0;
  /// How wide marks may be in a diagram of `part` that fits a terminal.
  [[nodiscard]] virtual MarkRoom mark_room(const PointRect&) const { return {}; }
  /// A point in the game's own notation, and back in any notation of the game, whatever its case.
  [[nodiscard]] virtual std::string place_text(Point point, BoardSize size) const;
  [[nodiscard]] virtual std::optional<Point> find_named_point(std::string_view text,
                                                              BoardSize size) const;
  /// A point as the letters and numbers around the diagram name it.
  [[nodiscard]] virtual std::string diagram_point(Point point, BoardSize size) const;

 protected:
  GameRules(GameType game, const GameTraits& traits) : game_(game), traits_(traits) {}

 private:
  GameType game_;
  GameTraits traits_;
};

/// What a replay shows at one moment, as changes of the line.
void add_moment(const GameRules& rules, const Position& position, const LineSource& source,
                CellLine& line);

/// All games, in the order of the registry.
[[nodiscard]] std::span<const GameRules* const> all_rules();
/// The rules of a game; nullptr where its positions are not replayed.
[[nodiscard]] const GameRules* find_rules(GameType game);
/// Those of most games where its positions are not replayed.
[[nodiscard]] const GameTraits& traits_of(GameType game);

}  // namespace ludex
