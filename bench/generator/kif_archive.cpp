#include "kif_archive.hpp"

#include "shogi_board.hpp"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

namespace ludex::bench {
namespace {

constexpr int kSide = 9;
constexpr std::array<std::string_view, 10> kFiles{"",   "１", "２", "３", "４",
                                                  "５", "６", "７", "８", "９"};
constexpr std::array<std::string_view, 9> kRanks{"一", "二", "三", "四", "五",
                                                 "六", "七", "八", "九"};
constexpr std::array<std::string_view, 9> kPieces{"",   "歩", "香", "桂", "銀",
                                                  "金", "角", "飛", "玉"};
constexpr std::array<std::string_view, 9> kPromoted{"", "と", "成香", "成桂", "成銀",
                                                    "", "馬", "龍",   ""};

struct Pair {
  std::string_view csa, kif;
};
constexpr Pair kHandicaps[] = {
    {"PI82HI22KA", "二枚落ち"}, {"PI22KA", "角落ち"}, {"PI82HI", "飛車落ち"}, {"PI11KY", "香落ち"}};
constexpr Pair kEnds[] = {
    {"%TORYO", "投了"},     {"%TIME_UP", "切れ負け"},      {"%SENNICHITE", "千日手"},
    {"%KACHI", "入玉勝ち"}, {"%ILLEGAL_MOVE", "反則負け"}, {"%JISHOGI", "持将棋"},
    {"%CHUDAN", "中断"}};
constexpr Pair kHeaders[] = {{"$EVENT:", "棋戦"},
                             {"$SITE:", "場所"},
                             {"$START_TIME:", "開始日時"},
                             {"$TIME_LIMIT:", "持ち時間"},
                             {"$OPENING:", "戦型"}};

std::string_view find_kif(std::span<const Pair> pairs, std::string_view csa) {
  const auto found = std::ranges::find(pairs, csa, &Pair::csa);
  return found == pairs.end() ? std::string_view{} : found->kif;
}

std::string_view name_of(const ShogiBoard::Piece& piece) {
  return piece.promoted ? kPromoted[piece.kind] : kPieces[piece.kind];
}

std::string square_digits(int cell) {
  return std::to_string(kSide - cell % kSide) + std::to_string(cell / kSide + 1);
}

std::string padded(std::uint64_t number, std::size_t width, char fill) {
  const std::string digits = std::to_string(number);
  return std::string(width - std::min(width, digits.size()), fill) + digits;
}

/// How a move looks to the player who makes it.
struct Sight {
  int ahead, right;  // of the way
  int place;         // how far right it starts
  bool is_straight() const { return right == 0 && ahead == 1; }
  int motion() const { return ahead > 0 ? 1 : ahead < 0 ? -1 : 0; }
};

Sight sight_of(int from, int to, int color) {
  const int sign = color == 0 ? 1 : -1;
  return {sign * (from / kSide - to / kSide), sign * (to % kSide - from % kSide),
          sign * (from % kSide)};
}

/// The words of KI2 that tell a move from those of `others`, which start elsewhere.
std::string words_for(Sight own, const std::vector<Sight>& others, bool moves_like_gold) {
  if (others.empty()) return {};
  const std::string_view motion = own.ahead > 0 ? "上" : own.ahead < 0 ? "引" : "寄";
  const auto none = [&](auto&& shares) { return std::ranges::none_of(others, shares); };
  const auto same_motion = [&](const Sight& other) { return other.motion() == own.motion(); };
  if (none(same_motion)) return std::string(motion);
  if (moves_like_gold && own.is_straight()) return "直";
  if (none([&](const Sight& other) { return other.place >= own.place; })) return "右";
  if (none([&](const Sight& other) { return other.place <= own.place; })) return "左";
  if (none([&](const Sight& other) { return same_motion(other) && other.place >= own.place; })) {
    return "右" + std::string(motion);
  }
  return "左" + std::string(motion);
}

/// Tells one CSA record.
class KifTranslator {
 public:
  KifTranslator(KifForm form, std::string& out) : form_(form), out_(out) {}

  void translate(std::string_view csa) {
    while (!csa.empty()) {
      const std::size_t end = std::min(csa.find('\n'), csa.size() - 1);
      tell_line(csa.substr(0, end));
      csa.remove_prefix(end + 1);
    }
    end_move();
    if (!in_moves_) begin_moves();
    end_row();
  }

