#include "replay/sgf_record_reader.hpp"

#include "ludex/replay/sgf_rules.hpp"

namespace ludex {

SgfRecordReader::SgfRecordReader(const ReadOptions& options)
    : limits_(SgfLimits::within(options.memory_bytes)) {
  options_.charset = options.charset;
}

std::optional<Problem> SgfRecordReader::read(const RecordText& record) {
  if (auto reject = parse_sgf(record.text, record.form, tree_, limits_)) return reject;
  extract_sgf_games(tree_, record.text, record.form, options_, games_);
  return std::nullopt;
}

void SgfRecordReader::compile(std::size_t index, ReplayScript& script,
                              std::vector<PositionKey>* keys) {
  script.clear();
  const SgfGame& game = games_[index];
  const SgfRules* rules = find_sgf_rules(game.info.game);
  if (rules != nullptr && rules->playable(game.info.size)) {
    return rules->compile(tree_, game, Lines::all, script, keys);
  }
  script.moves = count_moves(game);
  if (rules != nullptr && game.info.size.area() != 0) {
    script.problems.push_back({ProblemKind::unplayable_board, -1, 0, {}});
  }
}

// B and W on the main line, where nothing is replayed.
std::uint32_t SgfRecordReader::count_moves(const SgfGame& game) const {
  std::uint32_t moves = 0;
  for (std::size_t n = 0; n < game.main_nodes; ++n) {
    for (const SgfProperty& property : tree_.properties_of(tree_.nodes[game.nodes[n]])) {
      if (property.id != SgfId::B && property.id != SgfId::W) continue;
      for (const std::string_view value : tree_.values_of(property)) moves += value != "resign";
    }
  }
  return moves;
}

}  // namespace ludex
