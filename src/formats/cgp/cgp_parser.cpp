#include "core/ascii.hpp"
#include "formats/cgp/cgp.hpp"
#include "formats/cgp/cgp_text.hpp"
#include "formats/charset/charset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>

namespace ludex {
namespace {

/// \param about  the field, see Problem::about
Problem bad(std::size_t offset_bytes, std::string message, std::string_view about) {
  return {ProblemKind::bad_syntax, -1, offset_bytes, std::move(message), std::string(about)};
}

constexpr std::string_view kPlacement = "placement";
constexpr std::string_view kRacks = "racks";
constexpr std::string_view kScores = "scores";
constexpr std::string_view kZeros = "zeros";

/// A to Z or a to z, and no combining mark after it that makes it another letter.
bool starts_with_letter(std::string_view text) {
  const auto lower = static_cast<unsigned char>(text.front() | 0x20);
  return lower >= 'a' && lower <= 'z' &&
         (text.size() == 1 || static_cast<unsigned char>(text[1]) < 0x80);
}

/// Reads the four fields of one line. Racks in `out` are overwritten.
class FieldReader {
 public:
  FieldReader(std::string_view line, CgpPosition& out) : line_(line), out_(out) {}

  std::optional<Problem> read_placement(std::string_view field) {
    offset_ = offset_of(field);
    for (std::optional<std::string_view> rest = field; rest;) {
      ++row_;
      if (auto problem = read_row(take_cgp_part(rest, '/'))) return problem;
    }
    return check_widths(field);
  }

  std::optional<Problem> read_racks(std::string_view field) {
    for (std::optional<std::string_view> rest = field; rest;) {
      std::string_view text = take_cgp_part(rest, '/');
      if (racks_ == kMaxCgpPlayers) {
        return bad(offset_of(text), fmt::format("more than {} racks", kMaxCgpPlayers), kRacks);
      }
      if (racks_ == out_.racks.size()) out_.racks.emplace_back();
      auto& rack = out_.racks[racks_++];
      rack.clear();
      while (!text.empty()) {
        const std::size_t offset = offset_of(text);
        const auto code = take_code(text);
        if (!code) {
          return bad(offset, fmt::format("rack {}: {}", racks_, why_no_tile_), kRacks);
        }
        rack.push_back(*code);
      }
    }
    out_.racks.resize(racks_);
    return std::nullopt;
  }

  std::optional<Problem> read_scores(std::string_view field) {
    for (std::optional<std::string_view> rest = field; rest;) {
      const std::string_view text = take_cgp_part(rest, '/');
      const auto score = find_number<std::int32_t>(text);
      if (!score) {
        return bad(offset_of(text),
                   fmt::format("score {} is no number: `{}`", out_.scores.size() + 1, text),
                   kScores);
      }
      out_.scores.push_back(*score);
    }
    if (out_.scores.size() == out_.racks.size()) return std::nullopt;
    return bad(offset_of(field),
               fmt::format("{} score{}, expected {}: as many as racks", out_.scores.size(),
                           out_.scores.size() == 1 ? "" : "s", out_.racks.size()),
               kScores);
  }

  std::optional<Problem> read_zeros(std::string_view field) {
    const auto zeros = find_number<std::uint32_t>(field);
    if (!zeros) {
      return bad(offset_of(field), fmt::format("zero turns: expected a number, not `{}`", field),
                 kZeros);
    }
    out_.zero_turns = *zeros;
    return std::nullopt;
  }

 private:
  static constexpr std::size_t kShortRun = 16;  // squares that are emptied at once

  [[nodiscard]] std::size_t offset_of(std::string_view part) const {
    return static_cast<std::size_t>(part.data() - line_.data());
  }

  std::optional<Problem> read_row(std::string_view text) {
    std::size_t width = 0;
    while (!text.empty()) {
      if (starts_with_letter(text)) {
        cells_[width++] = static_cast<TileCode>(text.front());
        text.remove_prefix(1);
      } else if (is_digit(text.front())) {
        const std::size_t offset = offset_of(text);
        const std::size_t run = take_run(text);
        if (run == 0 || run > kMaxCgpSide) return no_run(offset, width, text);
        std::fill_n(&cells_[width], kShortRun, tile::kEmpty);
        if (run > kShortRun) std::fill_n(&cells_[width], run, tile::kEmpty);
        width += run;
      } else {
        const std::size_t offset = offset_of(text);
        const auto code = take_code(text);
        if (!code || *code == tile::kUndesignated) {
          return bad(offset,
                     fmt::format("row {}, column {}: {}", row_, width + 1,
                                 code ? "`?` stands for no letter" : why_no_tile_),
                     kPlacement);
        }
        cells_[width++] = *code;
      }
      if (width > kMaxCgpSide) return too_large("row", row_, "squares wide");
    }
    if (row_ > kMaxCgpSide) return too_large("board", 0, "rows high");
    widths_[row_ - 1] = static_cast<int>(width);
    out_.cells.insert(out_.cells.end(), cells_.begin(), cells_.begin() + width);
    return std::nullopt;
  }