 private:
  void line(std::string_view text) { out_.append(text) += "\r\n"; }
  void header(std::string_view key, std::string_view value) {
    line(std::string(key) + "：" + std::string(value));
  }

  void tell_line(std::string_view text) {
    if (text.starts_with("T") && in_moves_) {
      seconds_ = std::atoi(text.data() + 1);
    } else if (text.starts_with("'** ") && in_moves_) {
      comments_.emplace_back(text.substr(1));
    } else if (text.starts_with("%")) {
      tell_end(text);
    } else if (text.size() == 7 && (text[0] == '+' || text[0] == '-')) {
      tell_move(text);
    } else if (!in_moves_) {
      tell_head(text);
    }
  }

  void tell_head(std::string_view text) {
    for (const auto& [csa, kif] : kHeaders) {
      if (text.starts_with(csa)) return header(kif, text.substr(csa.size()));
    }
    if (text.starts_with("N+")) black_ = text.substr(2);
    if (text.starts_with("N-")) white_ = text.substr(2);
    if (const auto name = find_kif(kHandicaps, text); !name.empty()) {
      handicap_ = name;
      for (std::size_t at = 2; at < text.size(); at += 4) {
        board_.remove(text[at] - '0', text[at + 1] - '0');
      }
      board_.set_to_move(1);
    }
  }

  void begin_moves() {
    in_moves_ = true;
    header("手合割", handicap_.empty() ? "平手　　" : handicap_);
    header(handicap_.empty() ? "先手" : "下手", black_);
    header(handicap_.empty() ? "後手" : "上手", white_);
    if (form_ == KifForm::kif) line("手数----指手---------消費時間--");
  }

  void tell_move(std::string_view csa) {
    if (!in_moves_) begin_moves();
    end_move();
    board_.list_moves(moves_);
    const auto cell = [&](std::size_t at) {
      return (csa[at + 1] - '1') * kSide + kSide - (csa[at] - '0');
    };
    const int from = csa[1] == '0' ? -1 : cell(1), to = cell(3);
    const auto played = std::ranges::find_if(moves_, [&](const ShogiBoard::Move& move) {
      return move.from == from && move.to == to && board_.csa(move) == csa;
    });
    if (played == moves_.end()) std::abort();  // the archive plays by the same rules
    pending_ = form_ == KifForm::kif ? kif_text(*played) : ki2_text(*played);
    mover_ = board_.to_move();
    board_.play(*played);
    last_to_ = to;
  }

  [[nodiscard]] std::string start_of(const ShogiBoard::Move& move) const {
    std::string text = "同　";
    if (move.to != last_to_) {
      text = kFiles[static_cast<std::size_t>(kSide - move.to % kSide)];
      text += kRanks[static_cast<std::size_t>(move.to / kSide)];
    }
    const ShogiBoard::Piece dropped{move.kind, 0, false};
    return text += name_of(move.from < 0 ? dropped : board_.at(move.from));
  }

  [[nodiscard]] std::string kif_text(const ShogiBoard::Move& move) const {
    const std::string text = start_of(move);
    if (move.from < 0) return text + "打";
    const bool promotes = move.promoted && !board_.at(move.from).promoted;
    return text + (promotes ? "成(" : "(") + square_digits(move.from) + ")";
  }

  [[nodiscard]] std::string ki2_text(const ShogiBoard::Move& move) const {
    std::string text = board_.to_move() == 0 ? "▲" : "△";
    text += start_of(move);
    std::vector<Sight> others;
    bool may_promote = false;  // or not
    const bool was_promoted = move.from >= 0 && board_.at(move.from).promoted;
    for (const ShogiBoard::Move& other : moves_) {
      if (other.to != move.to || other.kind != move.kind || other.from < 0) continue;
      if (other.from == move.from) may_promote = may_promote || other.promoted != was_promoted;
      if (other.from == move.from || board_.at(other.from).promoted != was_promoted) continue;
      others.push_back(sight_of(other.from, other.to, board_.to_move()));
    }
    if (move.from < 0) return text + (others.empty() ? "" : "打");
    const bool is_big = move.kind == ShogiBoard::kBishop || move.kind == ShogiBoard::kRook;
    text += words_for(sight_of(move.from, move.to, board_.to_move()), others, !is_big);
    if (may_promote) text += move.promoted ? "成" : "不成";
    return text;
  }

