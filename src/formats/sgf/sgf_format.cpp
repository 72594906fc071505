#include "core/ascii.hpp"
#include "formats/format_room.hpp"
#include "formats/position_text.hpp"
#include "formats/sgf/ggf_writer.hpp"
#include "formats/sgf/sgf.hpp"
#include "formats/sgf/sgf_rules.hpp"
#include "formats/sgf/sgf_splitter.hpp"
#include "formats/wthor/wthor_writer.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace ludex {
namespace {

using enum ProblemKind;

constexpr std::string_view kEndings[] = {".sgf", ".sgfs", ".mgt", ".tsgf", ".hsgf", ".ggf", ".sof"};

bool starts_property(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && is_letter(text[length])) ++length;
  return length > 0 && length < text.size() && is_upper(text[0]) && text[length] == '[';
}

/// "(;" with a property or another node's end after it, or a root without its semicolon.
bool holds_sgf(std::string_view text) {
  const auto skip_blanks = [&](std::size_t at) {
    while (at < text.size() && is_blank(text[at])) ++at;
    return at;
  };
  for (std::size_t at = text.find('('); at != text.npos; at = text.find('(', at + 1)) {
    const std::size_t next = skip_blanks(at + 1);
    if (next == text.size()) return false;
    if (text[next] != ';') {
      if (starts_property(text.substr(next))) return true;
      continue;
    }
    const std::size_t inside = skip_blanks(next + 1);
    if (inside == text.size()) return true;
    const char c = text[inside];
    if (is_letter(c) || c == ')' || c == ';' || c == '(') return true;
  }
  return false;
}

constexpr std::string_view kPositionPrefix = "sgf:";

bool is_setup(std::string_view text, const PositionTextOptions&) {
  return text.starts_with(kPositionPrefix);
}
QueryPosition read_setup(std::string_view text, const PositionTextOptions& options) {
  return read_sgf_setup(text.substr(kPositionPrefix.size()), options);
}

constexpr PositionNotation kPositions[] = {{is_setup, read_setup}};

bool is_hex(char c) { return is_digit(c) || (c >= 'A' && c <= 'F'); }

/// A value as UTF-8, its escapes kept. Bytes that mean nothing in the charset became `\xE9`, whose
/// backslash is text and not an escape: it is written as such.
std::string decode_value(Charset charset, std::string_view raw_value) {
  std::string utf8;
  if (append_utf8(charset, raw_value, utf8) == 0) return utf8;
  std::string escaped;
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    if (utf8[i] == '\\' && i + 3 < utf8.size() && utf8[i + 1] == 'x' && is_hex(utf8[i + 2]) &&
        is_hex(utf8[i + 3])) {
      escaped += '\\';
    }
    escaped += utf8[i];
  }
  return escaped;
}

class SgfRecordWriter final : public RecordWriter {
 public:
  std::optional<Problem> write(std::string_view text, TextForm form, Charset charset,
                               std::string& out) override {
    SgfTree tree;
    if (auto problem = parse_sgf(text, form, tree)) return problem;
    if (auto ggf = write_ggf_as_sgf(tree, text, form, charset)) {
      return rewrite_sgf(*ggf, out);
    }
    out = write_sgf(tree, [&](std::string_view value) { return decode_value(charset, value); });
    return std::nullopt;
  }
};

constexpr Rule kFf4Rules[] = {
    {unclosed_record, "", "EBNF", "every ( of a game tree is closed by a )"},
    {no_node, "", "EBNF", "a game tree holds at least one node"},
    {missing_semicolon, "", "EBNF", "a node begins with a semicolon, a game tree with a node"},
    {node_after_variation, "", "EBNF", "the nodes of a game tree come before its variations"},
    {stray_text, "", "EBNF", "a node holds nothing but properties"},
    {property_without_value, "", "EBNF", "a property has at least one value"},
    {duplicate_property, "", "", "a property may stand only once in a node"},
    {lower_case_ident, "", "", "a property identifier has upper-case letters only"},
    {unescaped_bracket, "", "Text", "a ] in a value is written \\]"},
    {nul_byte, "", "Text", "no character has the code 0"},

    {bad_charset, "", "CA", "the text is in the charset that is declared"},
    {wrong_charset, "", "CA", "the text is in the charset that is declared"},
    {unknown_charset, "", "CA", "a charset is named as in RFC 1345"},
    {bad_date, "", "DT", "dates are written YYYY-MM-DD, with its shortcuts"},
    {bad_result, "", "RE", "results are written B+3.5, W+R, B+T, W+F, 0, Void or ?"},
    {bad_komi, "", "KM", "a real number of points"},
    {bad_handicap, "", "HA", "a number of stones, 2 or more"},
    {bad_size, "", "SZ", "a number, or columns:rows of an oblong board, of 1 to 52"},
    {bad_number, "", "Number", "an optional sign and digits"},
    {bad_number, "real", "Real", "an optional sign and digits, perhaps a point and digits"},
    {bad_number, "FF", "FF", "a version of the format, 1 to 4"},
    {bad_number, "ST", "ST", "0 to 3"},
    {bad_number, "PM", "PM", "0 to 2"},
    {bad_value, "emphasis", "Double", "1 or 2"},
    {bad_value, "none", "None", "the value is empty"},
    {bad_value, "color", "Color", "B or W"},
    {bad_value, "line", "AR and LN", "two different points, a colon between them"},
    {bad_value, "label", "LB", "a point, a colon and the text"},
    {bad_value, "figure", "FG", "empty, or a number, a colon and the title"},
    {bad_point, "", "Point", "two letters that name a point of the board"},
    {repeated_value, "setup", "AB, AW and AE", "a point stands only once in those of a node"},
    {repeated_value, "markup", "CR, MA, SL, SQ and TR",
     "a point stands only once in those of a node"},
    {misplaced_property, "", "property types", "each has its place in the tree"},
    {misplaced_property, "annotation", "annotation",
     "a node has only one of BM, DO, IT, TE, and only one of DM, GB, GW, UC"},
    {bad_rank, "", "BR and WR", "ranks are written 30k to 1k, 1d to 9d, 1p to 9p"},
    {bad_time, "", "TM", "a real number of seconds"},
    {unknown_game, "", "GM", "a number of the list of games"},

    {off_board, "", "Move", "a move names a point of the board"},
    {setup_and_move, "", "", "setup and moves do not stand in one node"},
    {several_moves, "", "", "a node holds one move"},
};

