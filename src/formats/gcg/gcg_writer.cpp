#include "formats/cgp/cgp.hpp"
#include "formats/gcg/gcg.hpp"
#include "formats/text_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {
namespace {

std::string action_text(const GcgEvent& event) {
  switch (event.kind) {
    case GcgEventKind::play:
      return cgp_coordinate({.row = event.row, .column = event.column, .down = event.down}) + " " +
             event.tiles;
    case GcgEventKind::pass:
      return "-";
    case GcgEventKind::exchange:
      return "-" + event.tiles;
    case GcgEventKind::withdrawal:
      return "--";
    case GcgEventKind::bonus:
      return "(challenge)";
    case GcgEventKind::end_rack:
      return "(" + event.tiles + ")";
    case GcgEventKind::time:
      return "(time)";
    case GcgEventKind::unread:
      break;
  }
  return {};
}

void append_event(const GcgEvent& event, std::string& out) {
  out += fmt::format(">{}:", event.nick);
  const auto add = [&](const std::string& part) {
    if (!part.empty()) out += " " + part;
  };
  add(event.rack);
  add(action_text(event));
  if (event.score) add(fmt::format("{:+}", *event.score));
  if (event.total) add(fmt::format("{}", *event.total));
  add(event.words);
  out += '\n';
}

/// True if a line of a note would be read as something else on its own.
bool needs_pragma(std::string_view line) {
  const auto digits = line.find_first_not_of("0123456789");
  const std::string_view rest = digits == std::string_view::npos ? "" : line.substr(digits);
  return line.starts_with('#') || line.starts_with('>') || (digits > 0 && rest.starts_with(":>"));
}

void append_note(std::string_view note, std::string& out) {
  bool first = true;
  for (TextLines lines(note); !lines.at_end(); first = false) {
    const std::string_view line = lines.take();
    if (first || needs_pragma(line)) out += "#note ";
    out.append(line) += '\n';
  }
}

void append_pragma(std::string_view name, const std::string& value, std::string& out) {
  if (!value.empty()) out += fmt::format("#{} {}\n", name, value);
}

/// The pragma as it was read; without a name where that is the nick. Pragmas of players too many
/// are properties with the same ident. A nick with blanks comes from an event; in a pragma it needs
/// "_" instead, which readers take for the same nick.
std::string player_text(const GcgGame& game, std::size_t seat) {
  std::string nick = game.nicks[seat];
  std::ranges::replace_if(nick, is_blank, '_');
  const std::string with_name = fmt::format("{} {}", nick, game.info.seats[seat].name);
  if (nick != game.nicks[seat]) return with_name;
  const std::pair<std::string, std::string> property(fmt::format("player{}", seat + 1), with_name);
  return std::ranges::find(game.info.properties, property) != game.info.properties.end() ? with_name
                                                                                         : nick;
}

/// Pragmas that stand before "#player1": a splitter that meets them knows that a game starts.
bool is_of_header(std::string_view name) {
  constexpr std::string_view kNames[] = {
      "title",        "description",       "id",       "lexicon",    "game-type",
      "board-layout", "tile-distribution", "tile-set", "game-board", "tile"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

bool has_number(std::string_view name, std::string_view word) {
  return name.size() == word.size() + 1 && name.starts_with(word);
}

std::string pragma_text(const std::string& name, const std::string& value) {
  return value.empty() ? fmt::format("#{}\n", name) : fmt::format("#{} {}\n", name, value);
}

/// Those of a header, and the others.
struct PragmaTexts {
  std::string header;
  std::string others;
};

PragmaTexts pragma_texts(const GcgGame& game) {
  PragmaTexts texts;
  std::vector<std::pair<std::string, std::string>> racks;
  for (const auto& [name, value] : game.pragmas) {
    if (has_number(name, "rack")) {
      racks.emplace_back(name, value);
      continue;
    }
    // A player too many would be the first of a game.
    const bool player = has_number(name, "player") && name.back() <= '4';
    (is_of_header(name) ? texts.header : texts.others) +=
        player ? "#- " + pragma_text(name, value).substr(1) : pragma_text(name, value);
  }
  std::ranges::stable_sort(racks, {}, &std::pair<std::string, std::string>::first);
  for (const auto& [name, value] : racks) texts.others += pragma_text(name, value);
  return texts;
}

/// All seats that have a nick, the first, whose "#player1" starts the game, and the last, which
/// says how many there are.
void append_players(const GcgGame& game, std::string& out) {
  const std::size_t count = std::max<std::size_t>(game.nicks.size(), 1);
  for (std::size_t seat = 0; seat < count; ++seat) {
    const bool named = seat < game.nicks.size() && !game.nicks[seat].empty();
    if (named || seat == 0 || seat + 1 == count) {
      out += pragma_text(fmt::format("player{}", seat + 1), named ? player_text(game, seat) : "");
    }
  }
}

}  // namespace

std::string write_gcg(const GcgGame& game) {
  std::string out = "#character-encoding UTF-8\n";
  const GameInfo& info = game.info;
  append_pragma("title", info.event, out);
  append_pragma("lexicon", info.lexicon, out);
  append_pragma("game-type", info.variant, out);
  append_pragma("board-layout", info.board_name, out);
  append_pragma("tile-distribution", game.distribution, out);
  const PragmaTexts pragmas = pragma_texts(game);
  out += pragmas.header;
  append_players(game, out);
  if (game.incomplete) out += "#incomplete\n";
  out += pragmas.others;
  append_note(game.start_note, out);
  for (const GcgEvent& event : game.events) {
    append_event(event, out);
    append_note(event.note, out);
  }
  for (std::size_t seat = 0; seat < game.last_racks.size(); ++seat) {
    append_pragma(fmt::format("rack{}", seat + 1), game.last_racks[seat], out);
  }
  return out;
}

}  // namespace ludex
