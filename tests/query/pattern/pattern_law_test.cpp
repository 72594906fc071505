// Patterns found by PatternSearch against a slow look at every cell of every position.
#include "games/api/game_rules.hpp"
#include "games/shogi/cells.hpp"
#include "generator/gcg_archive.hpp"
#include "generator/othello_archive.hpp"
#include "generator/shogi_archive.hpp"
#include "generator/twixt_archive.hpp"
#include "ludex/archive.hpp"
#include "query/made_games.hpp"
#include "query/pattern/pattern_search.hpp"
#include "query/pattern/pattern_text.hpp"
#include "query/pattern/random_games.hpp"
#include "query/search/game_positions.hpp"
#include "support/corpus.hpp"
#include "support/places.hpp"
#include "support/sanitized.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace ludex {
namespace {

using test::Picker;
using test::random_sgf;
using test::TemporaryFolder;

/// A game with all its positions.
struct SlowGame {
  std::int64_t id = 0;
  std::vector<Position> plies;
};

/// A hit in words that the two sides share.
using SlowHit = std::tuple<std::int64_t, std::uint32_t, int, bool, Point, std::string>;

/// The contents of a generated pattern besides its text.
struct AskedPattern {
  std::string rows;
  std::string at;
  bool swap_colors = false;
  PatternMoment moment;
  bool all_runs = false;
};

std::vector<SlowGame> games_of(Database& database, GameType type, std::int64_t most) {
  std::vector<SlowGame> games;
  GamePositions positions(database.sql());
  FactReader facts(database.sql());
  for (std::int64_t id = 1; id < database.next_id("game"); ++id) {
    const auto game = static_cast<GameId>(id);
    if (positions.game_type(game) != type) continue;
    const auto main_positions = facts.value(Fact::main_positions, game);
    SlowGame slow{id, {}};
    positions.walk(game, [&](const Position& position) {
      if (position.ply >= main_positions) return false;
      slow.plies.push_back(position);
      return true;
    });
    if (!slow.plies.empty()) games.push_back(std::move(slow));
    if (static_cast<std::int64_t>(games.size()) == most) break;
  }
  return games;
}

/// A pattern in one orientation and one pair of colors.
struct SlowForm {
  Orientation orientation;
  bool swapped;
  int width, height;
  std::vector<PatternCell> cells;
};

/// What a set means to one player or the other.
ContentSet seen(ContentSet set, bool swapped, const GameRules& rules) {
  if (rules.traits().has_tiles) return set;
  ContentSet result = 0;
  for (std::uint8_t code = 0; code < 32; ++code) {
    const bool is_cell = rules.game() == GameType::shogi ? shogi::is_cell(code) : code < 3;
    if (!is_cell || (set >> code & 1) == 0) continue;
    result |= ContentSet{1} << (swapped ? rules.swapped(code) : code);
  }
  return result;
}

std::vector<SlowForm> forms_of(const Pattern& pattern, const GameRules& rules, BoardSize size) {
  std::vector<SlowForm> forms;
  for (const bool swapped : {false, true}) {
    if (swapped && !pattern.swap_colors) continue;
    for (const Orientation one : swapped ? rules.role_swaps(size) : rules.symmetries(size)) {
      const BoardSize drawn{static_cast<std::int16_t>(pattern.width),
                            static_cast<std::int16_t>(pattern.height)};
      const BoardSize lying = map_size(one, drawn);
      SlowForm form{one, swapped, lying.width, lying.height, {}};
      form.cells.resize(pattern.cells.size());
      for (Point point = 0; point < pattern.cells.size(); ++point) {
        PatternCell cell = pattern.cells[point];
        cell.allowed = seen(cell.allowed, swapped, rules);
        if (swapped) cell.player = cell::swapped(cell.player);
        form.cells[map_point(one, point, drawn)] = cell;
      }
      forms.push_back(form);
    }
  }
  return forms;
}

/// True if a rectangle of the board may be where the pattern lies, told by its picture on the board
/// before it is turned.
bool is_place(const AskedPattern& asked, const Pattern& pattern, const SlowForm& form,
              BoardSize size, int x, int y) {
  const Orientation back = inverse(form.orientation);
  const BoardSize before = map_size(back, size);
  int left = before.width, top = before.height, right = -1, bottom = -1;
  for (int dy = 0; dy < form.height; ++dy) {
    for (int dx = 0; dx < form.width; ++dx) {
      const Point point = map_point(back, static_cast<Point>((y + dy) * size.width + x + dx), size);
      const int px = static_cast<int>(point) % before.width;
      const int py = static_cast<int>(point) / before.width;
      left = std::min(left, px), right = std::max(right, px);
      top = std::min(top, py), bottom = std::max(bottom, py);
    }
  }
  EXPECT_EQ(right - left + 1, pattern.width);
  for (const char side : asked.at == "anywhere" ? std::string() : asked.at) {
    if (side == 'n' && top != 0) return false;
    if (side == 's' && bottom != before.height - 1) return false;
    if (side == 'w' && left != 0) return false;
    if (side == 'e' && right != before.width - 1) return false;
  }
  return true;
}

/// The codes of cells that sets of contents allow.
class SlowKinds {
 public:
  explicit SlowKinds(const Pattern& pattern) : kinds_(pattern.kinds.kinds()) {}
  [[nodiscard]] bool allows(ContentSet set, std::uint8_t code) const {
    return (set >> kinds_[code] & 1) != 0;
  }

