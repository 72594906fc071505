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
  if (rules != nullptr) rules->compile(tree_, game, Lines::all, script, keys);
}

}  // namespace ludex
