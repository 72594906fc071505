#include "go_server_archive.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <vector>

namespace ludex::bench {
namespace {

struct ServerMove {
  char color = 'B';
  int column = -1;  // from the left; -1: a pass
  int row = -1;     // from the top
};

/// What a server's record is made from.
struct ServerGame {
  std::map<std::string, std::string, std::less<>> root;
  std::vector<ServerMove> setup, moves;
  int side = 19;
  int handicap = 0;

  [[nodiscard]] std::string_view value(std::string_view ident) const {
    const auto found = root.find(ident);
    return found == root.end() ? std::string_view{} : std::string_view(found->second);
  }
  [[nodiscard]] std::string_view winner() const {
    const std::string_view result = value("RE");
    if (result.starts_with("B+")) return "Black";
    return result.starts_with("W+") ? "White" : "";
  }
  [[nodiscard]] std::string_view won_by() const {
    return winner().empty() ? std::string_view{} : value("RE").substr(2);
  }
  [[nodiscard]] bool is_by_points() const {
    const std::string_view how = won_by();
    return !how.empty() && how.find_first_not_of("0123456789.") == how.npos;
  }
  [[nodiscard]] bool is_by_resignation() const { return won_by().starts_with("R"); }
  [[nodiscard]] bool is_on_time() const { return won_by() == "T"; }
};

ServerMove move_of(char color, std::string_view point) {
  if (point.size() != 2) return {color, -1, -1};
  return {color, point[0] - 'a', point[1] - 'a'};
}

/// Reads a value from after its "[", without escapes. \param at  moved past its "]"
std::string take_value(std::string_view sgf, std::size_t& at) {
  std::string value;
  for (; sgf[at] != ']'; ++at) {
    if (sgf[at] == '\\') ++at;
    value += sgf[at];
  }
  ++at;
  return value;
}

/// The root and the main line of a record of GoArchive: a variation stands after the main line.
ServerGame read_game(std::string_view sgf) {
  ServerGame game;
  std::string ident;
  for (std::size_t at = 0; sgf[at] != ')';) {
    const char c = sgf[at++];
    if (c >= 'A' && c <= 'Z') {
      if (sgf[at - 2] < 'A' || sgf[at - 2] > 'Z') ident.clear();
      ident += c;
    } else if (c == '[') {
      const std::string value = take_value(sgf, at);
      if (ident == "B" || ident == "W") {
        game.moves.push_back(move_of(ident[0], value));
      } else if (ident == "AB") {
        game.setup.push_back(move_of('B', value));
      } else if (game.moves.empty()) {
        game.root.emplace(ident, value);
      }
    }
  }
  game.side = std::atoi(std::string(game.value("SZ")).c_str());
  game.handicap = static_cast<int>(game.setup.size());
  return game;
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

/// "5d", "5 dan", "9p" as `5D`, `9P`; empty for others.
std::string server_rank(std::string_view rank) {
  if (rank.size() < 2 || rank[0] < '1' || rank[0] > '9') return {};
  const std::size_t unit = rank.find_first_not_of("0123456789 ");
  if (unit == rank.npos) return {};
  const char letter = rank[unit];
  if (letter != 'd' && letter != 'k' && letter != 'p') return {};
  const std::string number(rank.substr(0, rank.find_first_not_of("0123456789")));
  return number + static_cast<char>(letter - 'a' + 'A');
}

bool is_whole_date(std::string_view date) {
  return date.size() == 10 && date[4] == '-' && date[7] == '-';
}

/// In tenths of a point.
int tenths(std::string_view points) {
  return static_cast<int>(std::strtod(std::string(points).c_str(), nullptr) * 10);
}

void append_field(std::string_view key, std::string_view value, std::string& text) {
  text.append("\\[").append(key).append("=").append(value).append("\\]\n");
}

void append_gib_player(const ServerGame& game, std::string_view key, std::string_view name,
                       std::string_view rank, std::string& text) {
  std::string shown = server_rank(game.value(rank));
  if (shown.ends_with('P')) shown.back() = 'D';  // players of Tygem bear no other
  append_field(key, std::string(game.value(name)) + (shown.empty() ? "" : " (" + shown + ")"),
               text);
}

int gib_result(const ServerGame& game) {
  constexpr int kNone = 255;
  const int loser = game.winner() == "White" ? 1 : 0;
  if (game.is_by_points()) return loser;
  if (game.is_by_resignation()) return 3 + loser;
  return game.is_on_time() ? 7 + loser : kNone;
}

void append_gib(const ServerGame& game, std::string& text) {
  text += "\\HS\n";
  append_field("GIBOKIND", "Global", text);
  append_gib_player(game, "GAMEWHITENAME", "PW", "WR", text);
  append_gib_player(game, "GAMEBLACKNAME", "PB", "BR", text);
  append_field("GAMENAME", game.value("EV"), text);
  if (is_whole_date(game.value("DT"))) append_field("GAMEDATE", game.value("DT"), text);
  append_field("GAMEINFOMAIN",
               "GTIME:1200-30-3,GRLT:" + std::to_string(gib_result(game)) +
                   ",ZIPSU:" + std::to_string(game.is_by_points() ? tenths(game.won_by()) : 0) +
                   ",DUM:0,GONGJE:" + std::to_string(tenths(game.value("KM"))) +
                   ",LINE:" + std::to_string(game.side),
               text);
  text += "\\HE\n\\GS\n2 1 0\n" + std::to_string(game.moves.size()) + " 0 &4\nINI 0 1 " +
          std::to_string(game.handicap) + " &4\n";
  int number = 1;
  for (const ServerMove& move : game.moves) {
    ++number;
    if (move.column < 0) {
      text += "SKI 0 " + std::to_string(number) + "\n";
      continue;
    }
    text += "STO 0 " + std::to_string(number) + (move.color == 'B' ? " 1 " : " 2 ") +
            std::to_string(move.column) + " " + std::to_string(move.row) + "\n";
  }
  text += "\\GE\n";
}

std::string ngf_player(const ServerGame& game, std::string_view name, std::string_view rank) {
  std::string shown = server_rank(game.value(rank));
  if (shown.ends_with('P')) shown.insert(shown.size() - 1, "D");
  constexpr std::size_t kNameBytes = 12;
  return padded(std::string(game.value(name)), kNameBytes) + " " + shown;
}

std::string ngf_result(const ServerGame& game) {
  const std::string winner(game.winner());
  if (game.is_by_points()) return winner + " wins by " + std::string(game.won_by()) + "!";
  if (game.is_by_resignation()) return winner + " wins by resign!";
  if (game.is_on_time())
    return (winner == "Black" ? "White" : "Black") + std::string(" loses on time");
  return "Progressing!";
}

std::string ngf_date(std::string_view date) {
  if (!is_whole_date(date)) return {};
  return std::string(date.substr(0, 4)).append(date.substr(5, 2)).append(date.substr(8)) +
         " [09:37]";
}

void append_ngf(const ServerGame& game, std::string& text) {
  const int komi = game.handicap > 0 ? 0 : tenths(game.value("KM")) / 10;
  text += "Rated game\n" + std::to_string(game.side) + "\n" + ngf_player(game, "PW", "WR") + "\n" +
          ngf_player(game, "PB", "BR") + "\na.server\n" + std::to_string(game.handicap) + "\n0\n" +
          std::to_string(komi) + "\n" + ngf_date(game.value("DT")) + "\n5\n" + ngf_result(game) +
          "\n" + std::to_string(game.moves.size()) + "\n";
  int number = 0;
  for (const ServerMove& move : game.moves) {
    ++number;
    const char column = static_cast<char>('B' + move.column),
               row = static_cast<char>('B' + move.row);
    text += {'P',
             'M',
             static_cast<char>('A' + number / 26 % 26),
             static_cast<char>('A' + number % 26),
             move.color,
             column,
             row,
             row,
             column,
             '\n'};
  }
}

void append_ugf_moves(const std::vector<ServerMove>& moves, int side, bool is_setup,
                      std::string& text) {
  int number = 0;
  for (const ServerMove& move : moves) {
    if (!is_setup) ++number;
    if (move.column < 0) {
      text += "YA";
    } else {
      text += {static_cast<char>('A' + move.column), static_cast<char>('A' + side - 1 - move.row)};
    }
    text.append(",").append(1, move.color).append("1,") += std::to_string(number) + ",0\n";
  }
}

std::string ugf_player(const ServerGame& game, std::string_view name, std::string_view rank) {
  std::string shown = server_rank(game.value(rank));
  for (char& c : shown) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return std::string(game.value(name)) + "," + shown + ",,\n";
}

void append_ugf(const ServerGame& game, std::string& text) {
  text += "[Header]\nVer=UGF3,200\nLang=UTF8\nCrypt=0,PLAIN_UGF_FILE,READ_WRITE\nTitle=" +
          std::string(game.value("EV")) + ",\nDate=";
  std::string date(is_whole_date(game.value("DT")) ? game.value("DT") : std::string_view{});
  std::replace(date.begin(), date.end(), '-', '/');
  text += date + "\nSize=" + std::to_string(game.side) + "\nHdcp=" + std::to_string(game.handicap) +
          "," + std::string(game.value("KM")) + "\n";
  if (game.is_by_points() || game.is_by_resignation()) {
    text += "Winner=" + std::string(game.winner().substr(0, 1)) + "," +
            (game.is_by_points() ? std::string(game.won_by()) : "C") + "\n";
  }
  text += "CoordinateType=IGS\nPlayerB=" + ugf_player(game, "PB", "BR") +
          "PlayerW=" + ugf_player(game, "PW", "WR") + "[Data]\n";
  append_ugf_moves(game.setup, game.side, true, text);
  append_ugf_moves(game.moves, game.side, false, text);
}

}  // namespace

GoServerArchive::GoServerArchive(const GoServerArchiveOptions& options)
    : format_(options.format), games_({.seed = options.seed, .players = options.players}) {}

// Servers put six handicap stones and more on other points than GoArchive. How NGF writes a pass is
// not known.
std::string GoServerArchive::sgf(std::uint64_t number) const {
  constexpr std::uint64_t kNextDraw = 1ULL << 40;
  for (;; number += kNextDraw) {
    std::string text;
    games_.append_game(number, text);
    const bool has_many = text.find("HA[6]") != text.npos || text.find("HA[7]") != text.npos ||
                          text.find("HA[8]") != text.npos || text.find("HA[9]") != text.npos;
    const bool has_pass = text.find(";B[]") != text.npos || text.find(";W[]") != text.npos;
    if (!has_many && !(has_pass && format_ == GoServerFormat::ngf)) return text;
  }
}

void GoServerArchive::append_game(std::uint64_t number, std::string& text) const {
  const ServerGame game = read_game(sgf(number));
  switch (format_) {
    case GoServerFormat::gib:
      return append_gib(game, text);
    case GoServerFormat::ngf:
      return append_ngf(game, text);
    case GoServerFormat::ugf:
      return append_ugf(game, text);
  }
}

std::string go_server_archive(std::uint64_t games, const GoServerArchiveOptions& options) {
  const GoServerArchive archive(options);
  std::string text;
  for (std::uint64_t number = 0; number < games; ++number) archive.append_game(number, text);
  return text;
}

}  // namespace ludex::bench
