#include "query/search/game_catalog.hpp"

#include "games/api/game_rules.hpp"
#include "ludex/error.hpp"
#include "query/search/game_positions.hpp"
#include "store/facts.hpp"

#include <fmt/format.h>

#include <charconv>
#include <system_error>
#include <utility>

namespace ludex {
namespace {

template <class Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

QueryPosition stored_position(GameCatalog& catalog, std::string_view text) {
  const std::size_t colon = text.find(':');
  std::int64_t game = 0;
  std::uint32_t ply = 0;
  if (colon == std::string_view::npos || !read_number(text.substr(1, colon - 1), game) ||
      !read_number(text.substr(colon + 1), ply)) {
    throw UsageError(fmt::format("position {}: expected @ID:PLY, as @17:40", text));
  }
  auto found = catalog.find(static_cast<GameId>(game), ply);
  if (!found) throw UsageError(fmt::format("position {}: there is no such position", text));
  const GameRules& rules = *find_rules(found->game);
  return rules.as_query(std::move(*found));
}

/// The game that moves without a game belong to. If there are several, the first move may show it.
std::optional<GameType> only_game(GameCatalog& catalog) {
  const std::set<GameType> games = catalog.replayed_games();
  return games.size() == 1 ? std::optional(*games.begin()) : std::nullopt;
}

bool lacks_size(std::string_view text, const PositionTextOptions& options) {
  if (options.size || !options.game || !traits_of(*options.game).has_many_sizes) return false;
  return text.starts_with("moves:") || (text.starts_with("sgf:") && text.find("SZ[") == text.npos);
}

std::optional<BoardSize> only_size(GameCatalog& catalog, GameType game) {
  const std::set<BoardSize> sizes = catalog.sizes_of(game);
  if (sizes.size() < 2) return sizes.empty() ? std::nullopt : std::optional(*sizes.begin());
  std::string name = game_name(game);
  name.front() = static_cast<char>(name.front() - 'a' + 'A');
  const BoardSize one = *sizes.begin();
  const BoardSize other = *sizes.rbegin();
  throw UsageError(
      fmt::format("position: {} is played on {}x{} and {}x{} here, perhaps on other sizes too; "
                  "choose one with `size`",
                  name, one.width, one.height, other.width, other.height));
}

}  // namespace

std::optional<Position> StoredCatalog::find(GameId game, std::uint32_t ply) {
  return GamePositions(sql_).find(game, ply);
}

std::set<GameType> StoredCatalog::replayed_games() {
  FactReader facts(sql_);
  FactColumn types(sql_, Fact::game);
  std::set<GameType> games;
  std::vector<std::int64_t> codes, flags;
  for (std::int64_t chunk = 0; chunk < facts.chunk_count(); ++chunk) {
    const auto range = types.range(chunk);
    const auto known = static_cast<GameType>(range.minimum);
    if (range.minimum == range.maximum && games.contains(known)) continue;
    facts.read(Fact::game, chunk, codes);
    facts.read(Fact::flags, chunk, flags);
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const auto game = static_cast<GameType>(codes[i]);
      if (GameFlags(flags[i]).is_answer() && find_rules(game) != nullptr) games.insert(game);
    }
  }
  return games;
}

std::set<BoardSize> StoredCatalog::sizes_of(GameType game) {
  constexpr std::size_t kEnough = 2;
  const auto code = static_cast<std::int64_t>(game);
  FactReader facts(sql_);
  std::vector<std::int64_t> games, packed, flags;
  std::set<BoardSize> sizes;
  for (std::int64_t chunk = 0; chunk < facts.chunk_count() && sizes.size() < kEnough; ++chunk) {
    const auto range = facts.range(Fact::game, chunk);
    if (code < range.minimum || code > range.maximum) continue;
    facts.read(Fact::game, chunk, games);
    facts.read(Fact::size, chunk, packed);
    facts.read(Fact::flags, chunk, flags);
    for (std::size_t i = 0; i < games.size() && sizes.size() < kEnough; ++i) {
      const bool is_answer = GameFlags(flags[i]).is_answer();
      if (games[i] == code && is_answer && packed[i] != 0) sizes.insert(unpacked_size(packed[i]));
    }
  }
  return sizes;
}

QueryPosition read_position(GameCatalog& catalog, std::string_view text,
                            const PositionTextOptions& options) {
  if (text.starts_with('@')) return stored_position(catalog, text);
  PositionTextOptions known = options;
  if (!known.game && text.starts_with("moves:")) known.game = only_game(catalog);
  if (lacks_size(text, known)) known.size = only_size(catalog, *known.game);
  return parse_position(text, known);
}

QueryPosition read_position(SqlConnection& sql, std::string_view text,
                            const PositionTextOptions& options) {
  StoredCatalog catalog(sql);
  return read_position(catalog, text, options);
}

void add_positions(GameCatalog& catalog, const Query& query, GameFilters& filters,
                   std::vector<std::string>& notes) {
  const PositionMatching& matching = query.matching;
  for (const std::string& text : query.positions) {
    QueryPosition position = read_position(catalog, text, {filters.game, filters.size});
    notes.insert(notes.end(), position.notes.begin(), position.notes.end());
    position.orientation = matching.orientation.value_or(OrientationMode::any);
    position.swap_colors = matching.swap_colors;
    position.exact = matching.exact;
    position.loose = matching.loose;
    position.known.blank_as_letter = matching.blank_as_letter;
    // A stored position has racks and scores, but queries use only its board.
    if (text.starts_with('@') && matching.exact) position.known.rest = true;
    filters.positions.push_back(std::move(position));
  }
}

}  // namespace ludex
