#include "formats/csa/csa_format.hpp"

#include "core/ascii.hpp"
#include "core/shogi.hpp"
#include "formats/csa/csa_head.hpp"
#include "formats/csa/csa_record_reader.hpp"
#include "formats/csa/csa_splitter.hpp"

#include <algorithm>
#include <cstddef>

namespace ludex {
namespace {

constexpr std::string_view kEndings[] = {".csa"};

/// How much a line says for CSA; from kEnough on, no more is needed.
constexpr int kEnough = 4;
constexpr int kVersion = 2;
constexpr int kName = 2;
constexpr int kAgainst = -1;

bool is_piece(std::string_view name) {
  return shogi::find_csa_piece(name).has_value() || name == "AL";
}

bool is_move(std::string_view line) {
  return line.size() >= 7 && is_sign(line[0]) && std::all_of(&line[1], &line[5], is_digit) &&
         is_piece(line.substr(5, 2)) && (line.size() == 7 || line[7] == ',' || line[7] == ' ');
}

/// Squares with pieces, as behind "PI", "P+" and "P-".
bool is_piece_list(std::string_view list) {
  while (!list.empty()) {
    if (list.front() == ' ') {
      list.remove_prefix(1);
    } else {
      if (list.size() < 4 || !is_digit(list[0]) || !is_digit(list[1])) return false;
      if (!is_piece(list.substr(2, 2))) return false;
      list.remove_prefix(4);
    }
  }
  return true;
}

/// The squares of a rank, as behind "P1": some writers lose blanks, or the last squares.
bool is_rank(std::string_view squares) {
  std::size_t count = 0;
  while (!squares.empty()) {
    if (squares.front() == ' ') {
      squares.remove_prefix(1);
      continue;
    }
    const bool empty = squares.front() == '*';
    if (!empty && !(is_sign(squares.front()) && is_piece(squares.substr(1, 2)))) return false;
    squares.remove_prefix(empty ? 1 : 3);
    ++count;
  }
  return count > 0 && count <= 9;
}

bool is_position(std::string_view line) {
  if (line.size() < 2 || line[0] != 'P') return false;
  const std::string_view rest = line.substr(2);
  if (line[1] == 'I') return is_piece_list(rest);
  if (is_sign(line[1])) return !rest.empty() && is_piece_list(rest);
  return line[1] >= '1' && line[1] <= '9' && is_rank(rest);
}

bool starts_with_any(std::string_view line, std::initializer_list<std::string_view> starts) {
  return std::any_of(starts.begin(), starts.end(),
                     [&](std::string_view start) { return line.starts_with(start); });
}

bool is_end_mark(std::string_view line) {
  return starts_with_any(
      line, {"%TORYO", "%CHUDAN", "%SENNICHITE", "%TIME_UP", "%ILLEGAL_MOVE", "%+ILLEGAL_ACTION",
             "%-ILLEGAL_ACTION", "%JISHOGI", "%KACHI", "%HIKIWAKE", "%MATTA", "%TSUMI", "%FUZUMI",
             "%ERROR", "%MAX_MOVES"});
}

bool is_information(std::string_view line) {
  return starts_with_any(
      line, {"$EVENT:", "$SITE:", "$START_TIME:", "$END_TIME:", "$TIME_LIMIT:", "$OPENING:",
             "$TIME:", "$TIME+:", "$TIME-:", "$MAX_MOVES:", "$JISHOGI:", "$NOTE:"});
}

int weight_of(std::string_view line) {
  if (line.empty() || line[0] == '\'' || line == "/" || line == "+" || line == "-") return 0;
  if (is_move(line) || is_position(line) || is_end_mark(line) || is_information(line)) {
    return kEnough;
  }
  if (!csa_version_of(line).empty()) return kVersion;
  if (starts_with_any(line, {"N+", "N-"})) return kName;
  return kAgainst;
}

/// A line that records start with.
bool is_version_or_name(std::string_view line) {
  line = take_csa_line(line);
  return !csa_version_of(line).empty() || starts_with_any(line, {"N+", "N-"});
}

}  // namespace

CsaFormat::CsaFormat()
    : FormatRoom({.name = "csa", .title = "CSA", .endings = kEndings, .line_mark = {"VNP$+-"}}) {}

/// With or without a version line: nothing but lines of CSA up to one that no other kind of text
/// has (a move, a position, "$EVENT:", "%TORYO", both names).
bool CsaFormat::holds(std::string_view head) const {
  int weight = 0;
  while (!head.empty() && weight < kEnough) {
    std::string_view line = take_csa_line(head);
    if (!line.starts_with("N")) line = line.substr(0, line.find(','));
    const int more = weight_of(line);
    if (more == kAgainst) return false;
    weight += more;
  }
  return weight >= kEnough;
}

bool CsaFormat::begins_record(std::string_view text, bool line_alone) const {
  return (line_alone && is_version_or_name(text)) || holds(text);
}

std::unique_ptr<Splitter> CsaFormat::make_splitter(const SplitOptions& options,
                                                   std::string_view head) const {
  return std::make_unique<CsaSplitter>(options.start_offset_bytes, options.max_record_bytes, head);
}
std::unique_ptr<RecordReader> CsaFormat::make_reader(const ReadOptions& options) const {
  return std::make_unique<CsaRecordReader>(options);
}

const FormatRoom& csa_format() {
  static const CsaFormat format;
  return format;
}

}  // namespace ludex
