#include "shogi_archive.hpp"

#include "random.hpp"
#include "shogi_board.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace ludex::bench {
namespace {

constexpr std::array<std::string_view, 16> kKnownPlayers{
    "羽生善治", "谷川浩司", "大山康晴", "中原誠",   "米長邦雄", "加藤一二三",
    "森内俊之", "佐藤康光", "渡辺明",   "藤井聡太", "升田幸三", "木村義雄",
    "豊島将之", "永瀬拓矢", "Tanigawa", "Habu",
};
constexpr std::array<std::string_view, 12> kFamilies{
    "佐藤", "鈴木", "高橋", "田中", "伊藤", "渡部", "山本", "中村", "小林", "斎藤", "ｻﾄｳ", "森",
};
constexpr std::array<std::string_view, 10> kGiven{
    "太郎", "一郎", "健", "誠", "翔", "大輔", "明", "学", "隆", "浩二",
};
constexpr std::array<std::string_view, 8> kEngines{
    "gps", "Krist_483_473stb_1000k", "AobaZero", "Apery", "YaneuraOu", "dlshogi", "elmo", "bonanza",
};
constexpr std::array<std::string_view, 8> kEvents{
    "名人戦", "竜王戦", "王位戦", "棋聖戦", "NHK杯", "順位戦", "王将戦", "棋王戦",
};
constexpr std::array<std::string_view, 4> kOpenings{"YAGURA", "矢倉", "四間飛車", "角換わり"};
constexpr std::array<std::string_view, 3> kGroups{"floodgate-300-10F", "floodgate-900-0",
                                                  "floodgate-600-10F"};

/// Out of the even position, gote's pieces; gote moves first.
struct Handicap {
  std::string_view text;
  std::array<std::array<int, 2>, 2> squares;  // file, rank; file 0: none
};
constexpr std::array<Handicap, 4> kHandicaps{{{"82HI22KA", {{{8, 2}, {2, 2}}}},
                                              {"22KA", {{{2, 2}, {0, 0}}}},
                                              {"82HI", {{{8, 2}, {0, 0}}}},
                                              {"11KY", {{{1, 1}, {0, 0}}}}}};

template <std::size_t N>
std::string_view one_of(const std::array<std::string_view, N>& list, Random& random) {
  return list[random.below(static_cast<std::uint32_t>(N))];
}

std::string digits(int number, std::size_t width) {
  std::string text = std::to_string(number);
  return std::string(width - std::min(width, text.size()), '0') + text;
}

/// Few play much, most play little.
std::uint32_t pick_player(std::uint32_t players, Random& random) {
  const std::uint64_t a = random.below(players);
  const std::uint64_t b = random.below(players);
  const std::uint64_t c = random.below(players);
  return static_cast<std::uint32_t>(a * b / players * c / players);
}

std::string player_name(std::uint32_t player, bool engine) {
  if (engine) {
    return std::string(kEngines[player % kEngines.size()]) + "_" +
           std::to_string(player / kEngines.size());
  }
  if (player < kKnownPlayers.size()) return std::string(kKnownPlayers[player]);
  const std::size_t family = player % kFamilies.size();
  const std::size_t given = player / kFamilies.size() % kGiven.size();
  const std::size_t number = player / (kFamilies.size() * kGiven.size());
  std::string name = std::string(kFamilies[family]) + std::string(kGiven[given]);
  return number == 0 ? name : name + std::to_string(number + 1);
}

/// How a game ends: CSA's mark, and floodgate's words for the same.
struct End {
  std::string_view mark;   // empty: none
  std::string_view cause;  // of the summary
  char loser;              // 'S' the side to move, 'O' the other, 'D' draw, '?' open
};

End draw_end(Random& random, bool server) {
  const std::uint32_t form = random.below(1000);
  if (form < 880) return {"%TORYO", "toryo", 'S'};
  if (form < 910) return {server ? "" : "%TIME_UP", "time up", 'S'};
  if (form < 940) return {server ? "" : "%SENNICHITE", "sennichite", 'D'};
  if (form < 960) return {"%KACHI", "kachi", 'O'};
  if (form < 975) return {server ? "" : "%ILLEGAL_MOVE", "illegal move", 'S'};
  if (form < 985 || server) return {server ? "" : "%JISHOGI", "max_moves", 'D'};
  return {form < 995 ? "%CHUDAN" : "", "", '?'};
}

class GameWriter {
 public:
  GameWriter(const ShogiArchiveOptions& options, std::uint64_t number, std::string& text)
      : options_(options),
        random_(Random::mix(options.seed * 0x9E3779B97F4A7C15ULL + number)),
        text_(text),
        server_(options.density == ShogiDensity::floodgate) {}

