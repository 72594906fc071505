#include "formats/sgf/ggf_writer.hpp"

#include "core/ascii.hpp"
#include "formats/sgf/sgf_info_reader.hpp"
#include "formats/sgf/sgf_text.hpp"
#include "formats/sgf_translation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace ludex {
namespace {

/// "B+12", "W+R", "0"; empty if unknown.
std::string result_text(const GameResult& result) {
  if (result.winner == Winner::draw) return "0";
  if (result.winner != Winner::first && result.winner != Winner::second) return {};
  const char winner = result.winner == Winner::first ? 'B' : 'W';
  if (result.by == WinBy::resign) return fmt::format("{}+R", winner);
  if (result.by == WinBy::time) return fmt::format("{}+T", winner);
  return result.margin ? fmt::format("{}+{}", winner, *result.margin) : fmt::format("{}+", winner);
}

std::string date_text(const DateRange& date) {
  constexpr int kYear = 10'000, kMonth = 100;
  if (date.from == 0 || date.from != date.to) return {};
  return fmt::format("{:04}-{:02}-{:02}", date.from / kYear, date.from / kMonth % kMonth,
                     date.from % kMonth);
}

bool is_move(const SgfProperty& property) {
  return property.id == SgfId::B || property.id == SgfId::W;
}

/// GGF has all in its root; nodes after it may hold nothing or moves.
bool has_all_in_root(const SgfTree& tree) {
  return std::all_of(tree.nodes.begin() + 1, tree.nodes.end(), [&](const SgfNode& node) {
    return std::ranges::all_of(tree.properties_of(node), is_move);
  });
}

struct GgfMove {
  std::string_view value;  // in the record: its place is that of its turn
  bool is_black;
};

class GgfTranslator {
 public:
  GgfTranslator(const SgfTree& tree, SgfTextReader& reader, const GameInfo& info)
      : tree_(tree), reader_(reader), info_(info) {}

  std::string translate() {
    out_.sgf = "(";
    out_.node(0);
    out_.sgf += "FF[4]CA[UTF-8]GM[2]";
    tell_values();
    tell_board();
    for (const SgfNode& node : tree_.nodes) tell_moves(node);
    return std::move(out_.sgf += ")\n");
  }

 private:
  void tell_values() {
    const BoardSize size = info_.size;
    out_.property("SZ", size.width == size.height ? fmt::format("{}", size.width)
                                                  : fmt::format("{}:{}", size.width, size.height));
    for (const SgfProperty& property : tree_.properties_of(tree_.nodes.front())) {
      tell_value(property);
    }
    if (info_.time_limit_seconds) {
      out_.property("TM", fmt::format("{}", *info_.time_limit_seconds));
    }
  }

  void tell_value(const SgfProperty& property) {
    switch (property.id) {
      case SgfId::FF:
      case SgfId::CA:
      case SgfId::GM:
      case SgfId::SZ:
      case SgfId::BO:
      case SgfId::B:
      case SgfId::W:
        return;
      case SgfId::DT:
        return tell_instead("DT", date_text(info_.date), property);
      case SgfId::RE:
        return tell_instead("RE", result_text(info_.result), property);
      case SgfId::CO:
        return out_.property("C", reader_.text(tree_.value_of(property)));
      case SgfId::TB:  // the clocks of the players; in SGF territory
      case SgfId::TW:
        return out_.property(fmt::format("GGF{}", property.ident),
                             reader_.text(tree_.value_of(property)));
      default:
        return out_.property(property.ident, reader_.text(tree_.value_of(property)));
    }
  }

  void tell_instead(std::string_view ident, const std::string& text, const SgfProperty& written) {
    out_.property(ident, text.empty() ? reader_.simple_text(tree_.value_of(written)) : text);
  }

  /// What stands where, unless it is the usual start.
  void tell_board() {
    for (const SgfProperty& property : tree_.properties_of(tree_.nodes.front())) {
      if (property.id == SgfId::BO) return tell_board(tree_.value_of(property));
    }
  }

  void tell_board(std::string_view board) {
    std::string squares = squares_of(board);
    const auto area = static_cast<std::size_t>(info_.size.area());
    if (squares.size() < area) return;
    const bool is_whites_turn = squares.substr(area) == "O";
    squares.resize(area);
    if (squares != usual_start()) tell_setup(squares);
    if (is_whites_turn) out_.property("PL", "W");
  }

