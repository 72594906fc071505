#include "cli/byte_output.hpp"
#include "cli/human_text.hpp"
#include "cli/open_archive.hpp"
#include "cli/option_values.hpp"
#include "cli/row_writer.hpp"
#include "ludex/archive.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

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

Json games_json(const std::vector<GameCount>& counts) {
  Json json = Json::array();
  for (const GameCount& count : counts) {
    json.push_back({{"game", game_name(count.game)},
                    {"kind", kGameKindWords.word_of(count.kind)},
                    {"games", count.games}});
  }
  return json;
}

/// "  go, game"
std::string name_of(const GameCount& count) {
  return fmt::format("  {}, {}", game_name(count.game), kGameKindWords.word_of(count.kind));
}

Json to_json(const DatabaseInfo& info, const std::string& signature) {
  Json json = {
      {"signature", signature}, {"file_bytes", info.file_bytes}, {"totals", to_json(info.totals)}};
  json["games"] = games_json(info.games);
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

/// Lines of names and values, aligned.
class NamedValues {
 public:
  void add(std::string name, std::string text) {
    lines_.push_back({std::move(name), std::move(text), {}, false});
  }
  void add_number(std::string name, std::string number, std::string note = {}) {
    lines_.push_back({std::move(name), std::move(number), std::move(note), true});
  }
  void print(ByteOutput& output) const {
    std::size_t name_width = 0, number_width = 0;
    for (const Line& line : lines_) {
      name_width = std::max(name_width, line.name.size());
      if (line.is_number) number_width = std::max(number_width, line.value.size());
    }
    for (const Line& line : lines_) {
      const std::size_t width = line.is_number ? number_width : 0;
      output.write(
          fmt::format("  {:<{}}  {:>{}}{}\n", line.name, name_width, line.value, width, line.note));
    }
  }

 private:
  struct Line {
    std::string name, value, note;
    bool is_number;
  };
  std::vector<Line> lines_;
};

void print_totals(const DatabaseInfo& info, const std::string& signature, ByteOutput& output) {
  const Totals& totals = info.totals;
  const bool for_people = output.is_terminal();
  NamedValues lines;
  const auto add = [&](std::string name, std::int64_t value, std::string note = {}) {
    lines.add_number(std::move(name), grouped(value, for_people), std::move(note));
  };
  add("records", totals.records, totals.reconcile() ? "" : " (do not add up: run index again)");
  add("  with games", totals.game_records);
  add("  rejected", totals.rejects);
  add("  removed", totals.removed);
  add("games", totals.games);
  for (const GameCount& count : info.games) add(name_of(count), count.games);
  add("moves", totals.moves);
  add("positions", totals.positions);
  add("text bytes", totals.stream_bytes,
      fmt::format(", {} of them between records", grouped(totals.junk_bytes, for_people)));
  add("postings", info.postings,
      fmt::format(" in {}, {}", counted(info.blocks, "block", for_people),
                  counted(info.segments, "segment", for_people)));
  lines.add("signature", signature);
  lines.print(output);
}

void print_settings(const DatabaseInfo& info, ByteOutput& output) {
  output.write("Settings\n");
  NamedValues lines;
  for (const auto& [key, value] : info.settings) lines.add(key, value);
  lines.print(output);
}

void print_tables(const std::vector<TableBytes>& tables, ByteOutput& output) {
  if (tables.empty()) return;
  output.write("Tables\n");
  NamedValues lines;
  for (const TableBytes& table : tables) {
    lines.add_number(table.table, bytes_text(static_cast<std::uint64_t>(table.bytes)));
  }
  lines.print(output);
}

void print_sources(const DatabaseInfo& info, bool wide, ByteOutput& output) {
  if (info.sources.empty()) return;
  output.write("Sources\n");
  const auto writer = make_row_writer(
      {.wide = wide},
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
                bool wide, ByteOutput& output) {
  output.write(
      fmt::format("{}: {}\n", path, bytes_text(static_cast<std::uint64_t>(info.file_bytes))));
  print_totals(info, signature, output);
  print_settings(info, output);
  print_tables(info.tables, output);
  print_sources(info, wide, output);
}

Json to_json(const ClusterInfo& info) {
  Json json = {{"totals",
                {{"records", info.total.records},
                 {"rejects", info.total.rejects},
                 {"games", info.total.games},
                 {"moves", info.total.moves},
                 {"positions", info.total.positions}}}};
  json["games"] = games_json(info.games);
  json["databases"] = Json::array();
  for (const PublishedDatabase& one : info.databases) {
    json["databases"].push_back({{"number", one.number},
                                 {"name", one.name},
                                 {"uuid", one.uuid},
                                 {"batches", one.batches},
                                 {"games", one.games},
                                 {"positions", one.positions},
                                 {"records", one.records}});
  }
  json["servers"] = Json::array();
  for (const ClusterServer& one : info.servers) {
    json["servers"].push_back(
        {{"address", one.address}, {"version", one.version}, {"bytes", one.bytes}});
  }
  json["tables"] = Json::object();
  for (const TableBytes& table : info.tables) json["tables"][table.table] = table.bytes;
  return json;
}

void print_cluster(const std::string& url, const ClusterInfo& info, bool wide, ByteOutput& output) {
  std::int64_t bytes = 0;
  for (const ClusterServer& server : info.servers) bytes += server.bytes;
  output.write(fmt::format("{}: {}\n", url, bytes_text(static_cast<std::uint64_t>(bytes))));
  const bool for_people = output.is_terminal();
  NamedValues lines;
  const auto add = [&](std::string name, std::int64_t value) {
    lines.add_number(std::move(name), grouped(value, for_people));
  };
  add("records", info.total.records);
  add("  rejected", info.total.rejects);
  add("games", info.total.games);
  for (const GameCount& count : info.games) add(name_of(count), count.games);
  add("moves", info.total.moves);
  add("positions", info.total.positions);
  lines.print(output);
  print_tables(info.tables, output);
  output.write("Databases\n");
  const auto databases = make_row_writer(
      {.wide = wide},
      {{"number", true}, {"batches", true}, {"games", true}, {"positions", true}, {"name"}},
      output);
  for (const PublishedDatabase& one : info.databases) {
    databases->write(
        std::vector<Cell>{one.number, one.batches, one.games, one.positions, one.name});
  }
  databases->finish();
  output.write("Servers\n");
  const auto servers = make_row_writer(
      {.wide = wide}, {{"shard", true}, {"server"}, {"version"}, {"bytes", true}}, output);
  for (std::size_t i = 0; i < info.servers.size(); ++i) {
    const ClusterServer& one = info.servers[i];
    servers->write(
        std::vector<Cell>{static_cast<std::int64_t>(i + 1), one.address, one.version, one.bytes});
  }
  servers->finish();
}

ExitStatus show_cluster(const OptionValues& options, const std::string& url,
                        const ClusterInfo& info) {
  if (options.flag("signature")) {
    throw UsageError("--signature: a cluster has none; ludex publish --verify compares it");
  }
  if (options.flag("verify")) {
    throw UsageError("--verify: not for a cluster; ludex publish --verify compares it");
  }
  ByteOutput output;
  if (options.text("format", "text") == "json") {
    output.write(to_json(info).dump(-1, ' ', false, Json::error_handler_t::replace) + '\n');
  } else {
    print_cluster(url, info, options.flag("wide"), output);
  }
  output.close();
  return kDone;
}

std::string report_text(const VerifyReport& report, bool for_people) {
  std::string text = fmt::format(
      "checked {}, {}, {}, {}, {}\n", counted(report.blocks, "block", for_people),
      counted(report.records, "text", for_people), counted(report.games, "game", for_people),
      counted(report.positions, "position", for_people),
      counted(report.postings, "posting", for_people));
  if (report.gap > 0) {
    text += fmt::format("{} are not in the index yet; the next 'ludex index' adds them\n",
                        counted(report.gap, "position", for_people));
  }
  return text + (report.findings == 0
                     ? "sound\n"
                     : fmt::format("{}: {}\n", "damaged",
                                   counted(report.findings, "finding", for_people)));
}

Json to_json(const VerifyReport& report, std::vector<std::string> lines,
             const std::string& signature) {
  return {{"sound", report.findings == 0},
          {"findings", report.findings},
          {"messages", std::move(lines)},
          {"signature", signature},
          {"blocks", report.blocks},
          {"records", report.records},
          {"text_bytes", report.text_bytes},
          {"games", report.games},
          {"positions", report.positions},
          {"postings", report.postings},
          {"gap", report.gap}};
}

ExitStatus verify(Archive& archive, bool as_json) {
  ByteOutput output;
  std::vector<std::string> lines;
  const VerifyReport report = archive.verify([&](const std::string& line) {
    as_json ? lines.push_back(line) : output.write(line + '\n');
  });
  if (as_json) {
    const bool has_signature = report.findings == 0;  // damaged facts may end it
    const Json json =
        to_json(report, std::move(lines), has_signature ? archive.signature() : std::string());
    output.write(json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n');
  } else {
    output.write(report_text(report, output.is_terminal()));
  }
  output.close();
  return report.findings == 0 ? kDone : kFailed;
}

}  // namespace

ExitStatus run_info(const OptionValues& options) {
  const std::string format = options.text("format", "text");
  if (format != "text" && format != "json") {
    throw UsageError(fmt::format("--format: '{}' is not one of text, json", format));
  }
  const std::string path = options.text("DATABASE", "");
  Archive archive = open_archive(path);
  if (const auto cluster = archive.cluster_info()) return show_cluster(options, path, *cluster);
  if (options.flag("verify")) return verify(archive, format == "json");
  const std::string content = archive.signature();
  ByteOutput output;
  if (options.flag("signature")) {
    output.write(content + '\n');
  } else if (format == "json") {
    const Json json = to_json(archive.info(), content);
    output.write(json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n');
  } else {
    print_text(path, archive.info(), content, options.flag("wide"), output);
  }
  output.close();
  return kDone;
}

}  // namespace ludex::cli