  void write() {
    draw_players();
    year_ = server_ ? random_.between(2008, 2025) : random_.between(1970, 2025);
    month_ = random_.between(1, 12);
    day_ = random_.between(1, 28);
    hour_ = random_.between(9, 20);
    if (server_) {
      write_server_header();
    } else {
      write_header();
    }
    write_moves();
    write_end();
    text_ += "/\n";
  }

 private:
  void draw_players() {
    const std::uint32_t black = pick_player(options_.players, random_);
    std::uint32_t white = pick_player(options_.players, random_);
    if (white == black) white = (white + 1) % options_.players;
    black_ = player_name(black, server_);
    white_ = player_name(white, server_);
  }

  [[nodiscard]] std::string day() const {
    return digits(year_, 4) + "/" + digits(month_, 2) + "/" + digits(day_, 2);
  }

  void write_header() {
    text_ += "V2.2\nN+" + black_ + "\nN-" + white_ + "\n";
    if (random_.chance(900)) text_.append("$EVENT:").append(one_of(kEvents, random_)) += '\n';
    if (random_.chance(300)) text_ += "$SITE:東京・将棋会館\n";
    text_ += "$START_TIME:" + day();
    if (random_.chance(700)) text_ += " " + digits(hour_, 2) + ":00:00";
    text_ += '\n';
    if (random_.chance(400)) text_ += "$TIME_LIMIT:06:00+60\n";
    if (random_.chance(300)) text_.append("$OPENING:").append(one_of(kOpenings, random_)) += '\n';
    const Handicap* handicap = random_.chance(30) ? &kHandicaps[random_.below(4)] : nullptr;
    text_ += "PI";
    if (handicap != nullptr) {
      text_ += handicap->text;
      for (const auto& [file, rank] : handicap->squares) {
        if (file != 0) board_.remove(file, rank);
      }
      board_.set_to_move(1);
    }
    text_ += board_.to_move() == 0 ? "\n+\n" : "\n-\n";
  }

  void write_server_header() {
    const std::string group(one_of(kGroups, random_));
    const std::string stamp =
        digits(year_, 4) + digits(month_, 2) + digits(day_, 2) + digits(hour_, 2) + "0000";
    text_ += "V2\nN+" + black_ + "\nN-" + white_ + "\n'Max_Moves:256\n'Least_Time_Per_Move:0\n";
    if (group.ends_with('F')) text_ += "'Increment:10\n";
    text_ += "$EVENT:wdoor+" + group + "+" + black_ + "+" + white_ + "+" + stamp + "\n";
    text_ += "$START_TIME:" + day() + " " + digits(hour_, 2) + ":00:00\n";
    text_ += board_.csa_position("") + "+\n";
    text_ += "'rating:" + black_ + "+0123abcd:" + white_ + "+4567ef01\n";
    text_ += "'black_rate:" + black_ + "+0123abcd:" + std::to_string(random_.between(1500, 4500));
    text_ += ".0\n'white_rate:" + white_ + "+4567ef01:";
    text_ += std::to_string(random_.between(1500, 4500)) + ".5\n";
  }

