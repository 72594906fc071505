#include "formats/wthor/wthor_translation.hpp"

#include "formats/wthor/wthor_file.hpp"
#include "formats/wthor/wthor_splitter.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace ludex {
namespace {

/// "B+12", "W+2", "0".
std::string wthor_result(int black_score) {
  const int margin = 2 * black_score - kWthorSquares;
  if (margin == 0) return "0";
  return margin > 0 ? fmt::format("B+{}", margin) : fmt::format("W+{}", -margin);
}

class WthorTranslator {
 public:
  explicit WthorTranslator(SgfTranslation& out)
      : out_(out), context_(WthorContext::read(out.context)) {}

  void translate(std::string_view record) {
    read_wthor_game(record, game_, out_.problems);
    out_.charset = charset_name(Charset::utf8);
    out_.sgf = "(";
    out_.node(0);
    out_.sgf += "GM[2]FF[4]CA[UTF-8]SZ[8]";
    add_names();
    if (context_.year != 0) out_.property("DT", fmt::format("{:04}", context_.year));
    add_result();
    keep_others();
    for (const WthorGame::Turn& turn : game_.turns) {
      out_.node(turn.byte);
      const int square = turn.square.value_or(0);
      out_.move(turn.player == Player::first,
                turn.square ? sgf_point(square % kWthorSide, square / kWthorSide) : std::string());
    }
    out_.sgf += ")\n";
    if (context_.beyond) {
      add(ProblemKind::bad_number, 0,
          fmt::format("stands after the {} games that the header counts", *context_.beyond));
    }
  }

 private:
  void add(ProblemKind kind, std::size_t at, std::string message) {
    out_.problems.push_back({kind, -1, at, std::move(message)});
  }

  void add_names() {
    out_.property("PB", context_.black);
    out_.property("PW", context_.white);
    out_.property("EV", context_.event);
    if (out_.context.empty()) return;  // a stored record, whose names stand in its row
    check_name("tournament", game_.event, 0, context_.event, context_.has_events, ".trn");
    check_name("player", game_.black, 2, context_.black, context_.has_names, ".jou");
    check_name("player", game_.white, 4, context_.white, context_.has_names, ".jou");
  }

  void check_name(std::string_view what, unsigned number, std::size_t at, const std::string& name,
                  bool has_list, std::string_view list) {
    if (number == 0 || !name.empty()) return;
    const std::string why = has_list ? fmt::format("not in the {} beside the file", list)
                                     : fmt::format("without a name: no {} beside the file", list);
    add(ProblemKind::missing_property, at, fmt::format("{} {} is {}", what, number, why));
  }

  /// Games that stop before the end have a score that was agreed upon.
  void add_result() {
    constexpr std::size_t kScoreAt = 6;
    if (game_.score > kWthorSquares) {
      return add(ProblemKind::bad_result, kScoreAt, fmt::format("{} discs", game_.score));
    }
    out_.property("RE", wthor_result(game_.score));
    const bool is_whole = game_.is_over && out_.problems.empty();
    if (is_whole && game_.board_score() != game_.score) {
      add(ProblemKind::wrong_score, kScoreAt,
          fmt::format("{} discs, the board shows {}", game_.score, game_.board_score()));
    }
  }

  void keep_others() {
    keep_number("tournament", game_.event, context_.event);
    keep_number("black", game_.black, context_.black);
    keep_number("white", game_.white, context_.white);
    out_.keep("theoretical score", std::to_string(game_.theoretical_score));
    if (context_.depth != 0) out_.keep("depth", std::to_string(context_.depth));
    out_.keep("made", context_.made);
  }

  /// A number of a list stands for its name.
  void keep_number(std::string_view what, unsigned number, const std::string& name) {
    std::string text = std::to_string(number);
    name.empty() ? out_.keep(what, std::move(text)) : out_.keep_told(what, std::move(text));
  }

  SgfTranslation& out_;
  WthorContext context_;
  WthorGame game_;
};

}  // namespace

std::optional<Problem> translate_wthor(std::string_view record, std::optional<Charset> charset,
                                       SgfTranslation& out) {
  (void)charset;
  if (record.size() != kWthorGameBytes) {
    return Problem{ProblemKind::bad_syntax, -1, 0,
                   fmt::format("{} bytes, a game has {}", record.size(), kWthorGameBytes)};
  }
  WthorTranslator(out).translate(record);
  return std::nullopt;
}

}  // namespace ludex
