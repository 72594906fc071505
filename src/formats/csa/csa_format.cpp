#include "formats/csa/csa_format.hpp"

#include "core/ascii.hpp"
#include "core/shogi.hpp"
#include "formats/csa/csa_head.hpp"
#include "formats/csa/csa_parser.hpp"
#include "formats/csa/csa_record_reader.hpp"
#include "formats/csa/csa_splitter.hpp"
#include "formats/csa/csa_statement.hpp"
#include "formats/csa/csa_writer.hpp"
#include "formats/position_readers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace ludex {
namespace {

constexpr std::string_view kEndings[] = {".csa"};
// SFEN is what programs of shogi write beside CSA.
constexpr PositionNotation kPositions[] = {{is_csa_position, read_csa_position},
                                           {is_sfen, read_sfen}};
constexpr std::string_view kVersions[] = {"2.2", "3"};

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

/// V2 repeats its head with every game, V3 has it once.
class CsaRecordWriter final : public RecordWriter {
 public:
  explicit CsaRecordWriter(CsaVersion version) : version_(version) {}

  std::optional<Problem> write(std::string_view text, TextForm form, Charset charset,
                               std::string& out) override {
    CsaOptions options;
    options.form = form;
    options.charset = charset;
    if (auto problem = parse_csa(text, options, game_)) return problem;
    CsaLosses losses;
    out = version_ == CsaVersion::v3 ? "" : csa_head(version_);
    out += write_csa(game_, version_, &losses);
    losses_.rounded_times += losses.rounded_times;
    losses_.hidden_lines += losses.hidden_lines;
    return std::nullopt;
  }

  [[nodiscard]] std::string_view file_head() const override {
    return version_ == CsaVersion::v3 ? csa_head(version_) : "";
  }

  [[nodiscard]] std::vector<WriterLoss> losses() const override {
    const bool is_v3 = version_ == CsaVersion::v3;
    std::vector<WriterLoss> losses;
    if (const auto times = losses_.rounded_times; times > 0) {
      losses.push_back({times, "time",
                        is_v3 ? "rounded to three decimals, as V3 has them"
                              : "rounded down to whole seconds, as V2.2 has them"});
    }
    if (const auto lines = losses_.hidden_lines; lines > 0) {
      losses.push_back({lines, "line",
                        fmt::format("written as {}, since {} does not have {}",
                                    lines == 1 ? "a comment" : "comments", is_v3 ? "V3" : "V2.2",
                                    lines == 1 ? "it" : "them")});
    }
    return losses;
  }

 private:
  CsaVersion version_;
  CsaGame game_;
  CsaLosses losses_;  // of all records
};

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
    CsaOptions options;
    options.context = head;
    return !parse_csa(record, options, game_) && game_.info.charset == charset;
  }

  CsaGame game_;
};

}  // namespace

CsaFormat::CsaFormat()
    : FormatRoom({.name = "csa",
                  .title = "CSA",
                  .endings = kEndings,
                  .line_mark = {"VNP$+-"},
                  .joining = {.separator = "/\n"},
                  .record_name = "a CSA record",
                  .versions = kVersions,
                  .positions = kPositions}) {}

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

std::unique_ptr<RecordWriter> CsaFormat::make_writer(std::string_view version) const {
  if (version.empty() || version == "2.2") {
    return std::make_unique<CsaRecordWriter>(CsaVersion::v2_2);
  }
  if (version != "3" && version != "3.0") return nullptr;
  return std::make_unique<CsaRecordWriter>(CsaVersion::v3);
}
std::unique_ptr<StreamCharsets> CsaFormat::make_stream_charsets() const {
  return std::make_unique<CsaStreamCharsets>();
}

std::optional<GameType> CsaFormat::game_of_move(std::string_view word) const {
  return is_csa_move(word) ? std::optional(GameType::shogi) : std::nullopt;
}

const FormatRoom& csa_format() {
  static const CsaFormat format;
  return format;
}

}  // namespace ludex