// Kierulf's format of 1990, which FF[1] names. What it does not speak of is judged by FF[4].
constexpr Rule kKierulfRules[] = {
    {unclosed_record, "", "GameTree", "`(`, a sequence of nodes, a tree for each son, `)`"},
    {no_node, "", "Sequence", "a game tree holds at least one node"},
    {missing_semicolon, "", "Node", "a node begins with a semicolon, a game tree with a node"},
    {node_after_variation, "", "GameTree", "the nodes of a tree come before the trees of its sons"},
    {stray_text, "", "Node", "a node holds nothing but properties"},
    {property_without_value, "", "Property", "an identifier is followed by a value"},
    {lower_case_ident, "", "PropIdent", "a capital letter, and a second one or a digit"},
    {unescaped_bracket, "", "Text", "a closing bracket is prefixed by a backslash"},
    {bad_date, "", "DT", "dates are written YYYY-MM-DD"},
    {bad_result, "", "RE", "results are written 0, B+2.5 or W+64"},
    {bad_komi, "", "KM", "a real number"},
    {bad_handicap, "", "HA", "a number"},
    {bad_size, "", "SZ", "a number, in Go of 2 to 19: boards are square"},
    {bad_number, "", "Number", "an optional sign and digits"},
    {bad_point, "", "Go", "two letters from a to s; a pass is tt"},
    {misplaced_property, "", "root", "GM, SZ, VW, BS and WS stand at the root only"},
    {bad_time, "", "TM", "a number of minutes"},
    {unknown_game, "", "GM", "a number: 1 Go, 2 Othello, 3 chess, 5 Nine Men's Morris"},
    {off_board, "", "Go", "two letters from a to s; a pass is tt"},
};

/// Game trees of any game that SGF numbers.
class SgfFormat final : public FormatRoom {
 public:
  SgfFormat()
      : FormatRoom({.name = "sgf",
                    .title = "SGF",
                    .endings = kEndings,
                    .evidence = Evidence::anywhere,
                    .line_mark = {"("},
                    .joining = {.runs_on = RunsOn::unclosed, .needs_utf16_mark = false},
                    .positions = kPositions}) {}

  [[nodiscard]] bool holds(std::string_view head) const override { return holds_sgf(head); }

  /// "(;GM[": as far as a comment of another format will not go.
  [[nodiscard]] bool begins_record(std::string_view text, bool) const override {
    if (!text.starts_with("(;")) return false;
    const std::size_t end =
        std::min(text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 2), text.size());
    return end > 2 && end < text.size() && text[end] == '[';
  }

  [[nodiscard]] std::unique_ptr<Splitter> make_splitter(const SplitOptions& options,
                                                        std::string_view) const override {
    return std::make_unique<SgfSplitter>(options.start_offset_bytes, options.max_record_bytes);
  }

  [[nodiscard]] std::unique_ptr<RecordReader> make_reader(
      const ReadOptions& options) const override {
    return make_sgf_reader(options);
  }

  [[nodiscard]] std::unique_ptr<RecordWriter> make_writer(std::string_view) const override {
    return std::make_unique<SgfRecordWriter>();
  }

  [[nodiscard]] std::unique_ptr<RecordWriter> make_converter(Format to,
                                                             std::string_view) const override {
    return to == Format::wthor ? make_wthor_writer(Format::sgf) : nullptr;
  }

  /// "((;": a record begins at its own "(", so that another one before it is in no record.
  [[nodiscard]] std::optional<Problem> fault_before_record(
      std::string_view between) const override {
    const std::size_t last = between.find_last_not_of(" \t\r\n");
    if (last == std::string_view::npos || between[last] != '(') return std::nullopt;
    return Problem{ProblemKind::missing_semicolon, -1, last, {}};
  }

  [[nodiscard]] std::vector<RuleBook> rule_books(const RuleScope& scope) const override {
    std::vector<RuleBook> books;
    const SgfRules* const game = scope.game ? find_sgf_rules(*scope.game) : nullptr;
    if (game != nullptr && !game->page().rules.empty()) books.push_back(game->page());
    if (scope.version == "1") books.push_back({"FF[1]", kKierulfRules});
    books.push_back({"FF[4]", kFf4Rules});
    return books;
  }
};

}  // namespace

const FormatRoom& sgf_format() {
  static const SgfFormat format;
  return format;
}

}  // namespace ludex
