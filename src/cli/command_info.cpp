#include "cli/byte_output.hpp"
#include "cli/human_text.hpp"
#include "cli/option_values.hpp"
#include "cli/row_writer.hpp"
#include "ludex/archive.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ludex::cli {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Totals& totals) {
  return {{"sources", totals.sources},
          {"records", totals.records},
          {"game_records", totals.game_records},
          {"rejects", totals.rejects},
          {"removed", totals.removed},
          {"games", totals.games},
          {"moves", totals.moves},
          {"positions", totals.positions},
          {"record_bytes", totals.record_bytes},
          {"junk_bytes", totals.junk_bytes},
          {"stream_bytes", totals.stream_bytes},
          {"reconciled", totals.reconcile()}};
}

Json to_json(const SourceInfo& source) {
  return {{"id", source.id},
          {"source", source.name},
          {"state", source.state},
          {"damage", source.damage.empty() ? Json() : Json(source.damage)},
          {"bytes", source.bytes},
          {"members", source.members},
          {"skipped_members", source.skipped_members},
          {"records", source.records},
          {"games", source.games},
          {"rejects", source.rejects},
          {"removed", source.removed},
          {"record_bytes", source.record_bytes},
          {"junk_bytes", source.junk_bytes},
          {"stream_bytes", source.stream_bytes},
          {"branches_left_out", source.branches_left_out}};
}

Json to_json(const DatabaseInfo& info, const std::string& signature) {
  Json json = {
      {"signature", signature}, {"file_bytes", info.file_bytes}, {"totals", to_json(info.totals)}};
  json["games"] = Json::array();
  for (const GameCount& count : info.games) {
    json["games"].push_back({{"game", game_name(count.game)},
                             {"kind", kGameKindWords.word_of(count.kind)},
                             {"games", count.games}});
  }
  json["index"] = {{"segments", info.segments},
                   {"postings", info.postings},
                   {"blocks", info.blocks},
                   {"groups", info.groups}};
  json["tables"] = Json::object();
  for (const TableBytes& table : info.tables) json["tables"][table.table] = table.bytes;
  json["settings"] = Json::object();
  for (const auto& [key, value] : info.settings) json["settings"][key] = value;
  json["sources"] = Json::array();
  for (const SourceInfo& source : info.sources) json["sources"].push_back(to_json(source));
  return json;
}

void print_totals(const DatabaseInfo& info, ByteOutput& output) {
  const Totals& totals = info.totals;
  const auto line = [&](std::string_view name, std::int64_t value, std::string_view note) {
    output.write(fmt::format("  {:<14} {}{}\n", name, grouped(value, output.is_terminal()), note));
  };
  line("records", totals.records, totals.reconcile() ? "" : " (do not add up: run index again)");
  line("  with games", totals.game_records, "");
  line("  rejected", totals.rejects, "");
  line("  removed", totals.removed, "");
  line("games", totals.games, "");
  for (const GameCount& count : info.games) {
    line(fmt::format("  {}, {}", game_name(count.game), kGameKindWords.word_of(count.kind)),
         count.games, "");
  }
  line("moves", totals.moves, "");
  line("positions", totals.positions, "");
  line("text bytes", totals.stream_bytes,
       fmt::format(", of them {} between records",
                   grouped(totals.junk_bytes, output.is_terminal())));
  line("index", info.postings,
       fmt::format(" postings, {} block{}, {} segment{}",
                   grouped(info.blocks, output.is_terminal()), info.blocks == 1 ? "" : "s",
                   grouped(info.segments, output.is_terminal()), info.segments == 1 ? "" : "s"));
}

void print_tables(const DatabaseInfo& info, ByteOutput& output) {
  if (info.tables.empty()) return;
  output.write("Tables\n");
  for (const TableBytes& table : info.tables) {
    output.write(fmt::format("  {:<18} {}\n", table.table,
                             bytes_text(static_cast<std::uint64_t>(table.bytes))));
  }
}

void print_sources(const DatabaseInfo& info, ByteOutput& output) {
  if (info.sources.empty()) return;
  output.write("Sources\n");
  const auto writer = make_row_writer(
      RowFormat::text,
      {{"id", true}, {"records", true}, {"games", true}, {"rejects", true}, {"state"}, {"source"}},
      output);
  for (const SourceInfo& source : info.sources) {
    const std::string name =
        source.damage.empty() ? source.name : fmt::format("{}: {}", source.name, source.damage);
    writer->write(std::vector<Cell>{source.id, source.records, source.games, source.rejects,
                                    source.state, name});
  }
  writer->finish();
}

void print_text(const std::string& path, const DatabaseInfo& info, const std::string& signature,
                ByteOutput& output) {
  output.write(
      fmt::format("{}: {}\n", path, bytes_text(static_cast<std::uint64_t>(info.file_bytes))));
  print_totals(info, output);
  output.write(fmt::format("  {:<14} {}\n", "signature", signature));
  output.write("Settings\n");
  for (const auto& [key, value] : info.settings) {
    output.write(fmt::format("  {:<14} {}\n", key, value));
  }
  print_tables(info, output);
  print_sources(info, output);
}

}  // namespace

ExitStatus run_info(const OptionValues& options) {
  const std::string format = options.text("format", "text");
  if (format != "text" && format != "json") {
    throw UsageError(fmt::format("--format: '{}' is not one of text, json", format));
  }
  const std::string path = options.text("DATABASE", "");
  Archive archive = Archive::open(path);
  const std::string content = archive.signature();
  ByteOutput output;
  if (options.flag("signature")) {
    output.write(content + '\n');
  } else if (format == "json") {
    const Json json = to_json(archive.info(), content);
    output.write(json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n');
  } else {
    print_text(path, archive.info(), content, output);
  }
  output.close();
  return kDone;
}

}  // namespace ludex::cli
