#include "query/search/game_positions.hpp"

#include "ludex/error.hpp"

#include <fmt/format.h>

#include <charconv>
#include <set>
#include <system_error>
#include <vector>

namespace ludex {
namespace {

template <class Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

QueryPosition stored_position(SqlConnection& sql, std::string_view text) {
  const std::size_t colon = text.find(':');
  std::int64_t game = 0;
  std::uint32_t ply = 0;
  if (colon == std::string_view::npos || !read_number(text.substr(1, colon - 1), game) ||
      !read_number(text.substr(colon + 1), ply)) {
    throw UsageError(fmt::format("position {}: expected @ID:PLY, as @17:40", text));
  }
  auto found = GamePositions(sql).find(static_cast<GameId>(game), ply);
  if (!found) throw UsageError(fmt::format("position {}: there is no such position", text));
  const GameRules& rules = *find_rules(found->game);
  return rules.as_query(std::move(*found));
}

/// The sizes that games of this type have here, up to two of them.
std::set<BoardSize> sizes_of(SqlConnection& sql, GameType game) {
  constexpr std::size_t kEnough = 2;
  const auto code = static_cast<std::int64_t>(game);
  FactReader facts(sql);
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

bool lacks_size(std::string_view text, const PositionTextOptions& options) {
  if (options.size || !options.game || !traits_of(*options.game).has_many_sizes) return false;
  return text.starts_with("moves:") || (text.starts_with("sgf:") && text.find("SZ[") == text.npos);
}

std::optional<BoardSize> only_size(SqlConnection& sql, GameType game) {
  const std::set<BoardSize> sizes = sizes_of(sql, game);
  if (sizes.size() < 2) return sizes.empty() ? std::nullopt : std::optional(*sizes.begin());
  std::string name = game_name(game);
  name.front() = static_cast<char>(name.front() - 'a' + 'A');
  const BoardSize one = *sizes.begin();
  const BoardSize other = *sizes.rbegin();
  throw UsageError(
      fmt::format("position: {} is played here on {}x{} and {}x{}, if not on more: say `size`",
                  name, one.width, one.height, other.width, other.height));
}

}  // namespace

GamePositions::GamePositions(SqlConnection& sql) : facts_(sql), scripts_(sql) {}

bool GamePositions::is_answer(GameId game) {
  return raw(game) > 0 && facts_.flags(game).is_answer();
}

GameType GamePositions::game_type(GameId game) { return facts_.game_type(game); }

BoardSize GamePositions::size(GameId game) { return facts_.size(game); }

std::uint32_t GamePositions::searched_plies(GameId game) {
  const bool all = facts_.flags(game).has(GameFlags::variations_indexed);
  return static_cast<std::uint32_t>(
      facts_.value(all ? Fact::total_positions : Fact::main_positions, game));
}

std::optional<Position> GamePositions::find(GameId game, std::uint32_t ply) {
  if (!is_answer(game) || ply >= facts_.value(Fact::total_positions, game)) return std::nullopt;
  const GameRules* const rules = find_rules(game_type(game));
  if (rules == nullptr) return std::nullopt;
  return rules->find_position(scripts_.script(game), size(game), ply);
}

void GamePositions::walk(GameId game, const std::function<bool(const Position&)>& visit) {
  const GameRules* const rules = find_rules(game_type(game));
  if (rules != nullptr && is_answer(game)) rules->walk(scripts_.script(game), size(game), visit);
}

QueryPosition read_position(SqlConnection& sql, std::string_view text,
                            const PositionTextOptions& options) {
  if (text.starts_with('@')) return stored_position(sql, text);
  PositionTextOptions known = options;
  if (lacks_size(text, options)) known.size = only_size(sql, *options.game);
  return parse_position(text, known);
}

}  // namespace ludex
