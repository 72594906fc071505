#include "shogi_translation_archive.hpp"

#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex::bench {
namespace {

constexpr std::array<std::string_view, 14> kCsa{"FU", "KY", "KE", "GI", "KI", "KA", "HI",
                                                "OU", "TO", "NY", "NK", "NG", "UM", "RY"};
constexpr std::array<std::string_view, 14> kWestern{"P", "L",  "N",  "S",  "G",  "B",  "R",
                                                    "K", "+P", "+L", "+N", "+S", "+B", "+R"};
constexpr std::string_view kEven = "lnsgkgsnl1r5b1ppppppppp999PPPPPPPPP1B5R1LNSGKGSNL";

std::size_t piece_of(std::string_view csa) {
  std::size_t piece = 0;
  while (piece < kCsa.size() && kCsa[piece] != csa) ++piece;
  return piece;
}

/// A move of CSA, and what stood on the board before it.
struct Step {
  bool is_sente = true;
  std::string_view from, to;  // digits; from 00: a drop
  std::size_t before = 0, after = 0;
  std::string_view taken;  // empty: nothing
  int seconds = -1;
};

/// A game as ShogiArchive writes it.
struct Told {
  std::string_view black, white, event, date, handicap, end;
  bool sente_begins = true;
  std::vector<Step> steps;
};

class Board {
 public:
  Board() {
    std::size_t at = 0;
    for (const char c : kEven) {
      if (c >= '1' && c <= '9') {
        at += static_cast<std::size_t>(c - '0');
      } else {
        constexpr std::string_view kLetters = "PLNSGBRK";
        cells_[at++] = kCsa[kLetters.find(static_cast<char>(c >= 'a' ? c - 32 : c))];
      }
    }
  }
  std::string_view& at(std::string_view digits) {
    return cells_[static_cast<std::size_t>((digits[1] - '1') * 9 + ('9' - digits[0]))];
  }

