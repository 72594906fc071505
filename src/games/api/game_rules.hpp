#pragma once

#include "core/position_key.hpp"
#include "core/rule_book.hpp"
#include "games/api/cell_line.hpp"
#include "games/api/diagram.hpp"
#include "games/api/orientation.hpp"
#include "games/api/picture.hpp"
#include "games/api/position.hpp"
#include "games/api/query_position.hpp"
#include "ludex/notation.hpp"
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
  BoardSize default_size;  ///< of the board if none is given
  int min_side = 1;        ///< of the boards that are replayed
  int max_side = 0;
  Player begins = Player::first;
  std::array<std::string_view, 2> colors = {"Black", "White"};
  /// Seats have numbers instead of colours: there may be more than two, any of them can make the
  /// same move, and each has a score (crossword).
  bool has_numbered_seats = false;
  unsigned cell_codes = 3;  ///< codes of cells are below; of tiles there are more
  bool has_tiles = false;   ///< cells hold TileCodes
  bool has_hands = false;   ///< pieces in hand are cells after the board's
  bool has_links = false;   ///< so are links
  bool shows_captures = false;
  /// Players show the first move in the corner at the upper right: R16, f5.
  bool begins_at_right = false;
  /// SGF names points by two letters, even if the game has another notation.
  bool has_letter_points = false;
  /// There is no usual size, so that moves alone do not show the size of the board (Hex).
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

  /// The rules of play, independent of the format, for `check` to cite.
  [[nodiscard]] virtual RuleBook rule_book() const = 0;

  [[nodiscard]] GameType game() const { return game_; }
  [[nodiscard]] const GameTraits& traits() const { return traits_; }

  [[nodiscard]] BoardSize default_size() const { return traits_.default_size; }
  /// True if games on such a board are replayed.
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
  /// Reads CellLine::held() alone: what cells hold at some moment of the main line, perhaps more.
  /// \returns false where that is no faster than read_line()
  [[nodiscard]] virtual bool read_held(const LineSource&, CellLine&) const { return false; }
  /// The captures of a main line for LineSource::captures; none if it needs none. Cost: a replay.
  [[nodiscard]] virtual std::optional<std::vector<std::uint8_t>> captures(
      std::span<const std::uint16_t>, BoardSize) const {
    return std::nullopt;
  }
  /// How many cells a line has after those of the board.
  [[nodiscard]] virtual std::size_t extra_cells(const LineSource&) const { return 0; }
  /// Which of them stands for a link between two holes, 1 where it stands; none: it is no link.
  /// Those of all points follow each other in the order of points, as many of each.
  [[nodiscard]] virtual std::optional<std::uint32_t> cell_of_link(Point, Point, BoardSize) const {
    return std::nullopt;
  }
  /// Sets these: the pieces in hand, 7 kinds of each player; links, 4 directions of each point.
  virtual void set_extra_cells(const Position&, const LineSource&, CellLine&) const {}

  /// Appends a script whose only position is this one: board, hands, links, and who is to move.
  /// Captured stones and earlier moves are not part of it. \pre playable(position.size)
  virtual void append_setup(const Position& position, std::vector<std::uint16_t>& ops) const = 0;

  /// Appends for each of `plies` a hash of all that a query can ask of a visit: the position as it
  /// lies, who is to move, and the next move. Of visits that agree in it one is enough to know what
  /// match() and to_query() say of all. Not stored; among n visits expect n^2 / 2^65 wrong pairs.
  /// \param plies  ascending; those after the end of the script give nothing.
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
  /// The parts that identify a position, besides the placement.
  [[nodiscard]] virtual Known identity() const { return {.rest = true}; }
  /// A position of a game as a query for the same position in other games.
  [[nodiscard]] virtual QueryPosition as_query(Position position) const;
  /// True if boards and hands are equal; other things may differ.
  [[nodiscard]] virtual bool stands_alike(const Position& one, const Position& other) const {
    return one.cells == other.cells;
  }
  /// The keys of all positions that agree with `position` in the `known` parts.
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
  /// True if the left-right mirror image obeys the same rules although its key differs.
  [[nodiscard]] virtual bool has_mirror() const { return false; }
  /// The code of a cell when the players change roles.
  [[nodiscard]] virtual std::uint8_t swapped(std::uint8_t code) const {
    return cell::swapped(code);
  }

  /// True if the query matches `found` in this orientation, including everything else that it
  /// knows.
  [[nodiscard]] virtual bool fits(const QueryPosition& query, const Position& found,
                                  const Match& match) const;

  // Moves.

  /// True if `one` is preferred to `other` as the name of two moves that a symmetry maps onto each
  /// other.
  [[nodiscard]] virtual bool reads_before(const Move& one, const Move& other) const;
  /// True if moves played from the start determine Position::rest.
  /// \param have_details  whether a move among them has a Move::detail
  [[nodiscard]] virtual bool moves_tell_rest([[maybe_unused]] bool have_details) const {
    return identity().rest;
  }
  /// A note on the previous move: " +5" for a crossword play challenged in vain.
  [[nodiscard]] virtual std::string late_text(const Position&) const { return {}; }

  /// The position before any move: an empty board unless the game says otherwise.
  [[nodiscard]] virtual Position start_position(BoardSize size) const;
  /// A move in the game's own notation: "dd", "pass". A move that changed nothing is "none".
  [[nodiscard]] virtual std::string move_text(const Move& move, BoardSize size) const = 0;
  /// The same in another notation.
  [[nodiscard]] std::string move_text(const Move& move, BoardSize size, Notation notation) const;
  /// The same where moves are named by what the board shows (Notation::japanese).
  /// \param around   the position before the move, or the one that it led to
  /// \param last_to  where the move before it went; none: unknown, or there is none
  [[nodiscard]] virtual std::string move_text_at(const Move& move, const Position& around,
                                                 [[maybe_unused]] std::optional<Point> last_to,
                                                 Notation notation) const {
    return move_text(move, around.size, notation);
  }
  /// True if a notation shows `one` rather than `other` of two moves that a symmetry maps onto each
  /// other: the first in reading order; Notation::board, the one in the corner of the players.
  [[nodiscard]] bool shows_before(const Move& one, const Move& other, BoardSize size,
                                  Notation notation) const;
  /// Parses a move of the player to move; none if it is not a move.
  [[nodiscard]] virtual std::optional<Move> parse_move(std::string_view text,
                                                       const Position& position) const = 0;
  /// Why a player may not play `move`, though after() executes it, since records hold such moves;
  /// empty if nothing is against it. \pre after(position, move)
  [[nodiscard]] virtual std::string_view refusal(const Position&, const Move&) const { return {}; }
  /// The position that `move` leads to; none where the board does not allow it.
  [[nodiscard]] virtual std::optional<Position> after(const Position& position,
                                                      const Move& move) const = 0;

  // CGP of the game (ludex-positions(7)), and SGF's setup.

  /// Reads a whole line or a placement alone, if the game has its own syntax.
  /// \throws UsageError for malformed text.
  [[nodiscard]] virtual std::optional<QueryPosition> read_cgp(std::string_view) const {
    return std::nullopt;
  }
  /// The line, if the game has its own syntax.
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
  /// Reads it into the position and the known parts. \returns false if it is malformed.
  [[nodiscard]] virtual bool read_racks(std::string_view text, QueryPosition&) const {
    return text == "/";
  }
  /// The words that the last move formed, along it and across; folded (fold()), a blank as the
  /// letter that it stands for. Only crossword games have words.
  [[nodiscard]] virtual std::vector<std::string> words_formed(const Position&) const { return {}; }
  /// True if the player to move is known to hold these tiles.
  /// \param tiles  their text, folded and sorted; "?" is a blank
  [[nodiscard]] virtual bool mover_holds(const Position&, const std::vector<std::string>&) const {
    return false;
  }
  /// The field scores, of the first and the second player.
  [[nodiscard]] virtual std::array<std::uint32_t, 2> scores(const Position&) const {
    return {0, 0};
  }
  /// The tiles that are neither on the board nor on a rack that is known, "AAAA BB [CH]"; none in
  /// games without tiles, and where the set is not known.
  [[nodiscard]] virtual std::optional<std::string> unseen(const Position&) const {
    return std::nullopt;
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
  /// Draws the board, its pieces, and the items beside it. \pre view.part is on the board
  [[nodiscard]] virtual PaintedBoard paint(const Position& position, const PictureView& view,
                                           PictureCanvas& canvas) const = 0;
  /// The points at which a picture shows a move; none for a move without a place, such as a pass.
  /// By default its point, and where its piece came from.
  [[nodiscard]] virtual std::optional<MovePlace> place_of(const Move& move, BoardSize size) const;
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

/// The changes of the line at one moment of a replay.
void add_moment(const GameRules& rules, const Position& position, const LineSource& source,
                CellLine& line);

/// All games, in the order of the registry.
[[nodiscard]] std::span<const GameRules* const> all_rules();
/// The rules of a game; nullptr where its positions are not replayed.
[[nodiscard]] const GameRules* find_rules(GameType game);
/// Those of most games where its positions are not replayed.
[[nodiscard]] const GameTraits& traits_of(GameType game);

}  // namespace ludex
