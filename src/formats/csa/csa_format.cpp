#include "core/ascii.hpp"
#include "core/shogi.hpp"
#include "formats/csa/csa.hpp"
#include "formats/csa/csa_conversion.hpp"
#include "formats/csa/csa_info_reader.hpp"
#include "formats/csa/csa_record_writer.hpp"
#include "formats/csa/csa_splitter.hpp"
#include "formats/csa/csa_statement.hpp"
#include "formats/format_room.hpp"
#include "formats/position_text.hpp"
#include "formats/record_reader.hpp"
#include "formats/shogi/shogi_conversion.hpp"
#include "formats/text_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ludex {
namespace {

using enum ProblemKind;

constexpr std::string_view kEndings[] = {".csa"};
// Shogi programs use SFEN besides CSA.
constexpr PositionNotation kPositions[] = {{is_csa_position, read_csa_position},
                                           {is_sfen, read_sfen}};
constexpr std::string_view kVersions[] = {"2.2", "3"};

/// The head of a stream names the encoding of all its games.
class CsaStreamCharsets final : public StreamCharsets {
 public:
  void prepare(std::string_view record, std::string_view charset, RecordStream& stream) override {
    if (!is_utf8(record)) {
      const std::string head = fmt::format("'CSA encoding={}\n", charset);
      const bool is_read = reads_as(charset, record, stream.head);
      if (!is_read && !stream.begun && reads_as(charset, record, head)) {
        stream.head = head;
        stream.text += head + "/\n";
      } else if (!is_read) {
        ++misread_;
      }
    }
    if (stream.head.empty() && !stream.begun) stream.head = record.substr(0, kHeadBytes);
  }

 private:
  static constexpr std::size_t kHeadBytes = 4096;

  bool reads_as(std::string_view charset, std::string_view record, std::string_view head) {
    return !parse_csa(record, {.context = head}, game_) && game_.info.charset == charset;
  }