 private:
  std::array<std::uint8_t, 256> kinds_;
};

std::uint8_t cell_at(const Position& position, int x, int y) {
  return position.cells[static_cast<std::size_t>(y * position.size.width + x)];
}

bool stands(const SlowForm& form, const SlowKinds& kinds, const Position& position, int x, int y) {
  for (int dy = 0; dy < form.height; ++dy) {
    for (int dx = 0; dx < form.width; ++dx) {
      const PatternCell& cell = form.cells[static_cast<std::size_t>(dy * form.width + dx)];
      if (!kinds.allows(cell.allowed, cell_at(position, x + dx, y + dy))) return false;
    }
  }
  return true;
}

/// True if a move puts something on the rectangle, judged by the move or, if necessary, by the
/// boards.
bool plays_inside(const Position& before, const Position& after, const SlowForm& form, int x,
                  int y) {
  if (!after.last_move) return false;
  const Move& move = *after.last_move;
  const auto is_inside = [&](Point point) {
    const int px = static_cast<int>(point) % after.size.width;
    const int py = static_cast<int>(point) / after.size.width;
    return px >= x && px < x + form.width && py >= y && py < y + form.height;
  };
  switch (move.kind) {
    case MoveKind::stone:
    case MoveKind::step:
    case MoveKind::drop:
      return is_inside(move.point);
    case MoveKind::play:
    case MoveKind::swap:
      for (Point point = 0; point < after.cells.size(); ++point) {
        if (after.cells[point] != 0 && after.cells[point] != before.cells[point] &&
            is_inside(point)) {
          return true;
        }
      }
      return false;
    default:
      return false;
  }
}

std::vector<std::uint8_t> rectangle(const Position& position, const SlowForm& form, int x, int y) {
  std::vector<std::uint8_t> cells;
  for (int dy = 0; dy < form.height; ++dy) {
    for (int dx = 0; dx < form.width; ++dx) cells.push_back(cell_at(position, x + dx, y + dy));
  }
  return cells;
}

/// How many plies after `start` the numbered moves need when the first is the next move; none
/// where something else happens on the rectangle.
std::optional<std::size_t> ply_of_last_move(const SlowForm& form, const SlowGame& game, int x,
                                            int y, std::size_t start, std::uint16_t moves) {
  std::uint8_t first = 0;
  std::uint16_t played = 0;
  for (std::size_t ply = start + 1; ply < game.plies.size(); ++ply) {
    auto expected = rectangle(game.plies[ply - 1], form, x, y);
    const auto now = rectangle(game.plies[ply], form, x, y);
    if (!plays_inside(game.plies[ply - 1], game.plies[ply], form, x, y)) {
      if (played == 0 || now != expected) return std::nullopt;
      continue;
    }
    const auto next = std::ranges::find(form.cells, played + 1, &PatternCell::number);
    const std::uint8_t player = cell::of(game.plies[ply].last_move->player);
    if (played == 0) first = player;
    std::uint8_t wanted = next->player;
    if (wanted == 0) wanted = played % 2 == 0 ? first : cell::swapped(first);
    expected[static_cast<std::size_t>(next - form.cells.begin())] = player;
    if (player != wanted || now != expected) return std::nullopt;
    if (++played == moves) return ply;
  }
  return std::nullopt;
}

/// The plies at which a pattern occurs on a rectangle, with its moves played if it has any.
std::vector<bool> plies_standing(const SlowForm& form, const SlowKinds& kinds, const SlowGame& game,
                                 int x, int y, std::uint16_t moves) {
  std::vector<bool> standing(game.plies.size());
  for (std::size_t ply = 0; ply < game.plies.size(); ++ply) {
    const bool stands_now = stands(form, kinds, game.plies[ply], x, y);
    if (moves == 0) {
      standing[ply] = stands_now;
      continue;
    }
    if (!stands_now) continue;
    const auto last = ply_of_last_move(form, game, x, y, ply, moves);
    if (!last) continue;
    const auto played = rectangle(game.plies[*last], form, x, y);
    for (std::size_t later = *last; later < game.plies.size(); ++later) {
      const auto now = rectangle(game.plies[later], form, x, y);
      bool is_still = true;
      for (std::size_t i = 0; i < now.size(); ++i) {
        is_still &= form.cells[i].number != 0 ? now[i] == played[i]
                                              : kinds.allows(form.cells[i].allowed, now[i]);
      }
      if (!is_still) break;
      standing[later] = true;
    }
  }
  return standing;
}

bool is_wanted(const AskedPattern& asked, const SlowForm& form, const SlowGame& game,
               std::size_t ply) {
  if (ply < asked.moment.from_ply || ply > asked.moment.to_ply) return false;
  if (asked.moment.final && ply + 1 != game.plies.size()) return false;
  if (!asked.moment.mover) return true;
  const Player mover = form.swapped ? opponent(*asked.moment.mover) : *asked.moment.mover;
  return game.plies[ply].to_move == mover;
}

std::set<SlowHit> slow_hits(const AskedPattern& asked, const Pattern& pattern,
                            const GameRules& rules, const std::vector<SlowGame>& games) {
  std::set<SlowHit> hits;
  for (const SlowGame& game : games) {
    const BoardSize size = game.plies[0].size;
    const SlowKinds kinds(pattern);
    std::set<std::tuple<int, Point, std::string>> known;
    for (const SlowForm& form : forms_of(pattern, rules, size)) {
      for (int y = 0; y + form.height <= size.height; ++y) {
        for (int x = 0; x + form.width <= size.width; ++x) {
          if (!is_place(asked, pattern, form, size, x, y)) continue;
          const auto place = static_cast<Point>(y * size.width + x);
          std::string contents;
          for (const PatternCell& cell : form.cells) {
            contents += fmt::format("{}.{}.{} ", cell.allowed, cell.number, cell.player);
          }
          if (!known.insert({form.width, place, contents}).second) continue;
          const std::vector<bool> standing = plies_standing(form, kinds, game, x, y, pattern.moves);
          bool in_run = false, run_has_hit = false, any = false;
          for (std::size_t ply = 0; ply < game.plies.size(); ++ply) {
            const bool stood = in_run;
            in_run = standing[ply];
            if (!stood) run_has_hit = false;
            if (!in_run || run_has_hit || !is_wanted(asked, form, game, ply)) continue;
            run_has_hit = true;
            if (any && !asked.all_runs) continue;
            any = true;
            std::string next = "-";
            for (std::size_t later = ply + 1; later < game.plies.size(); ++later) {
              if (plays_inside(game.plies[later - 1], game.plies[later], form, x, y)) {
                next = fmt::format("{}", later);
                break;
              }
            }
            hits.insert({game.id, static_cast<std::uint32_t>(ply),
                         static_cast<int>(form.orientation), form.swapped, place, next});
          }
        }
      }
    }
  }
  return hits;
}

std::set<SlowHit> fast_hits(const AskedPattern& asked, const Pattern& pattern, Database& database,
                            const std::vector<SlowGame>& games) {
  std::set<SlowHit> hits;
  IdSet among;
  for (const SlowGame& game : games) among.insert(game.id);
  PatternSearch search(database.sql(), pattern, asked.moment);
  search.for_each_game(
      &among, {.all_runs = asked.all_runs},
      [&](GameId game, BoardSize, std::span<const FoundPattern> found) {
        for (const FoundPattern& hit : found) {
          hits.insert({raw(game), hit.ply, static_cast<int>(hit.match.orientation),
                       hit.match.colors_swapped, hit.place,
                       hit.next.empty() ? "-" : fmt::format("{}", hit.next.front().ply)});
        }
        return true;
      });
  return hits;
}

/// Makes patterns out of parts of real positions, some cells altered.
class PatternMaker {
 public:
  PatternMaker(std::uint64_t seed, const GameRules& rules, const std::vector<SlowGame>& games)
      : pick_(seed), rules_(rules), games_(games) {}

