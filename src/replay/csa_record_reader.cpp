#include "replay/csa_record_reader.hpp"

#include "ludex/parse/csa_parser.hpp"
#include "ludex/replay/csa_replay.hpp"

namespace ludex {

std::optional<Problem> CsaRecordReader::read(const RecordText& record) {
  CsaOptions options;
  options.context = record.context;
  options.form = record.form;
  options.charset = options_.charset;
  return parse_csa(record.text, options, game_);
}

void CsaRecordReader::compile(std::size_t, ReplayScript& script, std::vector<PositionKey>* keys) {
  compile_csa(game_, script, keys);
}

}  // namespace ludex
