// Records of every format: what a writer makes of them reads back without a problem of its own, as
// the same games; writing it again changes nothing; and put together, a splitter finds each again.
#include "formats/collected_records.hpp"
#include "formats/format_room.hpp"
#include "formats/record_reader.hpp"
#include "games/api/game_rules.hpp"

#include "fuzz_input.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace ludex;
using fuzz::FuzzInput;
using fuzz::require;

namespace {

constexpr std::size_t kMaxRecordBytes = 4096;

/// The positions of a game's main line.
using MainLine = std::vector<PositionKey>;

/// WTHOR stores no passes: its reader restores those of the rules, whether or not a record writes
/// them.
void drop_passes(const GameRules& rules, const ReplayScript& script, MainLine& keys) {
  std::vector<SequenceStep> steps;
  rules.append_steps(script.ops, steps);
  std::erase_if(steps, [](const auto& step) { return step.kind != SequenceStep::Kind::move; });
  if (keys.empty() || steps.size() + 1 < keys.size()) return;
  std::size_t ply = 0;
  std::erase_if(keys, [&](const PositionKey&) {
    const std::size_t at = ply++;
    return at > 0 && static_cast<MoveKind>(steps[at - 1].what) == MoveKind::pass;
  });
}

std::vector<MainLine> games_of(RecordReader& reader, bool with_passes = true) {
  std::vector<MainLine> games;
  for (std::size_t i = 0; i < reader.game_count(); ++i) {
    MainLine& keys = games.emplace_back();
    ReplayScript script;
    reader.compile(i, script, &keys);
    require(keys.size() == script.total_positions);
    keys.resize(script.main_positions);
    if (!with_passes) drop_passes(*find_rules(reader.info(i).game), script, keys);
  }
  return games;
}

Cut cut(Format format, std::string_view text) {
  const auto splitter = make_splitter(format, {.max_record_bytes = kMaxRecordBytes});
  CollectingSink sink;
  splitter->feed(text, sink);
  splitter->finish(sink);
  return sink.cut;
}

/// What the own writer of a format makes of a record that is written already.
std::string rewritten(Format format, std::string_view version, std::string_view text) {
  std::string again;
  require(
      !room_of(format).make_writer(version)->write(text, TextForm::bytes, Charset::utf8, again));
  return again;
}

/// The own writer of a format: nothing is lost, and once is enough.
void rewrite(Format format, std::string_view version, const CutRecord& record, Charset charset) {
  const auto writer = room_of(format).make_writer(version);
  if (!writer) return;
  std::string once;
  if (writer->write_with(record.context, record.text, record.form, charset, once)) return;
  require(is_utf8(once));
  const auto reader = make_record_reader(format);
  require(!reader->read({.text = once}));
  require(rewritten(format, version, once) == once);
}

/// The same result, of a known kind perhaps.
bool is_same_end(const GameResult& read, const GameResult& original) {
  return read.winner == original.winner &&
         (read.by == original.by || original.by == WinBy::unknown);
}

/// A converter: what it wrote is a record of the same positions, as the format's own writer has it.
void convert(Format format, Format to, std::string_view version, const CutRecord& record,
             Charset charset, RecordReader& original) {
  const auto converter = room_of(format).make_converter(to, version);
  if (!converter) return;
  std::string text;
  if (converter->write_with(record.context, record.text, record.form, charset, text)) return;
  require(is_utf8(text));
  const auto reader = make_record_reader(to);
  require(!reader->read({.text = text}));
  const bool keeps_passes = to != Format::wthor;
  auto games = games_of(original, keeps_passes);
  if (to == Format::wthor) games.resize(1);  // the others are counted as left out
  require(games_of(*reader, keeps_passes) == games);
  if (to != Format::csa) return;
  require(rewritten(to, version, text) == text);
  const bool has_other_end =
      std::ranges::any_of(converter->losses(), [](const auto& loss) { return loss.noun == "end"; });
  require(has_other_end || is_same_end(reader->info(0).result, original.info(0).result));
}

/// Two copies of a record that reads put together, as `export` writes them, are found again where
/// the format can part them.
void join(Format format, const CutRecord& record) {
  const bool stands_alone = record.context.empty() && record.form == TextForm::bytes;
  if (!stands_alone || !room_of(format).companions.empty()) return;
  const std::string text = record.text.ends_with('\n') ? record.text : record.text + '\n';
  RecordStream stream;
  for (int i = 0; i < 2; ++i) {
    if (!stream.append(format, {text}, record.unclosed)) return;
    stream.begun = true;
  }
  const Cut found = cut(format, stream.text);
  require(found.records.size() == 2);
  for (const CutRecord& one : found.records) {
    require(one.text.starts_with(record.text) && text.size() + 2 >= one.text.size());
  }
}

/// Those that a format is written in; one without a name if it has no others.
std::vector<std::string_view> versions_of(Format format) {
  const auto versions = room_of(format).versions;
  if (versions.empty()) return {""};
  return {versions.begin(), versions.end()};
}

void check_record(Format format, const CutRecord& record) {
  const auto reader = make_record_reader(format);
  if (reader->read({.text = record.text, .form = record.form, .context = record.context})) return;
  require(reader->game_count() > 0);
  const std::string name = reader->info(0).charset;
  const Charset charset =
      is_wide(record.form) ? Charset::utf8 : find_charset(name).value_or(Charset::utf8);
  for (const std::string_view version : room_of(format).versions) {
    rewrite(format, version, record, charset);
  }
  for (const Format to : all_formats()) {
    for (const std::string_view version : versions_of(to)) {
      convert(format, to, version, record, charset, *reader);
    }
  }
  join(format, record);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  const auto formats = all_formats();
  const Format format = formats[input.below(formats.size())];
  const Cut whole = cut(format, input.rest());
  for (const CutRecord& record : whole.records) {
    if (record.oversize) continue;
    check_record(format, record);
  }
  return 0;
}