  void write_moves() {
    const int moves = random_.between(30, 110) + random_.between(20, 60);
    for (int ply = 0; ply < moves; ++ply) {
      board_.list_moves(moves_);
      if (moves_.empty()) break;
      const ShogiBoard::Move move = pick_move(ply);
      text_ += board_.csa(move);
      text_ += '\n';
      board_.play(move);
      if (options_.density == ShogiDensity::bare) continue;
      text_ += "T" + std::to_string(random_.below(random_.chance(100) ? 600 : 30)) + "\n";
      if (server_ && ply % 8 != 0) write_evaluation();
    }
  }

  /// In the opening few moves are popular, which ones depends on the position; later captures are.
  ShogiBoard::Move pick_move(int ply) {
    const auto count = static_cast<std::uint32_t>(moves_.size());
    if (ply < 24 && !random_.chance(ply * 12)) {
      Random book(board_.hash());
      const std::uint32_t form = random_.below(100);
      const int rank = form < 60 ? 0 : form < 82 ? 1 : form < 94 ? 2 : 3;
      std::uint32_t choice = book.below(count);
      for (int i = 0; i < rank; ++i) choice = book.below(count);
      return moves_[choice];
    }
    if (random_.chance(350)) {
      const auto capture = std::find_if(moves_.begin(), moves_.end(),
                                        [](const auto& move) { return move.captures; });
      if (capture != moves_.end()) return *capture;
    }
    return moves_[random_.below(count)];
  }

  void write_evaluation() {
    board_.list_moves(moves_);
    text_ += "'** " + std::to_string(random_.between(-2000, 2000));
    const int length = random_.between(3, 14);
    for (int i = 0; i < length && !moves_.empty(); ++i) {
      const auto choice = random_.below(static_cast<std::uint32_t>(moves_.size()));
      text_ += " " + board_.csa(moves_[choice]);
    }
    text_ += '\n';
  }

  void write_end() {
    const End end = draw_end(random_, server_);
    if (!end.mark.empty()) text_.append(end.mark) += '\n';
    if (!server_) {
      if (!end.mark.empty() && options_.density == ShogiDensity::times) text_ += "T1\n";
      return;
    }
    text_ += board_.csa_position("'");
    text_ += board_.to_move() == 0 ? "'+\n" : "'-\n";
    const int loser = end.loser == 'S' ? board_.to_move() : 1 - board_.to_move();
    const bool draw = end.loser == 'D';
    text_.append("'summary:").append(end.cause);
    text_ += ":" + black_ + (draw ? " draw" : loser == 0 ? " lose" : " win");
    text_ += ":" + white_ + (draw ? " draw" : loser == 1 ? " lose" : " win");
    text_ += "\n'$END_TIME:" + day() + " " + digits(hour_, 2) + ":30:00\n";
  }

  const ShogiArchiveOptions& options_;
  Random random_;
  std::string& text_;
  bool server_;
  std::string black_;
  std::string white_;
  int year_ = 0;
  int month_ = 0;
  int day_ = 0;
  int hour_ = 0;
  ShogiBoard board_;
  std::vector<ShogiBoard::Move> moves_;
};

}  // namespace

std::optional<ShogiDensity> find_shogi_density(std::string_view name) {
  if (name == "bare") return ShogiDensity::bare;
  if (name == "times") return ShogiDensity::times;
  if (name == "floodgate") return ShogiDensity::floodgate;
  return std::nullopt;
}

void ShogiArchive::append_game(std::uint64_t number, std::string& text) const {
  GameWriter(options_, number, text).write();
}

std::string shogi_archive(std::uint64_t games, const ShogiArchiveOptions& options) {
  const ShogiArchive archive(options);
  std::string text;
  for (std::uint64_t number = 0; number < games; ++number) archive.append_game(number, text);
  return text;
}

}  // namespace ludex::bench
