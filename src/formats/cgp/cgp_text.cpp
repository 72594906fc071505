#include "formats/cgp/cgp_text.hpp"
#include "formats/cgp/cgp.hpp"
#include "formats/charset/charset.hpp"
#include "formats/position_text.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ludex {
namespace {

constexpr int kMaxSquares = 1000;  // along one side; far beyond any game's board

// Removes a letter, or the text in brackets, from the front.
std::string_view take_symbol(std::string_view& text, std::size_t row) {
  const auto is_part = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  std::size_t length = 1;  // of a whole character
  while (length < text.size() && is_part(text[length])) ++length;
  std::string_view symbol = text.substr(0, length);
  if (symbol == "[") {
    const auto end = text.find(']');
    if (end == std::string_view::npos) {
      throw UsageError(fmt::format("position: row {}: `[` without `]`", row));
    }
    symbol = text.substr(1, end - 1);
    length = end + 1;
  }
  text.remove_prefix(length);
  return symbol;
}

std::uint8_t get_cell(const GameRules& rules, std::string_view symbol, std::size_t row) {
  if (const auto code = rules.find_cell(symbol)) return *code;
  std::string shown;
  append_utf8(Charset::utf8, symbol, shown);
  throw UsageError(fmt::format("position: row {}: `{}` is not a piece of this game", row, shown));
}

// Appends the squares of one row; gives its width.
int read_row(const GameRules& rules, std::string_view text, std::size_t row,
             std::vector<std::uint8_t>& cells) {
  int width = 0;
  while (!text.empty()) {
    const auto digits = std::min(text.find_first_not_of("0123456789"), text.size());
    int squares = 1;
    std::uint8_t code = cell::kEmpty;
    if (digits == 0) {
      code = get_cell(rules, take_symbol(text, row), row);
    } else {
      squares = find_number<int>(text.substr(0, digits)).value_or(kMaxSquares + 1);
      if (squares < 1) throw UsageError(fmt::format("position: row {}: a run of 0 squares", row));
      text.remove_prefix(digits);
    }
    if (squares > kMaxSquares - width) {
      throw UsageError(
          fmt::format("position: row {} is more than {} squares wide", row, kMaxSquares));
    }
    cells.insert(cells.end(), static_cast<std::size_t>(squares), code);
    width += squares;
  }
  return width;
}

void read_placement(const GameRules& rules, std::string_view text,
                    const std::optional<BoardSize>& expected, Position& position) {
  int width = expected ? expected->width : 0;
  std::size_t rows = 0;
  for (std::optional<std::string_view> rest = text; rest;) {
    const std::size_t kept = position.cells.size();
    const int found = read_row(rules, take_cgp_part(rest, '/'), ++rows, position.cells);
    if (rows > kMaxSquares) position.cells.resize(kept);  // no board: it is only looked through
    if (rows == 1 && !expected) width = found;
    if (found != width) {
      throw UsageError(
          fmt::format("position: row {} is {} squares wide, expected {}", rows, found, width));
    }
  }
  if (expected && static_cast<int>(rows) != expected->height) {
    throw UsageError(fmt::format("position: {} rows, expected {}", rows, expected->height));
  }
  const auto height = std::min<std::size_t>(rows, kMaxSquares + 1);
  position.size = {static_cast<std::int16_t>(width), static_cast<std::int16_t>(height)};
}

struct Opcodes {
  bool has_game = false;
  std::optional<Player> to_move;
  std::vector<std::pair<std::string_view, std::string_view>> others;  // name, operand
};

[[noreturn]] void refuse_twice(std::string_view name) {
  throw UsageError(fmt::format("position: {} is given twice", name));
}

void read_opcode(std::string_view name, std::string_view operand, Opcodes& opcodes) {
  if (name == "gm") {
    if (std::exchange(opcodes.has_game, true)) refuse_twice(name);
  } else if (name == "pl") {
    if (operand != "B" && operand != "W") {
      throw UsageError(fmt::format("position: pl: expected B or W, not `{}`", operand));
    }
    if (opcodes.to_move) refuse_twice(name);
    opcodes.to_move = operand == "B" ? Player::first : Player::second;
  } else {
    opcodes.others.emplace_back(name, operand);
  }
}

Opcodes read_opcodes(std::string_view text) {
  Opcodes opcodes;
  while (!text.empty()) {
    const auto end = text.find(';');
    if (end == std::string_view::npos) {
      throw UsageError(fmt::format("position: opcode `{}` does not end with `;`", text));
    }
    for (std::string_view operation = trimmed_cgp(text.substr(0, end)); !operation.empty();) {
      const CgpOpcodeText opcode = take_cgp_opcode(operation);
      read_opcode(opcode.name, opcode.operand, opcodes);
    }
    text = trimmed_cgp(text.substr(end + 1));
  }
  return opcodes;
}

bool has_blanks(std::string_view text) {
  return std::any_of(text.begin(), text.end(), is_cgp_blank);
}

/// For texts that are neither CGP nor begin with the name of a notation.
[[noreturn]] void refuse_unreadable(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789";
  const std::size_t colon = text.find_first_not_of(kDigits);
  const bool is_moment = colon != std::string_view::npos && colon > 0 && text[colon] == ':' &&
                         colon + 1 < text.size() &&
                         text.find_first_not_of(kDigits, colon + 1) == std::string_view::npos;
  throw UsageError(fmt::format(
      "position: '{}' is not understood as a position; did you mean {}?", text,
      is_moment ? fmt::format("@{}", text) : fmt::format("moves:{}, @ID:PLY or sgf:...", text)));
}

/// The game whose rules read the line. A full line that names none is a crossword's.
GameType game_of(std::string_view text, const PositionTextOptions& options) {
  if (const auto name = find_gm(text)) {
    const auto game = find_game(*name);
    if (!game) throw UsageError(fmt::format("position: gm: no game `{}`", *name));
    if (options.game.value_or(*game) != *game) {
      throw UsageError(fmt::format("position: gm says {}, but {} was asked for", game_name(*game),
                                   game_name(*options.game)));
    }
    return *game;
  }
  if (options.game) return *options.game;
  if (is_cgp_line(text)) return GameType::crossword;
  if (text.find('/') == std::string_view::npos) refuse_unreadable(text);
  if (has_blanks(text)) return GameType::crossword;
  throw UsageError(
      "position: rows of a board alone do not say which game it is; add `game`, or `gm GAME;` "
      "after ' / 0/0 0'");
}

void check_board(BoardSize size, const PositionTextOptions& options) {
  if (!options.size || *options.size == size) return;
  throw UsageError(fmt::format("position: the board is {}x{}, expected {}x{}", size.width,
                               size.height, options.size->width, options.size->height));
}

struct Fields {
  std::string_view placement, racks, scores, zeros, opcodes;
  bool is_full = false;
};

Fields split_fields(std::string_view text) {
  const std::string_view all = text;
  std::vector<std::string_view> parts;
  while (parts.size() < 4 && !text.empty()) parts.push_back(take_cgp_word(text));
  if (parts.size() == 1) return {parts[0], {}, {}, {}, {}, false};
  if (parts.size() < 4 && parts[0].find('/') == std::string_view::npos) refuse_unreadable(all);
  if (parts.size() < 4) {
    throw UsageError(fmt::format("position: {} fields, expected placement, racks, scores and zeros",
                                 parts.size()));
  }
  return {parts[0], parts[1], parts[2], parts[3], text, true};
}

void read_counts(const Fields& fields, Position& position) {
  const auto slash = fields.scores.find('/');
  const auto mine = find_number<std::uint32_t>(fields.scores.substr(0, slash));
  const auto theirs = slash == std::string_view::npos
                          ? std::nullopt
                          : find_number<std::uint32_t>(fields.scores.substr(slash + 1));
  if (!mine || !theirs) {
    throw UsageError(
        fmt::format("position: scores: expected two numbers as `3/0`, not `{}`", fields.scores));
  }
  const auto zeros = find_number<std::uint32_t>(fields.zeros);
  if (!zeros) {
    throw UsageError(fmt::format("position: zeros: expected a number, not `{}`", fields.zeros));
  }
  const bool is_first = position.to_move == Player::first;
  position.captures = is_first ? std::array{*mine, *theirs} : std::array{*theirs, *mine};
  position.passes = *zeros;
}

void append_row(const GameRules& rules, const Position& position, std::size_t row,
                std::string& text) {
  const auto width = static_cast<std::size_t>(position.size.width);
  std::size_t run = 0;
  const auto end_run = [&] {
    if (run != 0) text += std::to_string(run);
    run = 0;
  };
  for (std::size_t x = 0; x < width; ++x) {
    const std::uint8_t code = position.cells[row * width + x];
    if (code == cell::kEmpty) {
      ++run;
      continue;
    }
    end_run();
    text += rules.cell_text(code);
  }
  end_run();
}

bool is_tile_character(char c) { return is_letter(c) || static_cast<unsigned char>(c) >= 0x80; }

/// Rows of letters and runs, some of them empty squares or all of them letters. `[+P]` is a piece
/// of shogi.
bool is_placement(std::string_view word) {
  bool in_brackets = false;
  for (const char c : word) {
    const bool plain = is_tile_character(c) || is_digit(c) || c == '/';
    if (c == '[' || c == ']') {
      if (in_brackets == (c == '[')) return false;
      in_brackets = !in_brackets;
    } else if (!plain && !in_brackets) {
      return false;
    }
  }
  return !in_brackets;
}

bool is_scores(std::string_view word) {
  const auto fits = [](char c) { return is_digit(c) || c == '/' || c == '-'; };
  return std::ranges::all_of(word, fits) && std::ranges::any_of(word, is_digit);
}

}  // namespace

