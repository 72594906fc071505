#include "formats/shogi/shogi_conversion.hpp"

#include "formats/kif/kif_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ludex {
namespace {

/// Says the same result where another player is to move.
void say_end(const ShogiGame& game, ShogiNode& end) {
  if (end.result.winner != Winner::first && end.result.winner != Winner::second) return;
  const Player begins = game.start.to_move;
  const Player mover = end.ply % 2 == 1 ? begins : opponent(begins);
  end.end_word = kif_end_for(end.result, mover);
  end.end_line.clear();
  if (!end.end_word.empty()) return;
  const bool is_handicap = game.info.handicap.value_or(0) > 0;
  end.end_line = kif_summary({}, end.result, end.ply - 1, mover, is_handicap);
}

/// An end after moves that cannot be played follows the last one that can.
void move_ends_up(ShogiGame& game, const ReplayScript& script) {
  std::vector<std::int32_t> played;  // for each node, the last played one of its line, with itself
  const auto played_at = [&](std::int32_t node) {
    return node < 0 ? node : played[static_cast<std::size_t>(node)];
  };
  for (std::size_t i = 0; i < game.nodes.size(); ++i) {
    ShogiNode& node = game.nodes[i];
    const std::int32_t parent = played_at(node.parent);
    const bool is_played = script.node_plies[i] != kNoPly;
    played.push_back(is_played ? static_cast<std::int32_t>(i) : parent);
    if (!node.is_end || parent == node.parent) continue;
    node.parent = parent;
    node.ply = parent < 0 ? 1 : game.nodes[static_cast<std::size_t>(parent)].ply + 1;
    say_end(game, node);
  }
}

/// Where the main line goes on with moves that cannot be played, their last place says where it
/// ends: else a variation beside them would continue it.
void end_cut_line(ShogiGame& game, const ReplayScript& script) {
  auto& nodes = game.nodes;
  const auto is_played = [&](std::size_t i) { return script.node_plies[i] != kNoPly; };
  std::size_t cut = 0;
  while (cut < nodes.size() && !nodes[cut].is_end && is_played(cut)) ++cut;
  const std::int32_t last = static_cast<std::int32_t>(cut) - 1;
  if (cut == nodes.size() || nodes[cut].is_end || nodes[cut].parent != last) return;
  std::size_t end = cut;
  while (end + 1 < nodes.size() && nodes[end + 1].parent == static_cast<std::int32_t>(end)) ++end;
  const auto goes_on = [&](std::size_t i) {
    return nodes[i].parent == last && (nodes[i].is_end || is_played(i));
  };
  std::size_t next = end + 1;
  while (next < nodes.size() && !goes_on(next)) ++next;
  if (next == nodes.size() || nodes[next].is_end) return;
  ShogiNode& node = nodes[end];
  node.parent = last;
  node.ply = nodes[cut].ply;
  node.is_end = true;
  node.end_line = fmt::format("まで{}手", node.ply - 1);
  node.seconds.reset();
}

class ShogiWriter final : public RecordWriter {
 public:
  ShogiWriter(ShogiParse parse, const ShogiOutput& output)
      : record_(parse, output.variations()), output_(output) {}

  std::optional<Problem> write(std::string_view text, TextForm form, Charset charset,
                               std::string& out) override {
    if (auto problem = record_.read(text, {.form = form, .charset = charset})) return problem;
    output_.write_game_in(charset_, record_.game(), out, losses_);
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
    add_left_out(losses_, losses);
    add(losses_.ends, "end", "left out: the format knows only resignation and the declared win");
    add(losses_.long_draws, "draw",
        "by too many moves written as 引き分け: the format has no word");
    const std::uint64_t missing = losses_.missing_characters;
    add(missing, "character",
        fmt::format("that {} does not have {} written as 〓; UTF-8 has all", charset_name(charset_),
                    missing == 1 ? "is" : "are"));
    return losses;
  }

 private:
  ShogiRecord record_;
  const ShogiOutput& output_;
  Charset charset_ = Charset::utf8;
  ShogiLosses losses_;  // of all records
};

}  // namespace

std::optional<Problem> ShogiRecord::read(std::string_view record, const ShogiReadOptions& options) {
  if (auto problem = parse_(record, options, game_)) return problem;
  script_.wants_node_plies = true;
  compile_shogi(game_, script_, nullptr);
  if (script_.first_illegal_ply < 0) return std::nullopt;
  move_ends_up(game_, script_);
  if (variations_ == ShogiVariations::written) end_cut_line(game_, script_);
  return std::nullopt;
}

void add_left_out(const ShogiLosses& losses, std::vector<WriterLoss>& out) {
  const std::pair<std::uint64_t, std::string_view> left_out[] = {{losses.headers, "header"},
                                                                 {losses.comments, "comment"},
                                                                 {losses.bookmarks, "bookmark"},
                                                                 {losses.variations, "variation"},
                                                                 {losses.times, "time"}};
  for (const auto& [count, noun] : left_out) {
    if (count > 0) out.push_back({count, noun, "left out: the format has none"});
  }
}

std::unique_ptr<RecordWriter> ShogiOutput::make_shogi_writer(ShogiParse parse,
                                                             std::string_view) const {
  return std::make_unique<ShogiWriter>(parse, *this);
}

std::unique_ptr<RecordWriter> make_shogi_converter(ShogiParse parse, Format to,
                                                   std::string_view version) {
  const auto* const target = dynamic_cast<const ShogiTarget*>(&room_of(to));
  return target == nullptr ? nullptr : target->make_shogi_writer(parse, version);
}

std::string shogi_date(const DateRange& date, const std::string& raw) {
  if (raw.empty() || date.precision != DatePrecision::day) return raw;
  std::string text = to_iso(date.from);
  std::ranges::replace(text, '-', '/');
  const std::size_t time = raw.find(':');
  const std::size_t blank = raw.rfind(' ', time);
  return time == std::string::npos || blank == std::string::npos ? text : text + raw.substr(blank);
}

void add_kif_headers(const GameInfo& info, ShogiGame& game) {
  const auto add = [&](std::string_view key, const std::string& value) {
    if (!value.empty()) game.headers.emplace_back(key, value);
  };
  const bool is_handicap = info.handicap.value_or(0) > 0;
  add("開始日時", shogi_date(info.date, info.date_raw));
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
