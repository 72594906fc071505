#pragma once

#include "formats/sgf/sgf.hpp"
#include "formats/values/game_values.hpp"
#include "games/api/game_rules.hpp"
#include "games/api/replay_script.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// Notes problems of one game at the places of its tree, the first kMax of them.
class SgfPageProblems {
 public:
  /// \param record  the text that the tree's views point into; of UTF-16 the tree has its own copy
  SgfPageProblems(const SgfTree& tree, std::string_view record, GameInfo& info)
      : tree_(tree), record_(record), info_(info) {}

  /// \param about  see Problem::about
  void add(ProblemKind kind, std::string_view about, const SgfProperty& at, std::string message);
  /// Says how many more there were.
  void finish();

 private:
  static constexpr std::size_t kMax = 100;

  [[nodiscard]] std::uint64_t offset_of(std::string_view part) const;

  const SgfTree& tree_;
  std::string_view record_;
  GameInfo& info_;
  std::size_t noted_ = 0;
};

/// "PZ[soon]", as messages show it.
[[nodiscard]] std::string excerpt_of(const SgfProperty& property, std::string_view value);
/// IP has no value, in Hex and in Twixt.
void check_empty_value(const SgfTree& tree, const SgfProperty& property, SgfPageProblems& problems);

/// What a game's own page asks for beside FF[4] and the rules of play. Adds problems to the game's
/// info, and changes nothing else. Nothing for games that have no such page.
/// \pre the game's info is complete
void check_game_page(const SgfTree& tree, std::string_view record, SgfGame& game);

struct SgfEvidence;

/// Which nodes of a game are replayed.
enum class Lines : std::uint8_t { main_line, all };

/// Plain facts of how SGF carries a game. The game's number in GM is its GameType.
struct SgfTraits {
  std::span<const std::string_view> names{};     ///< that GM may say instead of the number, folded
  std::span<const std::string_view> programs{};  ///< that write no other game: AP begins so
  /// The name of the game in events of Little Golem: "hex" in "hex.mc.2016.jun.1.2".
  std::span<const std::string_view> little_golem_names{};
  int min_side = 1;  ///< that SZ may say
  int max_side = kMaxGoSide;
  bool has_swap = false;                    ///< so that only a replay knows whose colour has won
  bool has_current_position = false;        ///< IP: what was played ends there
  bool extra_columns_are_handicap = false;  ///< where HA is empty (Twixt)
};

/// The rules of a game that SGF carries: from the nodes of a tree to a packed script.
class SgfRules : public GameRules {
 public:
  [[nodiscard]] const SgfTraits& sgf() const { return sgf_; }

  /// Replays the nodes of a game into `out` (cleared first). Never fails: what the rules forbid is
  /// executed and noted as a Problem; a board that the game cannot be played on gives no positions.
  /// `out.branches` counts the lines beside the main one whether they are replayed or not.
  /// \param keys  gets out.total_positions keys appended, that of ply n at n-th place; may be null
  virtual void compile(const SgfTree& tree, const SgfGame& game, Lines lines, ReplayScript& out,
                       std::vector<PositionKey>* keys) const = 0;
  /// The points that a value of AB, TR, ... names: one, or a compressed list (`aa:cc`); none where
  /// it is neither or reaches off the board.
  [[nodiscard]] virtual std::optional<PointRect> find_points(std::string_view value,
                                                             BoardSize size) const = 0;

  /// How much speaks for this game where GM says nothing; 0: nothing. The largest claim counts.
  [[nodiscard]] virtual int claim(const SgfEvidence&) const { return 0; }
  /// False if GM cannot mean this game on such a board. \param size  0x0 where SZ is missing
  [[nodiscard]] virtual bool may_be_played_on(BoardSize) const { return true; }
  /// True if the letters of moves mean the other player than those of PB, PW and RE.
  [[nodiscard]] virtual bool has_exchanged_colors(const SgfTree&, const GameInfo&) const {
    return false;
  }
  /// True if seat 1 has the white pieces.
  [[nodiscard]] virtual bool has_white_first_seat(const SgfTree&, const GameInfo&) const {
    return false;
  }
  /// The rules of the game's own page besides FF[4]; empty if there is none.
  [[nodiscard]] virtual RuleBook page() const { return {}; }
  /// Notes what breaks that page and is neither a value's fault nor a move's.
  /// \pre the game's info is complete
  virtual void check_page(const SgfTree&, const SgfGame&, SgfPageProblems&) const {}

 protected:
  SgfRules(GameType game, const GameTraits& traits, const SgfTraits& sgf)
      : GameRules(game, traits), sgf_(sgf) {}

 private:
  SgfTraits sgf_;
};

/// All games that SGF carries.
[[nodiscard]] std::span<const SgfRules* const> all_sgf_rules();
/// The rules of a game in SGF; nullptr where its positions are not replayed.
[[nodiscard]] const SgfRules* find_sgf_rules(GameType game);
/// Those of any game that is not replayed have no names.
[[nodiscard]] const SgfTraits& sgf_traits_of(GameType game);

}  // namespace ludex
