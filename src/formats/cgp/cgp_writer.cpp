#include "core/ascii.hpp"
#include "formats/cgp/cgp.hpp"
#include "formats/cgp/cgp_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>

namespace ludex {
namespace {

constexpr std::string_view kChallenge = "challenge";
constexpr std::string_view kDigits = "0123456789";

/// Column `AB` is the 28th, as spreadsheets count.
std::optional<std::uint16_t> find_column(std::string_view letters) {
  unsigned column = 0;
  for (const char c : letters) {
    const char upper = to_upper(c);
    if (upper < 'A' || upper > 'Z') return std::nullopt;
    column = column * 26 + static_cast<unsigned>(upper - 'A') + 1;
    if (column > kMaxCgpSide) return std::nullopt;
  }
  if (column == 0) return std::nullopt;
  return static_cast<std::uint16_t>(column - 1);
}

std::string column_text(unsigned column) {
  std::string letters;
  for (unsigned rest = column + 1; rest != 0; rest = (rest - 1) / 26) {
    letters += static_cast<char>('A' + (rest - 1) % 26);
  }
  return {letters.rbegin(), letters.rend()};
}

bool read_tiles(std::string_view text, TileNames& names, bool may_be_through,
                std::vector<TileCode>& tiles) {
  while (!text.empty()) {
    if (text.front() == '.' && may_be_through) {
      tiles.push_back(tile::kThrough);
      text.remove_prefix(1);
      continue;
    }
    const auto symbol = take_cgp_tile(text);
    const auto code = symbol ? names.code_of(*symbol) : std::nullopt;
    if (!code) return false;
    tiles.push_back(*code);
  }
  return !tiles.empty();
}

std::optional<CgpMove> read_exchange(std::string_view text, TileNames& names) {
  CgpMove move;
  if (text.empty()) return move;
  if (const auto count = find_number<std::uint32_t>(text)) {
    move.kind = CgpMove::Kind::exchange_count;
    move.count = *count;
    return move;
  }
  move.kind = CgpMove::Kind::exchange;
  if (!read_tiles(text, names, false, move.tiles)) return std::nullopt;
  return move;
}

bool read_bonus(std::string_view text, CgpMove& move) {
  if (text.empty()) return true;
  if (text.front() != '+' || move.kind != CgpMove::Kind::play) return false;
  move.bonus = find_number<std::int32_t>(text.substr(1));
  return move.bonus.has_value() && *move.bonus >= 0;
}

void append_placement(const CgpPosition& position, std::string& out) {
  const auto width = static_cast<std::size_t>(position.size.width);
  std::size_t run = 0;
  const auto end_run = [&] {
    if (run != 0) fmt::format_to(std::back_inserter(out), "{}", run);
    run = 0;
  };
  for (std::size_t i = 0; i < position.cells.size(); ++i) {
    if (i != 0 && i % width == 0) {
      end_run();
      out += '/';
    }
    if (position.cells[i] == tile::kEmpty) {
      ++run;
    } else {
      end_run();
      append_cgp_tile(position.names, position.cells[i], out);
    }
  }
  end_run();
}

}  // namespace

std::optional<CgpMove> parse_cgp_move(std::string_view text, TileNames& names) {
  std::string_view rest = trimmed_cgp(text);
  std::string_view word = take_cgp_word(rest);
  if (word.starts_with('-')) {
    if (!rest.empty()) return std::nullopt;
    return read_exchange(word.substr(1), names);
  }
  CgpMove move;
  move.kind = CgpMove::Kind::play;
  if (word == kChallenge) {
    move.kind = CgpMove::Kind::challenge;
    word = take_cgp_word(rest);
  }
  if (!read_cgp_coordinate(word, move)) return std::nullopt;
  if (!read_tiles(take_cgp_word(rest), names, true, move.tiles)) return std::nullopt;
  if (!read_bonus(rest, move)) return std::nullopt;
  return move;
}

bool read_cgp_coordinate(std::string_view text, CgpMove& move) {
  const bool across = !text.empty() && is_digit(text.front());
  const std::size_t cut = across ? text.find_first_not_of(kDigits) : text.find_first_of(kDigits);
  if (cut == std::string_view::npos) return false;
  const std::string_view front = text.substr(0, cut);
  const std::string_view back = text.substr(cut);
  const auto row = find_number<std::uint16_t>(across ? front : back);
  const auto column = find_column(across ? back : front);
  if (!row || *row == 0 || *row > kMaxCgpSide || !column) return false;
  move.row = static_cast<std::uint16_t>(*row - 1);
  move.column = *column;
  move.down = !across;
  return true;
}

std::string cgp_coordinate(const CgpMove& move) {
  const std::string column = column_text(move.column);
  return move.down ? fmt::format("{}{}", column, move.row + 1)
                   : fmt::format("{}{}", move.row + 1, column);
}

std::string cgp_move_text(const CgpMove& move, const TileNames& names) {
  switch (move.kind) {
    case CgpMove::Kind::pass:
      return "-";
    case CgpMove::Kind::exchange_count:
      return fmt::format("-{}", move.count);
    case CgpMove::Kind::exchange:
      return "-" + cgp_tiles(names, move.tiles);
    case CgpMove::Kind::play:
    case CgpMove::Kind::challenge:
      break;
  }
  std::string text = move.kind == CgpMove::Kind::challenge ? "challenge " : "";
  text += cgp_coordinate(move) + ' ' + cgp_tiles(names, move.tiles);
  if (move.bonus) text += fmt::format(" +{}", *move.bonus);
  return text;
}

std::string to_cgp(const CgpPosition& position) {
  std::string line;
  append_placement(position, line);
  char separator = ' ';
  for (const auto& rack : position.racks) {
    line += separator + cgp_tiles(position.names, rack);
    separator = '/';
  }
  fmt::format_to(std::back_inserter(line), " {} {}", fmt::join(position.scores, "/"),
                 position.zero_turns);
  for_each_cgp_opcode(position, [&](std::string_view name, const auto& operand) {
    fmt::format_to(std::back_inserter(line), " {} {};", name, operand);
  });
  for (const auto& [name, operand] : position.opcodes.others) {
    line += operand.empty() ? fmt::format(" {};", name) : fmt::format(" {} {};", name, operand);
  }
  return line;
}

}  // namespace ludex
