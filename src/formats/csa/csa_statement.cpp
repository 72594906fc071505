#include "formats/csa/csa_statement.hpp"

#include "core/ascii.hpp"
#include "core/shogi.hpp"
#include "formats/csa/csa_values.hpp"
#include "formats/text_lines.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace ludex {
namespace {

bool skip_word(std::string_view& text, std::string_view lower_case) {
  if (text.size() < lower_case.size()) return false;
  const std::string_view front = text.substr(0, lower_case.size());
  if (!same_but_case(front, lower_case)) return false;
  text = trimmed(text.substr(lower_case.size()));
  return true;
}

/// True if a statement starts here, after a comma, that cannot be part of a name or value.
bool starts_statement(std::string_view text) {
  const auto at = [&](std::size_t i) { return i < text.size() ? text[i] : '\0'; };
  const auto ends_at = [&](std::size_t i) { return at(i) == '\0' || at(i) == ','; };
  switch (at(0)) {
    case 'N':
      return is_sign(at(1));
    case '$':
      return is_upper(at(1)) && text.substr(0, text.find(',')).find(':') != text.npos;
    case 'P':
      if (at(1) == 'I') return ends_at(2) || is_digit(at(2));
      return is_nonzero_digit(at(1)) ? is_sign(at(2)) || at(2) == ' '
                                     : is_sign(at(1)) && is_digit(at(2)) && is_digit(at(3));
    case '+':
    case '-':
      return ends_at(1) ||
             (text.size() >= 7 && is_digit(at(1)) && is_digit(at(4)) &&
              shogi::find_csa_piece(text.substr(5, 2)) && (ends_at(7) || at(7) == ' '));
    case '%':
      return is_csa_end_mark(trimmed_text(text.substr(1, text.find(',') - 1)));
    default:
      return false;
  }
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == '\x7F'; }

/// As the reader keeps it: without blanks and control characters at its ends.
std::string_view trimmed_keyword(std::string_view keyword) {
  return trimmed(keyword, [](char c) { return is_control(c) || c == ' '; });
}

/// The evidence of a line for CSA; kEnough is sufficient.
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

/// Squares with pieces, as after "PI", "P+" and "P-".
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

/// The squares of a rank, as after "P1": some writers lose blanks, or the last squares.
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

bool is_keyword_of_all_versions(std::string_view keyword) {
  constexpr std::string_view kKeywords[] = {"$EVENT", "$SITE", "$START_TIME", "$END_TIME",
                                            "$OPENING"};
  return std::ranges::find(kKeywords, keyword) != std::end(kKeywords);
}

bool is_information(std::string_view line) {
  if (!line.starts_with('$')) return false;
  const std::string_view keyword = trimmed_keyword(csa_keyword_of(line));
  return is_keyword_of_all_versions(keyword) || is_csa_keyword_of_one_version(keyword);
}

int weight_of(std::string_view line) {
  if (line.empty() || line[0] == '\'' || line == "/" || line == "+" || line == "-") return 0;
  if (is_move(line) || is_position(line) ||
      (line[0] == '%' && begins_with_csa_end_mark(line.substr(1))) || is_information(line)) {
    return kEnough;
  }
  if (!csa_version_of(line).empty()) return kVersion;
  if (starts_with_any(line, {"N+", "N-"})) return kName;
  return kAgainst;
}

}  // namespace

std::string_view take_csa_line(std::string_view& text) { return trimmed(take_line(text)); }

std::string_view csa_version_of(std::string_view line) {
  if (line.size() < 2 || line[0] != 'V' || line[1] < '0' || line[1] > '9') return {};
  const std::string_view version = line.substr(1);
  return version.find_first_not_of("0123456789.") == std::string_view::npos ? version
                                                                            : std::string_view{};
}

std::string_view csa_encoding_of(std::string_view line) {
  return skip_word(line, "'") ? csa_encoding_in_comment(line) : std::string_view{};
}

std::string_view csa_encoding_in_comment(std::string_view comment) {
  comment = trimmed(comment);
  skip_word(comment, "csa");
  if (!skip_word(comment, "encoding") || !skip_word(comment, "=")) return {};
  return comment;
}

CsaHead read_csa_head(std::string_view text) {
  CsaHead head;
  while (!text.empty()) {
    const std::string_view line = take_csa_line(text);
    if (line.empty() || line == "/") continue;
    if (line.front() == '\'') {
      if (head.encoding_line.empty() && !csa_encoding_of(line).empty()) head.encoding_line = line;
    } else if (!csa_version_of(line).empty()) {
      if (head.version_line.empty()) head.version_line = line;
    } else {
      head.has_content = true;
      break;
    }
  }
  return head;
}

std::string ascii_of_utf16(std::string_view bytes, bool big_endian) {
  std::string text;
  text.reserve(bytes.size() / 2);
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    const char high = bytes[big_endian ? i : i + 1];
    const char low = bytes[big_endian ? i + 1 : i];
    text.push_back(high == '\0' && static_cast<unsigned char>(low) < 0x80 ? low : '\x7F');
  }
  return text;
}

std::string_view csa_keyword_of(std::string_view statement) {
  const std::size_t colon = statement.find(':');
  return colon == statement.npos ? std::string_view{} : statement.substr(0, colon);
}

std::size_t end_of_csa_value(std::string_view line) {
  for (auto comma = line.find(','); comma != line.npos; comma = line.find(',', comma + 1)) {
    // Values are kept with blanks in place of control characters: they must end in the same place.
    const std::size_t next = std::min(line.find(',', comma + 1), line.size() - 1);
    std::string text(line.substr(comma + 1, next - comma));
    std::ranges::replace_if(text, is_control, ' ');
    if (starts_statement(trimmed_text(text))) return comma;
  }
  return line.npos;
}

bool is_csa_move(std::string_view word) {
  constexpr std::size_t kMoveBytes = 7;
  return word.size() == kMoveBytes && is_sign(word[0]) &&
         std::ranges::all_of(word.substr(1, 4), [](char c) { return is_digit(c); }) &&
         shogi::find_csa_piece(word.substr(5)).has_value();
}

bool holds_csa(std::string_view head) {
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

bool is_csa_version_or_name(std::string_view line) {
  line = take_csa_line(line);
  return !csa_version_of(line).empty() || starts_with_any(line, {"N+", "N-"});
}

bool is_csa_keyword_of_one_version(std::string_view keyword) {
  constexpr std::string_view kKeywords[] = {"$TIME",   "$TIME+",     "$TIME-",
                                            "$TIMET+", "$TIMET-",    "$TIME_LIMIT",
                                            "$NOTE",   "$MAX_MOVES", "$JISHOGI"};
  return std::ranges::find(kKeywords, keyword) != std::end(kKeywords);
}

}  // namespace ludex