  /// Writes the move that was told last: its time stands after it.
  void end_move() {
    if (pending_.empty()) return;
    ++ply_;
    if (form_ == KifForm::ki2) {
      out_.append(pending_).append(ply_ % 6 == 0 ? "\r\n" : "    ");
      pending_.clear();
      comments_.clear();
      return;
    }
    write_numbered(pending_);
    for (const std::string& comment : comments_) line(comment);
    pending_.clear();
    comments_.clear();
  }

  void write_numbered(std::string_view text) {
    out_ += padded(ply_, 4, ' ') + " ";
    out_.append(text);
    if (seconds_ >= 0) {
      std::uint64_t& total = totals_[static_cast<std::size_t>(mover_)];
      const auto spent = static_cast<std::uint64_t>(seconds_);
      total += spent;
      out_ += "   (" + padded(spent / 60, 2, ' ') + ":" + padded(spent % 60, 2, '0') + "/" +
              padded(total / 3600, 2, '0') + ":" + padded(total / 60 % 60, 2, '0') + ":" +
              padded(total % 60, 2, '0') + ")";
    }
    seconds_ = -1;
    out_ += "\r\n";
  }

  void tell_end(std::string_view mark) {
    const std::string_view word = find_kif(kEnds, mark);
    if (word.empty()) return;
    if (!in_moves_) begin_moves();
    end_move();
    end_row();
    const std::string moves = "まで" + std::to_string(ply_) + "手で";
    mover_ = board_.to_move();
    if (form_ == KifForm::kif) {
      ++ply_;
      write_numbered(word);
    }
    const bool is_handicap = !handicap_.empty();
    const std::string_view names[] = {is_handicap ? "下手" : "先手", is_handicap ? "上手" : "後手"};
    const std::string own(names[mover_]), other(names[1 - mover_]);
    if (mark == "%TORYO") line(moves + other + "の勝ち");
    if (mark == "%TIME_UP") line(moves + "時間切れにより" + other + "の勝ち");
    if (mark == "%KACHI") line(moves + own + "の入玉勝ち");
    if (mark == "%ILLEGAL_MOVE") line(moves + own + "の反則負け");
    if (mark == "%SENNICHITE" || mark == "%JISHOGI" || mark == "%CHUDAN") {
      line(moves + std::string(word));
    }
  }

  void end_row() {
    if (form_ != KifForm::ki2) return;
    while (out_.ends_with("    ")) out_.resize(out_.size() - 4);
    if (!out_.ends_with("\r\n")) line("");
  }

  KifForm form_;
  std::string& out_;
  ShogiBoard board_;
  std::vector<ShogiBoard::Move> moves_;
  std::string black_, white_, handicap_, pending_;
  std::vector<std::string> comments_;
  std::array<std::uint64_t, 2> totals_{};
  int seconds_ = -1;  // of the last move; none: no time
  int mover_ = 0;
  int last_to_ = -1;
  std::uint64_t ply_ = 0;
  bool in_moves_ = false;
};

std::string in_shift_jis(const std::string& utf8) {
  const iconv_t converter = iconv_open("CP932", "UTF-8");
  if (converter == reinterpret_cast<iconv_t>(-1)) std::abort();
  std::string bytes(utf8.size(), '\0');
  char* from = const_cast<char*>(utf8.data());  // iconv's signature; it does not write there
  char* to = bytes.data();
  std::size_t left = utf8.size(), room = bytes.size();
  if (iconv(converter, &from, &left, &to, &room) == static_cast<std::size_t>(-1)) std::abort();
  iconv_close(converter);
  bytes.resize(bytes.size() - room);
  return bytes;
}

}  // namespace

KifArchive::KifArchive(const KifArchiveOptions& options)
    : options_(options), games_(options.games) {}

void KifArchive::append_game(std::uint64_t number, std::string& text) const {
  std::string told;
  if (options_.form == KifForm::kif) {
    told = options_.shift_jis ? "#KIF version=2.0 encoding=Shift_JIS\r\n"
                              : "#KIF version=2.0 encoding=UTF-8\r\n";
  }
  KifTranslator(options_.form, told).translate(csa(number));
  text += options_.shift_jis ? in_shift_jis(told) : told;
}

std::string KifArchive::csa(std::uint64_t number) const {
  std::string csa;
  games_.append_game(number, csa);
  return csa;
}

}  // namespace ludex::bench
