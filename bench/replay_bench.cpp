#include "formats/sgf/sgf_rules.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

constexpr BoardSize k19{19, 19};

// A game as the parser leaves it: a node a move, text in one piece.
struct ParsedGame {
  std::string text;
  SgfTree tree;
  SgfGame game;
};

void append_node(ParsedGame& parsed, SgfId id, std::size_t value_offset) {
  SgfNode node;
  node.parent = static_cast<std::int32_t>(parsed.tree.nodes.size()) - 1;
  node.first_property = static_cast<std::uint32_t>(parsed.tree.properties.size());
  if (id != SgfId::unknown) {
    node.property_count = 1;
    SgfProperty property;
    property.id = id;
    property.first_value = static_cast<std::uint32_t>(parsed.tree.values.size());
    property.value_count = 1;
    parsed.tree.properties.push_back(property);
    parsed.tree.values.push_back(std::string_view(parsed.text).substr(value_offset, 2));
  }
  parsed.game.nodes.push_back(static_cast<std::uint32_t>(parsed.tree.nodes.size()));
  parsed.tree.nodes.push_back(node);
  parsed.game.main_nodes = static_cast<std::uint32_t>(parsed.game.nodes.size());
}

void finish(ParsedGame& parsed) {
  parsed.game.info.size = k19;
  append_node(parsed, SgfId::unknown, 0);
  for (std::size_t i = 0; i + 4 < parsed.text.size(); ++i) {
    if (parsed.text[i] != ';' || parsed.text[i + 2] != '[') continue;
    if (parsed.text[i + 1] == 'B') append_node(parsed, SgfId::B, i + 3);
    if (parsed.text[i + 1] == 'W') append_node(parsed, SgfId::W, i + 3);
  }
}

// Moves anywhere, 220 a game: many captures, few of them sensible.
std::deque<ParsedGame> random_games(int count) {
  std::mt19937 random(1);
  std::deque<ParsedGame> games;
  for (int n = 0; n < count; ++n) {
    ParsedGame& parsed = games.emplace_back();
    std::vector<int> points(361);
    for (int i = 0; i < 361; ++i) points[static_cast<std::size_t>(i)] = i;
    std::shuffle(points.begin(), points.end(), random);
    for (std::size_t move = 0; move < 220; ++move) {
      parsed.text += move % 2 ? ";W[" : ";B[";
      parsed.text += static_cast<char>('a' + points[move] % 19);
      parsed.text += static_cast<char>('a' + points[move] / 19);
      parsed.text += ']';
    }
    finish(parsed);
  }
  return games;
}

// The first games of an SGF collection, a record starting with "(;" on a line of its own; made for
// flat records as those of the corpus file tom-9d-converted.
std::deque<ParsedGame> games_of_file(const char* path, std::size_t count) {
  std::ifstream file(path, std::ios::binary);
  std::deque<ParsedGame> games;
  std::string line;
  while (std::getline(file, line)) {
    if (line.rfind("(;", 0) == 0) {
      if (!games.empty()) finish(games.back());
      if (games.size() == count) return games;
      games.emplace_back();
    }
    if (!games.empty()) games.back().text += line + '\n';
  }
  if (!games.empty()) finish(games.back());
  return games;
}

// LUDEX_BENCH_SGF names a collection; without it games are random. Few, so that they stay in the
// cache, as a record just parsed does.
const std::deque<ParsedGame>& games() {
  static const std::deque<ParsedGame> all = [] {
    const char* path = std::getenv("LUDEX_BENCH_SGF");
    return path == nullptr ? random_games(50) : games_of_file(path, 50);
  }();
  return all;
}

void count_positions(benchmark::State& state, std::size_t positions) {
  state.counters["positions/s"] =
      benchmark::Counter(static_cast<double>(positions) * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate);
  state.counters["ns/position"] = benchmark::Counter(
      static_cast<double>(positions) * static_cast<double>(state.iterations()) * 1e-9,
      benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

// How fast do parsed games become scripts?
void BM_Compile(benchmark::State& state) {
  const SgfRules& rules = *find_sgf_rules(GameType::go);
  ReplayScript script;
  std::size_t positions = 0;
  for (auto _ : state) {
    positions = 0;
    for (const auto& parsed : games()) {
      rules.compile(parsed.tree, parsed.game, Lines::all, script, nullptr);
      positions += script.total_positions;
    }
  }
  count_positions(state, positions);
}
BENCHMARK(BM_Compile)->Unit(benchmark::kMillisecond);

// How fast do scripts become keys?
void BM_Keys(benchmark::State& state) {
  const SgfRules& rules = *find_sgf_rules(GameType::go);
  std::vector<ReplayScript> scripts(games().size());
  for (std::size_t n = 0; n < scripts.size(); ++n) {
    rules.compile(games()[n].tree, games()[n].game, Lines::all, scripts[n], nullptr);
  }
  std::vector<PositionKey> keys;
  for (auto _ : state) {
    keys.clear();
    for (const auto& script : scripts) rules.append_keys(script.ops, k19, 0, UINT32_MAX, keys);
    benchmark::DoNotOptimize(keys.data());
  }
  count_positions(state, keys.size());
}
BENCHMARK(BM_Keys)->Unit(benchmark::kMillisecond);

// How fast do parsed games become scripts and keys in one pass, as indexing does it?
void BM_CompileWithKeys(benchmark::State& state) {
  const SgfRules& rules = *find_sgf_rules(GameType::go);
  ReplayScript script;
  std::vector<PositionKey> keys;
  for (auto _ : state) {
    keys.clear();
    for (const auto& parsed : games()) {
      rules.compile(parsed.tree, parsed.game, Lines::all, script, &keys);
    }
    benchmark::DoNotOptimize(keys.data());
  }
  count_positions(state, keys.size());
}
BENCHMARK(BM_CompileWithKeys)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ludex