  AskedPattern make() {
    const SlowGame& game = pick_.from(games_);
    const Position& position = pick_.from(game.plies);
    const BoardSize size = position.size;
    const int width = side(size.width), height = side(size.height);
    const int x = static_cast<int>(pick_.below(static_cast<std::size_t>(size.width - width + 1)));
    const int y = static_cast<int>(pick_.below(static_cast<std::size_t>(size.height - height + 1)));
    AskedPattern asked;
    if (!rules_.traits().has_tiles && !rules_.traits().has_hands && pick_.one_in(5)) {
      number_moves(game, position.ply, x, y, width, height);
    }
    for (int row = 0; row < height; ++row) {
      if (row > 0) asked.rows += '/';
      for (int column = 0; column < width; ++column) {
        const auto number = numbers_.find((y + row) * size.width + x + column);
        asked.rows += number != numbers_.end() ? number->second
                                               : cell_text(cell_at(position, x + column, y + row));
      }
    }
    numbers_.clear();
    static const std::vector<std::string> kPlaces = {"anywhere", "n",  "e",  "s", "w",
                                                     "nw",       "ne", "se", "sw"};
    asked.at = pick_.one_in(3) ? "anywhere" : pick_.from(kPlaces);
    asked.swap_colors = pick_.one_in(3);
    asked.all_runs = pick_.one_in(3);
    if (pick_.one_in(4)) asked.moment.mover = pick_.one_in(2) ? Player::first : Player::second;
    if (pick_.one_in(5)) asked.moment.from_ply = static_cast<std::uint32_t>(pick_.below(60));
    if (pick_.one_in(5)) asked.moment.to_ply = static_cast<std::uint32_t>(pick_.below(90));
    asked.moment.final = pick_.one_in(8);
    return asked;
  }