  CsaGame game_;
};

constexpr std::string_view kLines =
    "a line is a version, a name, a keyword, a position, a turn, a move, a time, an end mark or a "
    "comment";
constexpr std::string_view kMove = "+ or -, two squares, and the piece after the move: +2726FU";
constexpr std::string_view kSquares =
    "P+ or P-, then squares and pieces; 00 is in hand: P+99KY00FU";
constexpr std::string_view kHirate = "PI, then the squares and pieces that are removed: PI82HI22KA";

// The texts of 1999 to V3.0 agree in all of this.
constexpr Rule kRules[] = {
    {bad_syntax, "", "overview", kLines},
    {stray_text, "", "overview", kLines},
    {no_node, "", "overview", "a record holds names, a position or moves"},
    {misplaced_property, "name", "overview", "names stand before the start position and the moves"},
    {misplaced_property, "turn", "turn", "the turn follows the position"},
    {misplaced_property, "", "overview", "the start position stands before the moves"},

    {bad_syntax, "PI", "start position", kHirate},
    {bad_point, "PI", "start position", kHirate},
    {bad_syntax, "P", "start position", "P1 to P9, then nine squares: a piece or *"},
    {bad_syntax, "P+", "start position", kSquares},
    {bad_number, "hand", "start position", "no more of a piece than a set has"},
    {duplicate_property, "P", "start position", "PI or P1 to P9, each once"},
    {occupied_point, "", "start position", "a square holds one piece"},
    {duplicate_property, "turn", "turn", "the turn must be given once"},
    {missing_property, "turn", "turn", "the turn must be given: + or -, on a line of its own"},

    {bad_syntax, "move", "moves", kMove},
    {bad_syntax, "T", "time", "T and the seconds spent, after a move"},
    {duplicate_property, "", "time", "a move has one time"},
    {bad_syntax, "%", "special moves", "a game ends once, and no move follows"},
    {bad_result, "", "special moves",
     "%TORYO, %CHUDAN, %SENNICHITE, %JISHOGI, %KACHI and the others of its list"},

    {bad_syntax, "$", "game information", "a keyword, a colon and a value: $EVENT:Meijin"},
    {bad_date, "", "$START_TIME", "written YYYY/MM/DD, the time of day after it"},
    {bad_time, "", "$TIME_LIMIT", "hours, minutes and byoyomi: HH:MM+SS; V3.0: $TIME:600+30+0"},
    {bad_charset, "", "encoding", "V3.0: UTF-8 or SHIFT_JIS, as the first line says"},
    {wrong_charset, "", "encoding", "V3.0: UTF-8 or SHIFT_JIS, as the first line says"},
    {unknown_charset, "", "encoding", "V3.0: UTF-8 or SHIFT_JIS, as the first line says"},
};

// Later texts have no take-back.
constexpr Rule kTakeBackRules[] = {
    {take_back, "", "5 (2), special moves", "%MATTA takes a move back"}};

std::string_view title_of(std::string_view version) {
  constexpr std::pair<std::string_view, std::string_view> kTitles[] = {
      {"", "CSA 1999"}, {"2", "CSA V2"}, {"2.1", "CSA V2.1"}, {"2.2", "CSA V2.2"}};
  for (const auto& [known, title] : kTitles) {
    if (known == version) return title;
  }
  return version.starts_with('3') ? "CSA V3.0" : "CSA";
}

/// The evaluation of an engine after its move: "** 123 +7776FU ...", from sente's side.
std::optional<double> find_evaluation(const std::string& comment) {
  constexpr std::string_view kMark = "** ";
  if (!comment.starts_with(kMark)) return std::nullopt;
  double value = 0;
  const char* const end = comment.data() + comment.size();
  const auto [rest, error] = std::from_chars(comment.data() + kMark.size(), end, value);
  const bool ends = rest == end || *rest == ' ' || *rest == '\n';
  return error == std::errc{} && ends ? std::optional(value) : std::nullopt;
}

/// The lines that people wrote. A line of an engine begins with "**"; servers write keywords.
void append_spoken(const std::string& comment, std::string& text) {
  for (std::string_view rest = comment; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    const bool is_spoken = !line.starts_with("**") && !CsaInfoReader::is_server_comment(line);
    if (is_spoken) join_line(text, line);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

class CsaRecordReader final : public RecordReader {
 public:
  explicit CsaRecordReader(const ReadOptions& options) : options_(options) {}

  std::optional<Problem> read(const RecordText& record) override {
    return parse_csa(record.text,
                     {.context = record.context, .form = record.form, .charset = options_.charset},
                     game_);
  }

  std::string format_version() const override { return game_.version; }
  GameInfo& info(std::size_t) override { return game_.info; }

  void compile(std::size_t, ReplayScript& script, std::vector<PositionKey>* keys) override {
    compile_csa(game_, script, keys);
  }

  std::vector<MoveNote> notes(std::size_t) override {
    std::vector<MoveNote> notes;
    const std::vector<std::size_t> standing = standing_moves(game_);
    for (std::size_t ply = 1; ply <= standing.size(); ++ply) {
      const CsaMove& move = game_.moves[standing[ply - 1]];
      std::string comment = move.comment;
      if (ply == standing.size()) join_line(comment, game_.end_comment);
      if (!move.seconds && comment.empty()) continue;
      MoveNote& note = notes.emplace_back();
      note.ply = static_cast<std::uint32_t>(ply);
      note.seconds_spent = move.seconds;
      note.value = find_evaluation(comment);
      note.comment = std::move(comment);
    }
    return notes;
  }

  std::vector<NodeComment> comments(std::size_t) override {
    std::vector<NodeComment> comments;
    visit_nodes([&](const Node& node) {
      if (!node.comment.empty()) comments.push_back({node.number, node.ply, {}, node.comment});
    });
    return comments;
  }

  void append_node_text(std::size_t, std::string& text) override {
    for (const CsaMove& move : game_.moves) append_spoken(move.comment, text);
    for (const CsaTakeBack& taken : game_.take_backs) append_spoken(taken.comment, text);
    append_spoken(game_.end_comment, text);
  }

  std::vector<NodeMark> marks(std::size_t) override {
    std::vector<NodeMark> marks;
    visit_nodes([&](const Node& node) {
      if (!node.seconds) return;
      marks.push_back({node.number, node.ply, "T", {}, {}, fmt::format("{}", *node.seconds)});
    });
    return marks;
  }

 private:
  /// A note at one place of a record.
  struct Node {
    std::uint32_t number = 0;
    std::optional<std::uint32_t> ply;
    const std::string& comment;
    std::optional<double> seconds;
  };

  /// In the order of the record: what stands before the first move, the moves and what takes them
  /// back, and the end mark.
  void visit_nodes(const std::function<void(const Node&)>& visit) {
    ReplayScript script;
    script.wants_node_plies = true;
    compile_csa(game_, script, nullptr);
    std::vector<std::size_t> standing;  // places of moves that are on the board
    std::uint32_t number = 0;
    const auto show = [&](const std::string& comment, std::optional<double> seconds) {
      const std::uint32_t ply = standing.empty() ? 0 : script.node_plies[standing.back()];
      visit({number++, ply == kNoPly ? std::nullopt : std::optional(ply), comment, seconds});
    };
    show(game_.start_comment, {});
    auto taken = game_.take_backs.begin();
    for (std::size_t move = 0; move < game_.moves.size(); ++move) {
      for (; taken != game_.take_backs.end() && taken->moves == move; ++taken) {
        standing.resize(taken->standing);
        show(taken->comment, taken->seconds);
      }
      standing.push_back(move);
      show(game_.moves[move].comment, game_.moves[move].seconds);
    }
    for (; taken != game_.take_backs.end(); ++taken) show(taken->comment, taken->seconds);
    show(game_.end_comment, game_.end_seconds);
  }

  ReadOptions options_;
  CsaGame game_;
};

/// "7g7f", "2b3a+", "P*5e".
bool is_usi_move(std::string_view word) {
  const auto is_square = [](std::string_view text) {
    return text.size() == 2 && text[0] >= '1' && text[0] <= '9' && text[1] >= 'a' && text[1] <= 'i';
  };
  if (word.size() == 5 && word.back() == '+') word.remove_suffix(1);
  if (word.size() != 4) return false;
  const bool is_drop = word[1] == '*' && word[0] >= 'A' && word[0] <= 'Z';
  return is_square(word.substr(2)) && (is_drop || is_square(word.substr(0, 2)));
}

/// Games of shogi.
class CsaFormat final : public FormatRoom, public ShogiTarget {
 public:
  CsaFormat()
      : FormatRoom({.name = "csa",
                    .title = "CSA",
                    .endings = kEndings,
                    .line_mark = {"VNP$+-"},
                    .joining = {.separator = "/\n"},
                    .versions = kVersions,
                    .positions = kPositions}) {}

  [[nodiscard]] bool holds(std::string_view head) const override { return holds_csa(head); }

  [[nodiscard]] bool begins_record(std::string_view text, bool line_alone) const override {
    return (line_alone && is_csa_version_or_name(text)) || holds_csa(text);
  }

  [[nodiscard]] std::unique_ptr<Splitter> make_splitter(const SplitOptions& options,
                                                        std::string_view head) const override {
    return std::make_unique<CsaSplitter>(options.start_offset_bytes, options.max_record_bytes,
                                         head);
  }

  [[nodiscard]] std::unique_ptr<RecordReader> make_reader(
      const ReadOptions& options) const override {
    return std::make_unique<CsaRecordReader>(options);
  }

  [[nodiscard]] std::unique_ptr<RecordWriter> make_writer(std::string_view version) const override {
    return make_csa_writer(nullptr, version);
  }

  [[nodiscard]] std::unique_ptr<RecordWriter> make_shogi_writer(
      ShogiParse parse, std::string_view version) const override {
    return make_csa_writer(parse, version);
  }

  [[nodiscard]] std::unique_ptr<RecordWriter> make_converter(
      Format to, std::string_view version) const override {
    return to == Format::csa ? nullptr : make_shogi_converter(parse_csa_as_shogi, to, version);
  }

  [[nodiscard]] std::unique_ptr<StreamCharsets> make_stream_charsets() const override {
    return std::make_unique<CsaStreamCharsets>();
  }

  [[nodiscard]] std::optional<GameType> game_of_move(std::string_view word) const override {
    const bool is_shogi = is_csa_move(word) || is_usi_move(word);
    return is_shogi ? std::optional(GameType::shogi) : std::nullopt;
  }

  [[nodiscard]] std::vector<RuleBook> rule_books(const RuleScope& scope) const override {
    return {{title_of(scope.version), kRules}, {title_of(""), kTakeBackRules}};
  }
};

}  // namespace

const FormatRoom& csa_format() {
  static const CsaFormat format;
  return format;
}

}  // namespace ludex
