#include "cli/alias_actions.hpp"

#include "cli/byte_output.hpp"
#include "cli/csv_reader.hpp"
#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/open_database.hpp"
#include "cli/row_writer.hpp"
#include "core/error.hpp"
#include "store/people.hpp"

#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <iostream>
#include <iterator>
#include <span>

namespace ludex::cli {

namespace {

constexpr std::uint64_t kCacheBytes = 16 * 1024 * 1024;

Database open_for_changes(const AliasOptions& options) {
  return open_to_change(options.database, kCacheBytes);
}

ExitStatus report(std::int64_t count, std::string_view one, std::string_view many,
                  std::string_view done) {
  print_message(fmt::format("{} {} {}", grouped(static_cast<std::uint64_t>(count)),
                            count == 1 ? one : many, done));
  return kDone;
}

ExitStatus report_aliases(std::int64_t added, std::size_t given) {
  const auto known = static_cast<std::int64_t>(given) - added;
  if (known == 0) return report(added, "alias", "aliases", "added");
  return report(
      added, "alias", "aliases",
      fmt::format("added; {} more known already: apart from case, width, punctuation, ranks and "
                  "titles, {} that person",
                  grouped(static_cast<std::uint64_t>(known)),
                  known == 1 ? "the name means" : "the names mean"));
}

std::string file_text(const std::string& path) {
  if (path == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file) throw Error(fmt::format("{}: cannot be read", path));
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

/// Does the work; what it throws about one of the lines names that.
template <class Work>
auto naming_lines(const std::string& path, std::span<const CsvLine> lines, Work work) {
  try {
    return work();
  } catch (const AliasError& error) {
    throw UsageError(fmt::format("{}:{}: {}", path, lines[error.place].number, error.what()));
  }
}

ExitStatus import_seats(const AliasOptions& options, const std::string& path,
                        std::span<const CsvLine> lines) {
  std::vector<SeatedPerson> seated;
  for (const CsvLine& line : lines) {
    check_width(path, line, 3, "person,id,seat");
    seated.push_back(
        {static_cast<GameId>(number_of(path, line, 1)), number_of(path, line, 2), line.fields[0]});
  }
  Database database = open_for_changes(options);
  naming_lines(path, lines, [&] { seat_people(database, seated); });
  return report(static_cast<std::int64_t>(seated.size()), "seat", "seats", "added");
}

/// \param columns  of each line; those behind the second are not looked at.
ExitStatus import_names(const AliasOptions& options, const std::string& path,
                        std::span<const CsvLine> lines, std::size_t columns) {
  std::vector<Alias> aliases;
  for (const CsvLine& line : lines) {
    check_width(path, line, columns, columns == 2 ? "person,name" : "as many as in the first line");
    aliases.push_back({line.fields[0], line.fields[1]});
  }
  Database database = open_for_changes(options);
  const std::int64_t added =
      naming_lines(path, lines, [&] { return add_aliases(database, options.kind, aliases); });
  return report_aliases(added, aliases.size());
}

}  // namespace

NameKind parse_alias_kind(const std::string& name) {
  if (name == "player") return NameKind::player;
  if (name == "event") return NameKind::event;
  if (name == "place") return NameKind::place;
  throw UsageError(fmt::format("--kind {}: expected player, event or place", name));
}

ExitStatus add_alias_names(const AliasOptions& options) {
  Database database = open_for_changes(options);
  const std::string& person = options.operands[0];
  if (options.game) {
    const SeatedPerson seated{static_cast<GameId>(*options.game), *options.seat, person};
    seat_people(database, std::span(&seated, 1));
    return report(1, "seat", "seats", "added");
  }
  std::vector<Alias> aliases;
  for (std::size_t i = 1; i < options.operands.size(); ++i) {
    aliases.push_back({person, options.operands[i]});
  }
  return report_aliases(add_aliases(database, options.kind, aliases), aliases.size());
}

ExitStatus remove_alias_names(const AliasOptions& options) {
  Database database = open_for_changes(options);
  std::int64_t removed = 0;
  const char* what = "alias";
  const char* many = "aliases";
  if (options.game) {
    what = "seat";
    removed = unseat_person(database, static_cast<GameId>(*options.game), *options.seat) ? 1 : 0;
  } else if (options.person) {
    what = "person";
    removed = remove_person(database, options.kind, *options.person) ? 1 : 0;
  } else {
    removed = remove_aliases(database, options.kind, options.operands);
  }
  if (removed > 0) return report(removed, what, many, "removed");
  print_message(fmt::format("no such {}; nothing removed", what));
  return kNothingFound;
}

ExitStatus list_alias_names(const AliasOptions& options) {
  const RowFormat format = parse_row_format(options.format);
  Database database = Database::open_for_reading(options.database);
  ByteOutput output;
  const auto writer =
      make_row_writer(format, {{"person"}, {"name"}, {"id", true}, {"seat", true}}, output);
  bool any = false;
  for (const Alias& alias : list_aliases(database, options.kind)) {
    const Cell cells[] = {alias.person, alias.name, Cell(), Cell()};
    writer->write(cells);
    any = true;
  }
  if (options.kind == NameKind::player) {
    for (const SeatedPerson& one : list_seated_people(database)) {
      const Cell cells[] = {one.person, Cell(), raw(one.game), one.seat};
      writer->write(cells);
      any = true;
    }
  }
  writer->finish();
  output.close();
  return any ? kDone : kNothingFound;
}

ExitStatus import_alias_names(const AliasOptions& options) {
  const std::string& path = options.operands[0];
  std::vector<CsvLine> lines;
  try {
    lines = read_csv(file_text(path));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", path, error.what()));
  }
  std::span<const CsvLine> rest = lines;
  const std::vector<std::string> first = rest.empty() ? std::vector<std::string>() : rest[0].fields;
  if (first == std::vector<std::string>{"person", "id", "seat"}) {
    if (options.kind != NameKind::player) throw UsageError("a seat is a player's");
    return import_seats(options, path, rest.subspan(1));
  }
  const bool has_header = first.size() >= 2 && first[0] == "person" && first[1] == "name";
  if (has_header) rest = rest.subspan(1);
  return import_names(options, path, rest, has_header ? first.size() : 2);
}

ExitStatus export_alias_names(const AliasOptions& options) {
  Database database = Database::open_for_reading(options.database);
  ByteOutput output;
  if (options.seats) {
    const auto writer = make_row_writer(RowFormat::csv, {{"person"}, {"id"}, {"seat"}}, output);
    for (const SeatedPerson& one : list_seated_people(database)) {
      const Cell cells[] = {one.person, raw(one.game), one.seat};
      writer->write(cells);
    }
    writer->finish();
  } else {
    const auto writer = make_row_writer(RowFormat::csv, {{"person"}, {"name"}}, output);
    for (const Alias& alias : list_aliases(database, options.kind)) {
      const Cell cells[] = {alias.person, alias.name};
      writer->write(cells);
    }
    writer->finish();
  }
  output.close();
  return kDone;
}

}  // namespace ludex::cli