 private:
  int side(int most) {
    const std::size_t wide = pick_.one_in(12) ? static_cast<std::size_t>(most) : 6;
    return 1 + static_cast<int>(pick_.below(std::min(wide, static_cast<std::size_t>(most))));
  }

  /// The next moves inside a rectangle become numbers.
  void number_moves(const SlowGame& game, std::uint32_t ply, int x, int y, int width, int height) {
    int number = 1;
    for (std::size_t next = ply + 1; next < game.plies.size() && number <= 3; ++next) {
      const auto& move = game.plies[next].last_move;
      if (!move || move->kind != MoveKind::stone) continue;
      const int px = static_cast<int>(move->point) % game.plies[next].size.width;
      const int py = static_cast<int>(move->point) / game.plies[next].size.width;
      if (px < x || px >= x + width || py < y || py >= y + height) continue;
      const auto place = static_cast<int>(move->point);
      if (game.plies[ply].cells[move->point] != cell::kEmpty || numbers_.contains(place)) return;
      const std::string color = move->player == Player::first ? "B" : "W";
      numbers_[place] = fmt::format("{{{}{}}}", number++, pick_.one_in(3) ? "" : color);
    }
  }

  std::string piece(std::uint8_t code) const {
    if (code == cell::kEmpty) return ".";
    if (rules_.traits().has_tiles) return {static_cast<char>(code)};
    const std::string_view text = rules_.cell_text(code);
    return text.size() == 1 || text.front() == '[' ? std::string(text)
                                                   : "[" + std::string(text) + "]";
  }

  std::string cell_text(std::uint8_t code) {
    const std::string own = piece(code);
    switch (pick_.below(14)) {
      case 0:
      case 1:
      case 2:
        return "*";
      case 3:
        return "{" + own + ".}";
      case 4:
        return code == cell::kEmpty ? "." : "{^.}";
      case 5:
        return pick_.one_in(8) ? "{^" + own + "}" : "*";
      case 6:
        return pick_.one_in(6) ? "." : own;
      default:
        return own;
    }
  }