  /// More than kMaxCgpSide for every number that is.
  static std::size_t take_run(std::string_view& text) {
    std::size_t run = 0;
    for (; !text.empty() && is_digit(text.front()); text.remove_prefix(1)) {
      const std::size_t next = run * 10 + static_cast<std::size_t>(text.front() - '0');
      run = next > kMaxCgpSide ? kMaxCgpSide + 1 : next;
    }
    return run;
  }

  [[nodiscard]] Problem no_run(std::size_t offset, std::size_t width, std::string_view rest) const {
    const std::string_view digits = line_.substr(offset, offset_of(rest) - offset);
    return bad(offset,
               fmt::format("row {}, column {}: a run of {} squares, expected 1 to {}", row_,
                           width + 1, digits, kMaxCgpSide),
               kPlacement);
  }

  Problem too_large(std::string_view what, std::size_t row, std::string_view unit) {
    const std::string which = row == 0 ? std::string(what) : fmt::format("{} {}", what, row);
    return bad(offset_, fmt::format("{} is more than {} {}", which, kMaxCgpSide, unit), kPlacement);
  }

  std::optional<TileCode> take_code(std::string_view& text) {
    if (starts_with_letter(text)) {
      const auto code = static_cast<TileCode>(text.front());
      text.remove_prefix(1);
      return code;
    }
    const auto symbol = take_cgp_tile(text);
    if (!symbol) {
      why_no_tile_ = "`[` without `]`";
      return std::nullopt;
    }
    const auto code = out_.names.code_of(*symbol);
    if (!code) why_no_tile_ = why_no_tile(*symbol);
    return code;
  }

  [[nodiscard]] std::string why_no_tile(std::string_view symbol) const {
    if (symbol.size() > TileNames::kMaxTileBytes) {
      return fmt::format("a tile of more than {} bytes", TileNames::kMaxTileBytes);
    }
    if (!out_.names.full()) return fmt::format("`{}` is no tile", symbol);
    return fmt::format("`{}` is one more than {} tiles beyond A to Z", symbol,
                       TileNames::kMaxNames);
  }

  /// The width that most rows have is the one expected.
  std::optional<Problem> check_widths(std::string_view field) {
    const std::span widths(widths_.data(), row_);
    int expected = widths.front();
    const auto differs = [&](int width) { return width != expected; };
    auto wrong = std::find_if(widths.begin(), widths.end(), differs);
    if (wrong != widths.end()) {
      expected = commonest(widths);
      wrong = std::find_if(widths.begin(), widths.end(), differs);
      return bad(offset_of(row_of(field, wrong - widths.begin())),
                 fmt::format("row {} is {} squares wide, expected {}", wrong - widths.begin() + 1,
                             *wrong, expected),
                 kPlacement);
    }
    if (expected == 0) return bad(offset_, "row 1 is 0 squares wide", kPlacement);
    out_.size = {static_cast<std::int16_t>(expected), static_cast<std::int16_t>(row_)};
    return std::nullopt;
  }

  static int commonest(std::span<const int> widths) {
    std::map<int, int> rows;
    for (const int width : widths) ++rows[width];
    const auto most = std::max_element(
        rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    const bool first_is_as_common = rows[widths.front()] == most->second;
    return first_is_as_common ? widths.front() : most->first;
  }

  static std::string_view row_of(std::string_view field, std::ptrdiff_t row) {
    for (; row > 0; --row) field.remove_prefix(field.find('/') + 1);
    return field;
  }

  std::string_view line_;
  CgpPosition& out_;
  std::size_t offset_ = 0;  // of the placement
  std::size_t row_ = 0;
  std::array<TileCode, 2 * kMaxCgpSide + kShortRun> cells_;  // of a row
  std::array<int, kMaxCgpSide> widths_;                      // of the first row_ rows
  std::size_t racks_ = 0;                                    // read so far
  std::string why_no_tile_;
};

void clear(CgpPosition& position) {
  position.size = {};
  position.names.clear();
  position.cells.clear();
  position.scores.clear();
  position.zero_turns = 0;
  position.opcodes = {};
  position.last_move.reset();
}

}  // namespace

std::optional<Problem> parse_cgp(std::string_view line, CgpPosition& out,
                                 CgpDeviations* deviations) {
  clear(out);
  if (!is_ascii(line) && !is_utf8(line)) {
    return Problem{ProblemKind::bad_charset, -1, 0, "the line is not UTF-8"};
  }
  std::string_view rest = trimmed_cgp(line);
  std::array<std::string_view, 4> fields;
  for (std::size_t field = 0; field < fields.size(); ++field) {
    fields[field] = take_cgp_word(rest);
    if (!fields[field].empty()) continue;
    return bad(0,
               fmt::format("{} {}, expected placement, racks, scores and zero turns", field,
                           field == 1 ? "field" : "fields"),
               "");
  }
  FieldReader reader(line, out);
  if (auto problem = reader.read_placement(fields[0])) return problem;
  if (auto problem = reader.read_racks(fields[1])) return problem;
  if (auto problem = reader.read_scores(fields[2])) return problem;
  if (auto problem = reader.read_zeros(fields[3])) return problem;
  if (deviations != nullptr) note_cgp_spacing(line, *deviations);
  const auto offset = static_cast<std::size_t>(rest.data() - line.data());
  return read_cgp_opcodes(rest, offset, out, deviations);
}

}  // namespace ludex
