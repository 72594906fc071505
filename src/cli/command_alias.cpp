#include "cli/byte_output.hpp"
#include "cli/csv_reader.hpp"
#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/option_values.hpp"
#include "cli/row_writer.hpp"
#include "ludex/archive.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <span>

namespace ludex::cli {

namespace {

constexpr double kMinScore = 0.5;

/// One call of `ludex alias`.
struct AliasCall {
  const OptionValues& options;
  std::string action;
  const std::vector<std::string>& operands;
  NameKind kind = NameKind::player;

  [[nodiscard]] Archive open() const { return Archive::open(options.text("DATABASE", "")); }
  [[nodiscard]] Archive open_for_changes() const {
    constexpr std::uint64_t kCacheBytes = 16 * 1024 * 1024;
    return Archive::open_for_changes(
        options.text("DATABASE", ""),
        {.cache_bytes = kCacheBytes, .say = print_message, .wait = seconds_to_wait(options)});
  }
  [[nodiscard]] bool is_of_seat() const { return options.is_given("id"); }
  [[nodiscard]] GameId game() const { return GameId{*options.whole("id")}; }
  [[nodiscard]] std::int64_t seat() const { return *options.whole("seat"); }
};

ExitStatus report(std::int64_t count, std::string_view one, std::string_view many,
                  std::string_view done) {
  print_message(fmt::format("{} {} {}", grouped(count), count == 1 ? one : many, done));
  return kDone;
}

ExitStatus report_aliases(std::int64_t added, std::size_t given) {
  const auto known = static_cast<std::int64_t>(given) - added;
  if (known == 0) return report(added, "alias", "aliases", "added");
  return report(
      added, "alias", "aliases",
      fmt::format("added; {} already known (differences in case, width, punctuation, ranks "
                  "and titles do not count)",
                  grouped(known)));
}

std::string file_text(const std::string& path) {
  if (path == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string text;
  for (char byte; file.get(byte);) text.push_back(byte);  // an iterator would throw for a folder
  if (!file.is_open() || file.bad()) {
    throw Error(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  }
  return text;
}

std::int64_t number_of(const std::string& path, const CsvLine& line, std::size_t field) {
  const std::string& text = line.fields[field];
  std::int64_t number = 0;
  const auto [end, trouble] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (trouble == std::errc() && end == text.data() + text.size()) return number;
  throw UsageError(fmt::format("{}:{}: '{}' is not a number", path, line.number, text));
}

void check_width(const std::string& path, const CsvLine& line, std::size_t fields,
                 const char* header) {
  if (line.fields.size() == fields) return;
  throw UsageError(
      fmt::format("{}:{}: {} fields, expected {}", path, line.number, line.fields.size(), header));
}

/// Runs the work; an error about an alias names its line.
template <class Work>
auto naming_lines(const std::string& path, std::span<const CsvLine> lines, Work work) {
  try {
    return work();
  } catch (const AliasError& error) {
    throw UsageError(fmt::format("{}:{}: {}", path, lines[error.place].number, error.what()));
  }
}

ExitStatus import_seats(const AliasCall& call, const std::string& path,
                        std::span<const CsvLine> lines) {
  std::vector<SeatedPerson> seated;
  for (const CsvLine& line : lines) {
    check_width(path, line, 3, "person,id,seat");
    seated.push_back(
        {static_cast<GameId>(number_of(path, line, 1)), number_of(path, line, 2), line.fields[0]});
  }
  Archive archive = call.open_for_changes();
  naming_lines(path, lines, [&] { archive.seat_people(seated); });
  return report(static_cast<std::int64_t>(seated.size()), "seat", "seats", "added");
}

/// \param columns  of each line; those after the second are ignored.
ExitStatus import_names(const AliasCall& call, const std::string& path,
                        std::span<const CsvLine> lines, std::size_t columns) {
  std::vector<Alias> aliases;
  for (const CsvLine& line : lines) {
    check_width(path, line, columns, columns == 2 ? "person,name" : "as many as in the first line");
    aliases.push_back({line.fields[0], line.fields[1]});
  }
  Archive archive = call.open_for_changes();
  const std::int64_t added =
      naming_lines(path, lines, [&] { return archive.add_aliases(call.kind, aliases); });
  return report_aliases(added, aliases.size());
}

NameKind parse_alias_kind(const std::string& name) {
  if (name == "player") return NameKind::player;
  if (name == "event") return NameKind::event;
  if (name == "place") return NameKind::place;
  throw UsageError(fmt::format("--kind {}: expected player, event or place", name));
}

ExitStatus add_alias_names(const AliasCall& call) {
  Archive archive = call.open_for_changes();
  const std::string& person = call.operands[0];
  if (call.is_of_seat()) {
    const SeatedPerson seated{call.game(), call.seat(), person};
    archive.seat_people(std::span(&seated, 1));
    return report(1, "seat", "seats", "added");
  }
  std::vector<Alias> aliases;
  for (std::size_t i = 1; i < call.operands.size(); ++i) {
    aliases.push_back({person, call.operands[i]});
  }
  return report_aliases(archive.add_aliases(call.kind, aliases), aliases.size());
}

ExitStatus remove_alias_names(const AliasCall& call) {
  Archive archive = call.open_for_changes();
  std::int64_t removed = 0;
  const char* what = "alias";
  const char* many = "aliases";
  if (call.is_of_seat()) {
    what = "seat";
    removed = archive.unseat_person(call.game(), call.seat()) ? 1 : 0;
  } else if (const auto person = call.options.text("person")) {
    what = "person";
    removed = archive.remove_person(call.kind, *person) ? 1 : 0;
  } else {
    removed = archive.remove_aliases(call.kind, call.operands);
  }
  if (removed > 0) return report(removed, what, many, "removed");
  print_message(fmt::format("no such {}; nothing removed", what));
  return kNothingFound;
}

ExitStatus list_alias_names(const AliasCall& call) {
  const RowLayout layout = row_layout(call.options);
  Archive archive = call.open();
  ByteOutput output;
  const auto writer =
      make_row_writer(layout, {{"person"}, {"name"}, {"id", true}, {"seat", true}}, output);
  bool any = false;
  for (const Alias& alias : archive.aliases(call.kind)) {
    writer->write(std::vector<Cell>{alias.person, alias.name, Cell(), Cell()});
    any = true;
  }
  if (call.kind == NameKind::player) {
    for (const SeatedPerson& one : archive.seated_people()) {
      writer->write(std::vector<Cell>{one.person, Cell(), raw(one.game), one.seat});
      any = true;
    }
  }
  writer->finish();
  output.close();
  return any ? kDone : kNothingFound;
}

ExitStatus import_alias_names(const AliasCall& call) {
  const std::string& path = call.operands[0];
  std::vector<CsvLine> lines;
  try {
    lines = read_csv(file_text(path));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", path, error.what()));
  }
  std::span<const CsvLine> rest = lines;
  const std::vector<std::string> first = rest.empty() ? std::vector<std::string>() : rest[0].fields;
  if (first == std::vector<std::string>{"person", "id", "seat"}) {
    if (call.kind != NameKind::player) throw UsageError("seats need --kind player");
    return import_seats(call, path, rest.subspan(1));
  }
  const bool has_header = first.size() >= 2 && first[0] == "person" && first[1] == "name";
  if (has_header) rest = rest.subspan(1);
  return import_names(call, path, rest, has_header ? first.size() : 2);
}

ExitStatus export_alias_names(const AliasCall& call) {
  Archive archive = call.open();
  ByteOutput output;
  std::unique_ptr<RowWriter> writer;
  if (call.options.flag("seats")) {
    writer = make_row_writer({RowFormat::csv}, {{"person"}, {"id"}, {"seat"}}, output);
    for (const SeatedPerson& one : archive.seated_people()) {
      writer->write(std::vector<Cell>{one.person, raw(one.game), one.seat});
    }
  } else {
    writer = make_row_writer({RowFormat::csv}, {{"person"}, {"name"}}, output);
    for (const Alias& alias : archive.aliases(call.kind)) {
      writer->write(std::vector<Cell>{alias.person, alias.name});
    }
  }
  writer->finish();
  output.close();
  return kDone;
}

Cell years(const SuggestedName& one) {
  if (one.first_year == 0) return {};
  if (one.first_year == one.last_year) return fmt::format("{}", one.first_year);
  return fmt::format("{}-{}", one.first_year, one.last_year);
}

ExitStatus suggest_alias_names(const AliasCall& call) {
  const RowLayout layout = row_layout(call.options);
  Archive archive = call.open();
  const NameSuggestions found =
      archive.suggest_names(call.kind, call.options.number("min-score").value_or(kMinScore));
  ByteOutput output;
  const auto writer = make_row_writer(layout,
                                      {{"person"},
                                       {"name"},
                                       {"like"},
                                       {"evidence"},
                                       {"score", true},
                                       {"games", true},
                                       {"years"},
                                       {"like_games", true},
                                       {"like_years"},
                                       {"shared_opponents", true}},
                                      output);
  for (const NameSuggestion& row : found.rows) {
    const Cell cells[] = {row.person,
                          row.name.name,
                          row.like.name,
                          row.evidence,
                          std::round(row.score * 100) / 100,
                          row.name.games,
                          years(row.name),
                          row.like.games,
                          years(row.like),
                          row.shared_opponents};
    writer->write(cells);
  }
  writer->finish();
  output.close();
  if (found.played_each_other > 0) {
    print_message(fmt::format("{} {} left out: they played each other",
                              grouped(found.played_each_other),
                              found.played_each_other == 1 ? "pair" : "pairs"));
  }
  return found.rows.empty() ? kNothingFound : kDone;
}

struct Action {
  std::string_view name;
  ExitStatus (*run)(const AliasCall& call);
};
constexpr std::array kActions = {
    Action{"add", add_alias_names},       Action{"remove", remove_alias_names},
    Action{"list", list_alias_names},     Action{"suggest", suggest_alias_names},
    Action{"import", import_alias_names}, Action{"export", export_alias_names},
};

const Action& get_action(const std::string& name) {
  const auto* const found = std::find_if(kActions.begin(), kActions.end(),
                                         [&](const Action& one) { return one.name == name; });
  if (found != kActions.end()) return *found;
  throw UsageError(fmt::format(
      "'{}' is not an action; the actions are add, remove, list, suggest, import, export", name));
}

/// Each action has its own operands.
void check_operands(const AliasCall& call) {
  const OptionValues& options = call.options;
  const std::size_t given = call.operands.size();
  if (options.is_given("id") != options.is_given("seat")) {
    throw UsageError("--id and --seat must be given together");
  }
  const bool of_seat = call.is_of_seat();
  if (of_seat && call.kind != NameKind::player) throw UsageError("seats need --kind player");
  if (of_seat && call.action != "add" && call.action != "remove") {
    throw UsageError("--id and --seat apply only to add and remove");
  }
  if (options.is_given("person") && call.action != "remove")
    throw UsageError("--person applies only to remove");
  if (options.is_given("min-score") && call.action != "suggest") {
    throw UsageError("--min-score applies only to suggest");
  }
  if (options.flag("seats") && call.action != "export")
    throw UsageError("--seats applies only to export");
  if (options.is_given("columns") && call.action != "list" && call.action != "suggest") {
    throw UsageError("--columns applies only to list and suggest");
  }
  const auto expect = [&](bool enough, std::string_view what) {
    if (!enough) throw UsageError(fmt::format("{}: expected {}", call.action, what));
  };
  if (call.action == "add") {
    expect(of_seat ? given == 1 : given >= 2, of_seat ? "PERSON" : "PERSON NAME...");
  } else if (call.action == "remove") {
    const bool by_option = of_seat || options.is_given("person");
    expect(by_option ? given == 0 : given >= 1, "NAME..., --person, or --id and --seat");
  } else if (call.action == "import") {
    expect(given == 1, "one FILE");
  } else {
    expect(given == 0, "no operand");
  }
}

}  // namespace

bool is_alias_action(std::string_view name) {
  return std::ranges::find(kActions, name, &Action::name) != kActions.end();
}

ExitStatus run_alias(const OptionValues& options) {
  AliasCall call{options, options.text("ACTION", ""), options.texts("OPERAND")};
  const Action& action = get_action(call.action);
  call.kind = parse_alias_kind(options.text("kind", "player"));
  check_operands(call);
  return action.run(call);
}

}  // namespace ludex::cli
