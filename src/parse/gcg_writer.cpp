#include "ludex/parse/gcg_writer.hpp"

#include "parse/gcg_event.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace ludex {
namespace {

std::string column_letters(int column) {
  std::string letters;
  for (int rest = column + 1; rest > 0; rest = (rest - 1) / 26) {
    letters.insert(letters.begin(), static_cast<char>('A' + (rest - 1) % 26));
  }
  return letters;
}

std::string place_text(const GcgEvent& event) {
  const std::string column = column_letters(event.column);
  return event.down ? fmt::format("{}{}", column, event.row + 1)
                    : fmt::format("{}{}", event.row + 1, column);
}

std::string action_text(const GcgEvent& event) {
  switch (event.kind) {
    case GcgEventKind::play:
      return place_text(event) + " " + event.tiles;
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

/// Whether a line of a note would be read as something else if it stood alone.
bool needs_pragma(std::string_view line) {
  const auto digits = line.find_first_not_of("0123456789");
  const std::string_view rest = digits == std::string_view::npos ? "" : line.substr(digits);
  return line.starts_with('#') || line.starts_with('>') || (digits > 0 && rest.starts_with(":>"));
}

void append_note(std::string_view note, std::string& out) {
  bool first = true;
  while (!note.empty()) {
    const auto end = std::min(note.find('\n'), note.size());
    const std::string_view line = note.substr(0, end);
    if (first || needs_pragma(line)) out += "#note ";
    out += line;
    out += '\n';
    first = false;
    note.remove_prefix(std::min(note.size(), end + 1));
  }
}

void append_pragma(std::string_view name, const std::string& value, std::string& out) {
  if (!value.empty()) out += fmt::format("#{} {}\n", name, value);
}

/// The pragma as it was read; without a name where that is the nick.
std::string player_text(const GcgGame& game, std::size_t seat) {
  const std::string ident = fmt::format("player{}", seat + 1);
  for (const auto& [name, value] : game.info.properties) {
    if (name == ident) return value;
  }
  return game.nicks[seat];
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
  for (const auto& [name, value] : game.pragmas) {
    out += value.empty() ? fmt::format("#{}\n", name) : fmt::format("#{} {}\n", name, value);
  }
  for (std::size_t seat = 0; seat < game.nicks.size(); ++seat) {
    if (game.nicks[seat].empty()) continue;
    out += fmt::format("#player{} {}\n", seat + 1, player_text(game, seat));
  }
  if (game.incomplete) out += "#incomplete\n";
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