  /// Black's discs as "*", White's as "O", whatever the record writes.
  static std::string squares_of(std::string_view board) {
    board.remove_prefix(std::min(board.find_first_not_of("0123456789"), board.size()));
    std::string squares;
    for (const char c : board) {
      if (is_blank(c)) continue;
      squares += contains("*Xx#", {&c, 1}) ? '*' : contains("Oo", {&c, 1}) ? 'O' : '-';
    }
    return squares;
  }

  /// The four squares on which a game of SGF begins with discs, the upper left one first.
  [[nodiscard]] std::array<std::size_t, 4> middle() const {
    const auto width = static_cast<std::size_t>(info_.size.width);
    const auto rows_above = static_cast<std::size_t>(info_.size.height) / 2 - 1;
    const std::size_t first = rows_above * width + width / 2 - 1;
    return {first, first + 1, first + width, first + width + 1};
  }

  [[nodiscard]] std::string usual_start() const {
    constexpr std::string_view kDiscs = "O**O";
    std::string start(static_cast<std::size_t>(info_.size.area()), '-');
    const auto squares = middle();
    for (std::size_t i = 0; i < squares.size(); ++i) start[squares[i]] = kDiscs[i];
    return start;
  }

  void tell_setup(std::string_view squares) {
    std::string black, white, empty;
    for (std::size_t i = 0; i < squares.size(); ++i) {
      if (squares[i] == '*') black += fmt::format("[{}]", point_of(i));
      if (squares[i] == 'O') white += fmt::format("[{}]", point_of(i));
    }
    for (const std::size_t i : middle()) {
      if (squares[i] == '-') empty += fmt::format("[{}]", point_of(i));
    }
    if (!black.empty()) (out_.sgf += "AB") += black;
    if (!white.empty()) (out_.sgf += "AW") += white;
    if (!empty.empty()) (out_.sgf += "AE") += empty;
  }

  [[nodiscard]] std::string point_of(std::size_t square) const {
    const auto place = static_cast<int>(square);
    return sgf_point(place % info_.size.width, place / info_.size.width);
  }

  /// In the order in which they are written.
  void tell_moves(const SgfNode& node) {
    std::vector<GgfMove> moves;
    for (const SgfProperty& property : tree_.properties_of(node)) {
      if (!is_move(property)) continue;
      for (const std::string_view value : tree_.values_of(property)) {
        moves.push_back({value, property.id == SgfId::B});
      }
    }
    std::ranges::sort(moves, std::less<>{}, [](const GgfMove& move) { return move.value.data(); });
    for (const GgfMove& move : moves) tell_move(move);
  }

  /// "F5", "F5/-0.50/2.99", "PA"
  void tell_move(const GgfMove& move) {
    const std::string text = reader_.simple_text(move.value);
    const std::size_t slash = std::min(text.find('/'), text.size());
    out_.node(0);
    out_.move(move.is_black, point_in(std::string_view(text).substr(0, slash)));
    if (slash < text.size()) out_.property("GGF", text.substr(slash + 1));
  }

  /// "F5" as "fe", a pass as nothing, anything else as it is.
  static std::string point_in(std::string_view text) {
    const std::string point = to_lower(trimmed(text));
    if (point == "pa" || point == "pass") return {};
    const auto row = point.empty() ? std::nullopt : find_number<int>(point.substr(1));
    constexpr int kMostRows = 26;
    if (!row || !is_lower(point[0]) || *row < 1 || *row > kMostRows) return point;
    return sgf_point(point[0] - 'a', *row - 1);
  }

  const SgfTree& tree_;
  SgfTextReader& reader_;
  const GameInfo& info_;
  SgfTranslation out_;
};

}  // namespace

std::optional<std::string> write_ggf_as_sgf(const SgfTree& tree, std::string_view record,
                                            TextForm form, Charset charset) {
  if (!is_ggf(tree) || !has_all_in_root(tree)) return std::nullopt;
  std::vector<SgfGame> games;
  extract_sgf_games(tree, record, form, {.charset = charset}, games);
  const bool is_othello = games.size() == 1 && games[0].info.game == GameType::othello;
  if (!is_othello) return std::nullopt;
  SgfTextReader reader(tree, form, charset);
  return GgfTranslator(tree, reader, games[0].info).translate();
}

}  // namespace ludex
