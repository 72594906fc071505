#include "replay/gcg_record_reader.hpp"

#include "ludex/parse/gcg_parser.hpp"
#include "ludex/replay/gcg_replay.hpp"

namespace ludex {

std::optional<Problem> GcgRecordReader::read(const RecordText& record) {
  GcgOptions options;
  options.form = record.form;
  options.charset = options_.charset;
  auto reject = parse_gcg(record.text, options, game_);
  if (!reject) game_.info.size = gcg_board_size(game_);
  return reject;
}

void GcgRecordReader::compile(std::size_t, ReplayScript& script, std::vector<PositionKey>* keys) {
  compile_gcg(game_, script, keys);
}

}  // namespace ludex