  Picker pick_;
  std::map<int, std::string> numbers_;  // by point of the board
  const GameRules& rules_;
  const std::vector<SlowGame>& games_;
};

void compare(Database& database, GameType type, int patterns, std::uint64_t seed,
             std::int64_t most_games) {
  const GameRules& rules = *find_rules(type);
  const std::vector<SlowGame> games = games_of(database, type, most_games);
  ASSERT_FALSE(games.empty());
  PatternMaker maker(seed, rules, games);
  std::size_t found = 0;
  for (int i = 0; i < test::many(patterns); ++i) {
    const AskedPattern asked = maker.make();
    SCOPED_TRACE(fmt::format("{} --at {}{}{}", asked.rows, asked.at,
                             asked.swap_colors ? " --swap-colors" : "",
                             asked.all_runs ? " --all-hits" : ""));
    Pattern pattern = read_pattern_rows(asked.rows, rules);
    read_anchor(asked.at, rules, pattern);
    pattern.swap_colors = asked.swap_colors;
    const auto slow = slow_hits(asked, pattern, rules, games);
    const auto fast = fast_hits(asked, pattern, database, games);
    ASSERT_EQ(fast, slow);
    found += slow.size();
  }
  EXPECT_GT(found, static_cast<std::size_t>(test::many(patterns)));
}

class PatternLaw : public testing::Test {
 protected:
  Database indexed(const std::string& name, const std::string& text) {
    const auto source = folder_.add_file(name, text);
    return indexed(std::vector<std::string>{source});
  }
  Database indexed(std::vector<std::string> sources) {
    Archive(folder_.path("games.db")).index({.sources = std::move(sources)});
    return Database::open_for_reading(folder_.path("games.db"));
  }
  TemporaryFolder folder_;
};

TEST_F(PatternLaw, GoOfRandomMoves) {
  Picker pick(7);
  std::string text;
  for (int i = 0; i < 30; ++i) text += random_sgf(pick, 1, i % 3 == 0 ? 5 : 9, 120);
  Database database = indexed("go.sgf", text);
  compare(database, GameType::go, 300, 1, 30);
}

TEST_F(PatternLaw, GoOfTheSamples) {
  Database database = indexed({(test::sample_data() / "sample").native()});
  compare(database, GameType::go, 60, 2, 12);
}

TEST_F(PatternLaw, HexOfRandomMoves) {
  Picker pick(8);
  std::string text;
  for (int i = 0; i < 20; ++i) {
    text += "(;GM[11]FF[4]SZ[7]";
    std::vector<int> points(49);
    for (int p = 0; p < 49; ++p) points[static_cast<std::size_t>(p)] = p;
    for (int p = 48; p > 0; --p) {
      std::swap(points[static_cast<std::size_t>(p)],
                points[pick.below(static_cast<std::size_t>(p + 1))]);
    }
    for (int m = 0; m < 30; ++m) {
      const int p = points[static_cast<std::size_t>(m)];
      text += fmt::format(";{}[{}{}]", m % 2 == 0 ? 'B' : 'W', static_cast<char>('a' + p % 7),
                          p / 7 + 1);
      if (m == 0 && i % 3 == 0) text += ";W[swap-pieces]";
    }
    text += ")\n";
  }
  Database database = indexed("hex.sgf", text);
  compare(database, GameType::hex, 300, 3, 20);
}

TEST_F(PatternLaw, GomokuOfRandomMoves) {
  Picker pick(9);
  std::string text;
  for (int i = 0; i < 15; ++i) text += random_sgf(pick, 4, 8, 40);
  Database database = indexed("gomoku.sgf", text);
  compare(database, GameType::gomoku, 200, 4, 15);
}

TEST_F(PatternLaw, OthelloOfGeneratedGames) {
  Database database = indexed("othello.sgf", bench::othello_archive(20));
  compare(database, GameType::othello, 200, 5, 20);
}

TEST_F(PatternLaw, TwixtOfGeneratedGames) {
  Database database = indexed("twixt.sgf", bench::twixt_archive(12));
  compare(database, GameType::twixt, 100, 6, 12);
}

TEST_F(PatternLaw, ShogiOfGeneratedGames) {
  Database database = indexed("shogi.csa", bench::shogi_archive(12, {}));
  compare(database, GameType::shogi, 200, 7, 12);
}

TEST_F(PatternLaw, CrosswordOfGeneratedGames) {
  Database database = indexed("games.gcg", bench::gcg_archive(20, {}));
  compare(database, GameType::crossword, 150, 8, 20);
}

/// Real games, where they are.
class PatternCorpus : public PatternLaw {
 protected:
  void compare_corpus(const char* path, GameType type, int patterns, std::int64_t games) {
    SKIP_WITHOUT_CORPUS(path);
    Database database = indexed({(test::corpus() / path).native()});
    compare(database, type, patterns, 11, games);
  }
};

TEST_F(PatternCorpus, Go) { compare_corpus("go/kgs-6d-2003.sgf.gz", GameType::go, 300, 12); }
TEST_F(PatternCorpus, GoReviews) { compare_corpus("go/9x9-reviews.sgf", GameType::go, 100, 20); }
TEST_F(PatternCorpus, Hex) { compare_corpus("hex/littlegolem-1374.txt", GameType::hex, 300, 20); }
TEST_F(PatternCorpus, Othello) {
  compare_corpus("othello/wthor-2003-converted.sgf.gz", GameType::othello, 300, 20);
}
TEST_F(PatternCorpus, Twixt) { compare_corpus("twixt", GameType::twixt, 300, 12); }
TEST_F(PatternCorpus, Shogi) { compare_corpus("csa/full-games.csa", GameType::shogi, 300, 15); }
TEST_F(PatternCorpus, Crossword) {
  compare_corpus("crossword/gcg-games.tar.gz", GameType::crossword, 300, 20);
}

}  // namespace
}  // namespace ludex
