#include "cli/alias_actions.hpp"
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>

namespace ludex::cli {

namespace {

constexpr const char* kFooter =
    "Actions:\n"
    "  add PERSON NAME...         these names mean that person\n"
    "  add PERSON --id N --seat S whoever is written there, this seat of game N is that person's\n"
    "  remove NAME... | --person PERSON | --id N --seat S\n"
    "  list, export [--seats]     what has been said; export: CSV as import reads it\n"
    "  suggest                    names that are likely one person's, and why; changes nothing\n"
    "  import FILE                CSV with lines person,name or, under that header, "
    "person,id,seat;\n"
    "                             what suggest prints as csv, once it is looked through\n"
    "Names stay as they are written in records; filters and statistics take all names of a person\n"
    "together. Case, width, punctuation, ranks and titles make no difference: an alias of\n"
    "'Lee Sedol' holds for 'LEE Se-dol (9p)'.\n"
    "Examples:\n"
    "  ludex alias games.db add 'Lee Sedol' 이세돌 李世石 'Yi Se-tol'\n"
    "  ludex alias games.db add 'Honinbo' '本因坊戦' 'Hon-in-bo' --kind event\n"
    "  ludex alias games.db suggest --format csv > likely.csv\n"
    "  ludex alias games.db export > aliases.csv\n"
    "Exit status: 0 done, 1 nothing found, 2 wrong command line, 3 failed.";

struct Action {
  std::string_view name;
  ExitStatus (*run)(const AliasOptions& options);
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
      "'{}' is not an action; they are add, remove, list, suggest, import, export", name));
}

/// Each action has its own operands.
void check_operands(const AliasOptions& options) {
  const std::size_t given = options.operands.size();
  if (options.game.has_value() != options.seat.has_value()) {
    throw UsageError("--id and --seat go together");
  }
  const bool of_seat = options.game.has_value();
  if (of_seat && options.kind != NameKind::player) throw UsageError("a seat is a player's");
  if (of_seat && options.action != "add" && options.action != "remove") {
    throw UsageError("--id and --seat go with add and remove");
  }
  if (options.person && options.action != "remove") throw UsageError("--person goes with remove");
  if (options.least_score && options.action != "suggest") {
    throw UsageError("--min-score goes with suggest");
  }
  if (options.seats && options.action != "export") throw UsageError("--seats goes with export");
  const auto expect = [&](bool enough, std::string_view what) {
    if (!enough) throw UsageError(fmt::format("{}: expected {}", options.action, what));
  };
  if (options.action == "add") {
    expect(of_seat ? given == 1 : given >= 2, of_seat ? "PERSON" : "PERSON NAME...");
  } else if (options.action == "remove") {
    const bool by_option = of_seat || options.person;
    expect(by_option ? given == 0 : given >= 1, "NAME..., --person, or --id and --seat");
  } else if (options.action == "import") {
    expect(given == 1, "one FILE");
  } else {
    expect(given == 0, "no operand");
  }
}

ExitStatus run(AliasOptions options) {
  const Action& action = get_action(options.action);
  options.kind = parse_alias_kind(options.kind_name);
  check_operands(options);
  return action.run(options);
}

}  // namespace

CommandRun declare_alias(CLI::App& app) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  auto options = std::make_shared<AliasOptions>();
  app.footer(kFooter);
  add_database(app, options->database);
  app.add_option("ACTION", options->action, "add, remove, list, suggest, import, export")
      ->required();
  app.add_option("OPERAND", options->operands, "persons, names, or a file; see below");
  add_text(app, "--kind", options->kind_name, "KIND", "player, event, place (default: player)");
  add_text(app, "-f,--format", options->format, "F",
           "of list and suggest: text, csv, tsv, json (default: text)");
  app.add_option("--person", options->person, "remove: a person with all its names")
      ->option_text("PERSON");
  app.add_option("--id", options->game, "a game of the database")
      ->option_text("N")
      ->check(number_between(std::int64_t{1}, kMost));
  app.add_option("--seat", options->seat, "1: Black, 2: White")
      ->option_text("S")
      ->check(number_between(std::int64_t{1}, kMost));
  app.add_option("--min-score", options->least_score, "suggest: 0 to 1 (default: 0.5)")
      ->option_text("X")
      ->check(number_between(0.0, 1.0));
  app.add_flag("--seats", options->seats, "export: persons of single seats");
  return [options] { return run(*options); };
}

}  // namespace ludex::cli
