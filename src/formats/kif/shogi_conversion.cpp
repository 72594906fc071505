#include "formats/kif/shogi_conversion.hpp"

#include "formats/kif/kif_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace ludex {
namespace {

/// Says the same result where another player is to move.
void say_end(const KifGame& game, KifNode& end) {
  if (end.result.winner != Winner::first && end.result.winner != Winner::second) return;
  const Player begins = game.start.to_move;
  const Player mover = end.ply % 2 == 1 ? begins : opponent(begins);
  end.end_word = kif_end_for(end.result, mover);
  end.end_line.clear();
  if (!end.end_word.empty()) return;
  const bool is_handicap = game.info.handicap.value_or(0) > 0;
  end.end_line = kif_summary({}, end.result, end.ply - 1, mover, is_handicap);
}

/// No format writes moves that cannot be played: an end after them follows the last one that can.
void move_ends_up(KifGame& game, ReplayScript& script) {
  script.wants_node_plies = true;
  compile_kif(game, script, nullptr);
  if (script.first_illegal_ply < 0) return;
  for (KifNode& node : game.nodes) {
    std::int32_t parent = node.parent;
    const auto place = [&] { return static_cast<std::size_t>(parent); };
    while (node.is_end && parent >= 0 && script.node_plies[place()] == kNoPly) {
      parent = game.nodes[place()].parent;
    }
    if (parent == node.parent) continue;
    node.parent = parent;
    node.ply = parent < 0 ? 1 : game.nodes[place()].ply + 1;
    say_end(game, node);
  }
}

class ShogiWriter final : public RecordWriter {
 public:
  ShogiWriter(ShogiParse parse, const ShogiOutput& output) : parse_(parse), output_(output) {}

  std::optional<Problem> write(std::string_view text, TextForm form, Charset charset,
                               std::string& out) override {
    if (auto problem = parse_(text, {.form = form, .charset = charset}, game_)) return problem;
    move_ends_up(game_, script_);
    output_.write_game_in(charset_, game_, out, losses_);
    return std::nullopt;
  }

  [[nodiscard]] bool write_in(Charset charset) override {
    if (!output_.writes_in(charset)) return false;
    charset_ = charset;
    return true;
  }

  [[nodiscard]] std::vector<WriterLoss> losses() const override {
    std::vector<WriterLoss> losses;
    const auto add = [&](std::uint64_t count, std::string_view noun, std::string_view what) {
      if (count > 0) losses.push_back({count, noun, std::string(what)});
    };
    add(losses_.rounded_times, "time", "rounded down to whole seconds");
    add(losses_.headers, "header", "left out: the format has none");
    add(losses_.comments, "comment", "left out: the format has none");
    add(losses_.variations, "variation", "left out: the format has none");
    add(losses_.times, "time", "left out: the format has none");
    add(losses_.ends, "end", "left out: the format knows resignation only");
    const std::uint64_t missing = losses_.missing_characters;
    add(missing, "character",
        fmt::format("that {} does not have {} written as 〓; UTF-8 has all", charset_name(charset_),
                    missing == 1 ? "is" : "are"));
    return losses;
  }

 private:
  ShogiParse parse_;
  const ShogiOutput& output_;
  Charset charset_ = Charset::utf8;
  KifGame game_;
  ReplayScript script_;
  ShogiLosses losses_;  // of all records
};

/// "1999/07/15", as KIF has it, where the day is known.
std::string date_header(const GameInfo& info) {
  if (info.date.precision != DatePrecision::day) return info.date_raw;
  std::string text = to_iso(info.date.from);
  std::ranges::replace(text, '-', '/');
  const std::size_t time = info.date_raw.find(':');
  const std::size_t blank = info.date_raw.rfind(' ', time);
  return time == std::string::npos || blank == std::string::npos
             ? text
             : text + info.date_raw.substr(blank);
}

}  // namespace

std::unique_ptr<RecordWriter> make_shogi_writer(ShogiParse parse, const ShogiOutput& output) {
  return std::make_unique<ShogiWriter>(parse, output);
}

std::unique_ptr<RecordWriter> make_shogi_converter(ShogiParse parse, Format to) {
  const auto* const output = dynamic_cast<const ShogiOutput*>(&room_of(to));
  return output == nullptr ? nullptr : make_shogi_writer(parse, *output);
}

void add_kif_headers(const GameInfo& info, KifGame& game) {
  const auto add = [&](std::string_view key, const std::string& value) {
    if (!value.empty()) game.headers.emplace_back(key, value);
  };
  const bool is_handicap = info.handicap.value_or(0) > 0;
  add("開始日時", date_header(info));
  add("棋戦", info.event);
  add("表題", info.game_name);
  add("場所", info.place);
  add("掲載", info.published_in);
  add("戦型", info.opening);
  add("持ち時間", info.time_limit_raw);
  add("秒読み", info.overtime);
  add("対局ID", info.external_id);
  add(is_handicap ? "下手" : "先手", info.seats[0].name);
  add(is_handicap ? "上手" : "後手", info.seats[1].name);
  add("先手段級", info.seats[0].rank);
  add("後手段級", info.seats[1].rank);
  add("ラウンド", info.round);
  for (const auto& [key, value] : info.properties) add(key, value);
}

}  // namespace ludex