bool is_cgp_line(std::string_view text) {
  text = trimmed_cgp(text);
  const std::string_view placement = take_cgp_word(text);
  take_cgp_word(text);
  const std::string_view scores = take_cgp_word(text);
  const std::string_view zeros = take_cgp_word(text);
  return is_placement(placement) && is_scores(scores) && !zeros.empty() &&
         std::ranges::all_of(zeros, is_digit);
}

std::optional<std::string_view> find_gm(std::string_view text) {
  if (text.find("gm") == std::string_view::npos) return std::nullopt;  // most lines, at once
  std::string_view rest = trimmed_cgp(text);
  for (int fields = 0; fields < 4; ++fields) take_cgp_word(rest);
  for (std::optional<std::string_view> operations = rest; operations;) {
    for (std::string_view operation = trimmed_cgp(take_cgp_part(operations, ';'));
         !operation.empty();) {
      const CgpOpcodeText opcode = take_cgp_opcode(operation);
      if (opcode.name == "gm") return opcode.operand;
    }
  }
  return std::nullopt;
}

QueryPosition read_cgp(std::string_view text, const PositionTextOptions& options) {
  const GameType game = game_of(text, options);
  const GameRules& rules = get_position_rules(game);
  if (auto query = rules.read_cgp(text)) {
    check_board(query->position.size, options);
    return std::move(*query);
  }
  const Fields fields = split_fields(text);
  const Opcodes opcodes = read_opcodes(fields.opcodes);
  QueryPosition query;
  query.position.game = game;
  read_placement(rules, fields.placement, options.size, query.position);
  check_size(rules, query.position.game, query.position.size);
  query.known.to_move = opcodes.to_move.has_value();
  query.position.to_move = opcodes.to_move.value_or(Player::first);
  if (fields.is_full) {
    if (!rules.read_racks(fields.racks, query)) {
      throw UsageError(fmt::format("position: racks: `{}` means nothing in {}", fields.racks,
                                   game_name(query.position.game)));
    }
    read_counts(fields, query.position);
  }
  std::vector<std::string_view> known;
  for (const auto& [name, operand] : opcodes.others) {
    if (rules.read_opcode(name, operand, query)) {
      if (std::ranges::find(known, name) != known.end()) refuse_twice(name);
      known.push_back(name);
    } else if (options.others != nullptr) {
      options.others->emplace_back(name, operand);
    } else {
      throw UsageError(fmt::format("position: opcode `{}` means nothing here", name));
    }
  }
  return query;
}

std::string to_cgp(const Position& position) {
  const GameRules& rules = get_position_rules(position.game);
  if (auto line = rules.cgp_text(position)) return std::move(*line);
  std::string text;
  text.reserve(position.cells.size() + 64);
  for (std::size_t row = 0; row < static_cast<std::size_t>(position.size.height); ++row) {
    if (row != 0) text += '/';
    append_row(rules, position, row, text);
  }
  const bool is_first = position.to_move == Player::first;
  const auto scores = rules.scores(position);
  fmt::format_to(std::back_inserter(text), " {} {}/{} {} gm {}; pl {};", rules.racks_text(position),
                 scores[is_first ? 0 : 1], scores[is_first ? 1 : 0], position.passes,
                 game_name(position.game), is_first ? 'B' : 'W');
  return text + rules.opcodes_text(position);
}

}  // namespace ludex