 private:
  std::array<std::string_view, 81> cells_{};
};

Told tell(std::string_view csa) {
  Told told;
  Board board;
  const auto rest_of = [](std::string_view line, std::string_view front) {
    return line.starts_with(front) ? line.substr(front.size()) : std::string_view();
  };
  while (!csa.empty()) {
    const std::size_t end = csa.find('\n');
    const std::string_view line = csa.substr(0, end);
    csa.remove_prefix(end + 1);
    if (const auto name = rest_of(line, "N+"); !name.empty()) told.black = name;
    if (const auto name = rest_of(line, "N-"); !name.empty()) told.white = name;
    if (const auto event = rest_of(line, "$EVENT:"); !event.empty()) told.event = event;
    if (const auto date = rest_of(line, "$START_TIME:"); !date.empty()) told.date = date;
    if (line.starts_with("%")) told.end = line.substr(1);
    if (line.starts_with("PI")) {
      told.handicap = line.substr(2);
      for (std::size_t i = 0; i + 4 <= told.handicap.size(); i += 4) {
        board.at(told.handicap.substr(i, 2)) = {};
      }
    }
    if (line == "-") told.sente_begins = false;
    if (line.starts_with("T") && !told.steps.empty()) {
      told.steps.back().seconds = std::stoi(std::string(line.substr(1)));
    }
    if (line.size() != 7 || (line[0] != '+' && line[0] != '-')) continue;
    Step step{line[0] == '+',
              line.substr(1, 2),
              line.substr(3, 2),
              0,
              piece_of(line.substr(5)),
              board.at(line.substr(3, 2)),
              -1};
    const bool is_drop = step.from == "00";
    step.before = is_drop ? step.after : piece_of(board.at(step.from));
    if (!is_drop) board.at(step.from) = {};
    board.at(step.to) = kCsa[step.after];
    told.steps.push_back(step);
  }
  return told;
}

std::string square(std::string_view digits) {
  return {digits[0], static_cast<char>('a' + digits[1] - '1')};
}

std::string_view handicap_sfen(std::string_view handicap) {
  if (handicap == "82HI22KA") return "lnsgkgsnl/9";
  if (handicap == "22KA") return "lnsgkgsnl/1r7";
  return handicap == "82HI" ? "lnsgkgsnl/7b1" : "lnsgkgsn1/1r5b1";
}

void append_usi(const Told& told, std::string& text) {
  if (told.handicap.empty()) {
    text += "position startpos moves";
  } else {
    text.append("position sfen ").append(handicap_sfen(told.handicap));
    text += "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves";
  }
  for (const Step& step : told.steps) {
    text += ' ';
    if (step.from == "00") {
      text.append(kWestern[step.after]) += '*';
    } else {
      text += square(step.from);
    }
    text += square(step.to);
    if (step.before != step.after) text += '+';
  }
  if (told.end == "TORYO") text += " resign";
  text += '\n';
}

void append_jkf_square(std::string_view name, std::string_view digits, std::string& text) {
  text.append("\"").append(name).append("\":{\"x\":") += digits[0];
  text.append(",\"y\":") += digits[1];
  text += "},";
}

void append_jkf_step(const Step& step, std::string& text) {
  text += step.is_sente ? ",{\"move\":{\"color\":0," : ",{\"move\":{\"color\":1,";
  if (step.from != "00") append_jkf_square("from", step.from, text);
  append_jkf_square("to", step.to, text);
  text.append("\"piece\":\"").append(kCsa[step.before]) += '"';
  if (step.before != step.after) text += ",\"promote\":true";
  if (!step.taken.empty()) text.append(",\"capture\":\"").append(step.taken) += '"';
  text += '}';
  if (step.seconds >= 0) {
    text += ",\"time\":{\"now\":{\"m\":" + std::to_string(step.seconds / 60) +
            ",\"s\":" + std::to_string(step.seconds % 60) + "}}";
  }
  text += '}';
}

void append_jkf(const Told& told, std::string& text) {
  text.append("{\"header\":{\"先手\":\"").append(told.black).append("\",\"後手\":\"");
  text.append(told.white).append("\",\"開始日時\":\"").append(told.date) += '"';
  if (!told.event.empty()) text.append(",\"棋戦\":\"").append(told.event) += '"';
  const std::string_view preset = told.handicap.empty()         ? "HIRATE"
                                  : told.handicap == "82HI22KA" ? "2"
                                  : told.handicap == "22KA"     ? "KA"
                                  : told.handicap == "82HI"     ? "HI"
                                                                : "KY";
  text.append("},\"initial\":{\"preset\":\"").append(preset).append("\"},\"moves\":[{}");
  for (const Step& step : told.steps) append_jkf_step(step, text);
  if (!told.end.empty()) text.append(",{\"special\":\"").append(told.end).append("\"}");
  text += "]}\n";
}

void append_psn(const Told& told, std::string& text) {
  text.append("[Sente \"").append(told.black).append("\"]\n[Gote \"").append(told.white);
  text.append("\"]\n[Date \"").append(told.date.substr(0, 10)).append("\"]\n");
  if (!told.event.empty()) text.append("[Event \"").append(told.event).append("\"]\n");
  const bool sente_moves = told.steps.size() % 2 == 0;
  if (told.end == "TORYO") text += sente_moves ? "[Result \"0-1\"]\n" : "[Result \"1-0\"]\n";
  // PSN knows even games only: a handicap game is an unknown result after its tags.
  if (!told.handicap.empty()) text += "\n*";
  for (std::size_t i = 0; told.handicap.empty() && i < told.steps.size(); ++i) {
    const Step& step = told.steps[i];
    if (i % 2 == 0) text += (i % 16 == 0 ? "\n" : " ") + std::to_string(i / 2 + 1) + ".";
    if (i % 2 != 0) text += ' ';
    text += kWestern[step.before];
    text += step.from == "00" ? "*" : square(step.from) + (step.taken.empty() ? "-" : "x");
    text += square(step.to);
    if (step.before != step.after) text += '+';
  }
  text += "\n\n";
}

}  // namespace

ShogiTranslationArchive::ShogiTranslationArchive(const ShogiTranslationOptions& options)
    : format_(options.format), games_(options.shogi) {}

void ShogiTranslationArchive::append_game(std::uint64_t number, std::string& text) const {
  std::string csa;
  games_.append_game(number, csa);
  const Told told = tell(csa);
  switch (format_) {
    case ShogiTranslation::jkf:
      return append_jkf(told, text);
    case ShogiTranslation::usi:
      return append_usi(told, text);
    case ShogiTranslation::psn:
      return append_psn(told, text);
  }
}

}  // namespace ludex::bench
